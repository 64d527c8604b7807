import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useRef } from "react";
import { useFormContext } from "react-hook-form";
import { acceptedFiles, extensionOf, fileFault, fileTypes, folderRuleInWords } from "../../../../shared/file/rules.ts";
import { Field } from "../../../ui/forms/fields.tsx";
import { FileTile } from "../../../ui/forms/files/file-tile.tsx";
import { type FieldProps, useField } from "../../../ui/forms/use-field.ts";

/** A file the reviewers get: new ones carry their content, the stored one its key. */
type SupportFile = {
  readonly attach_name: string;
  readonly attach_type: string;
  readonly value?: string | undefined;
  readonly key?: string | undefined;
};

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(""));
}

/** One file that travels inside the step itself. */
export function SupportFileField(props: FieldProps) {
  const { value, set, ...field } = useField<SupportFile | null | undefined>(props);
  const { setError, clearErrors } = useFormContext();
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const fault = fileFault("support", file);
    const extension = extensionOf(file.name);
    if (fault || !extension) return setError(props.name, { type: "file", message: fault });
    clearErrors(props.name);
    set({ attach_name: file.name, attach_type: fileTypes[extension], value: await base64Of(file) });
  };
  return (
    <Field {...props} constraint={`${folderRuleInWords("support")}.`} error={field.error}>
      <SpaceBetween size="xs">
        {value ? (
          <FileTile
            name={value.attach_name}
            {...(value.key ? { fileKey: value.key } : { href: `data:${value.attach_type};base64,${value.value}` })}
            onRemove={() => set(null)}
          />
        ) : null}
        <input
          ref={chooser}
          className="visually-hidden"
          type="file"
          accept={acceptedFiles("support")}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file) void read(file);
          }}
        />
        <Button ref={field.ref} iconName="upload" formAction="none" onClick={() => chooser.current?.click()}>
          {value ? "Replace file" : "Choose file"}
        </Button>
      </SpaceBetween>
    </Field>
  );
}
