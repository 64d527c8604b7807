import { lazy, Suspense } from "react";
import { Field } from "./fields.tsx";
import { type FieldProps, useField } from "./use-field.ts";

const RichTextEditor = lazy(() => import("./rich-text-editor.tsx"));

/** Formatted text as HTML. The editor is loaded when the first such field is shown; its room is kept. */
export function RichTextField(props: FieldProps) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  return (
    <Field {...props} error={field.error} stretch>
      <Suspense fallback={<div className="editor editor-waiting" />}>
        <RichTextEditor
          ref={field.ref}
          value={value ?? ""}
          label={props.label}
          invalid={field.error !== undefined}
          placeholder={props.placeholder}
          readOnly={props.readOnly === true || props.disabled === true}
          onChange={set}
          onBlur={field.onBlur}
        />
      </Suspense>
    </Field>
  );
}
