import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Avatar } from "../../look/pictures/avatar.tsx";
import { Picture } from "../../look/pictures/picture.tsx";
import { Field } from "../fields.tsx";
import { InlineButton } from "../inline-button.tsx";
import { type FieldProps, useField } from "../use-field.ts";
import { pictureRules, readPicture } from "./picture-rules.ts";

/** The avatar of whom a form is about, with the initials of the name that is typed in it. */
function OwnAvatar({ src, label }: { readonly src: string | null | undefined; readonly label: string }) {
  const [first = "", last = ""] = useWatch({ name: ["first_name", "last_name"] }) as (string | undefined)[];
  return <Avatar src={src} of={`${first} ${last}`} label={label} size={72} />;
}

/**
 * A picture, read on this device: the value is a data URL, or the address of the stored one. `kind` decides what is
 * allowed: avatar and logo JPG/PNG under 2 MB, badge SVG/PNG under 2 MB, a PNG square and at most 400 by 400.
 */
export function ImageField(
  props: FieldProps & {
    readonly kind: "avatar" | "logo" | "badge";
    /** What stands there while there is no picture, instead of the leaf. */
    readonly empty?: ReactNode;
  },
) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const { setError, clearErrors } = useFormContext();
  const chooser = useRef<HTMLInputElement>(null);
  const rule = props.kind === "badge" ? "badge" : "photo";
  const fixed = props.disabled || props.readOnly;
  return (
    <Field
      {...props}
      constraint={
        props.constraint ??
        (props.kind === "logo"
          ? "JPG or PNG under 2 MB, 512 x 512 px recommended."
          : props.kind === "badge"
            ? "SVG, or square PNG of at most 400 x 400 px, under 2 MB."
            : "JPG or PNG under 2 MB.")
      }
      error={field.error}
    >
      <SpaceBetween size="s" direction="horizontal" alignItems="center">
        {props.kind === "avatar" ? (
          <OwnAvatar src={value} label={props.label} />
        ) : !value && props.empty ? (
          props.empty
        ) : (
          <Picture src={value} alt={props.label} width={72} />
        )}
        <input
          ref={chooser}
          className="visually-hidden"
          type="file"
          accept={pictureRules[rule].accept}
          tabIndex={-1}
          aria-hidden="true"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (!file) return;
            const read = await readPicture(file, rule);
            if ("fault" in read) return setError(props.name, { type: "picture", message: read.fault });
            clearErrors(props.name);
            set(read.dataUrl);
          }}
        />
        <Button ref={field.ref} iconName="upload" disabled={fixed} onClick={() => chooser.current?.click()}>
          {value ? "Change image" : "Choose image"}
        </Button>
        {value && !fixed ? (
          <InlineButton ariaLabel={`Remove ${props.label}`} onClick={() => set("")}>
            Remove
          </InlineButton>
        ) : null}
      </SpaceBetween>
    </Field>
  );
}
