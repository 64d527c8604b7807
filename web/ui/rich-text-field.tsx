import { lazy, Suspense } from "react";
import { isBlank } from "../../shared/http/text.ts";
import { LightGroup } from "./light-group.tsx";
import { RichText } from "./rich-text.tsx";
import { type FieldProps, useField } from "./use-field.ts";

const RichTextEditor = lazy(() => import("./rich-text-editor.tsx"));

/** Formatted text as HTML. The editor is loaded when the first such field is shown: until then its text is read. */
export function RichTextField({ placeholder = "Write Something", ...props }: FieldProps) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const readOnly = props.readOnly === true || props.disabled === true;
  return (
    <LightGroup {...props} error={field.error}>
      <Suspense
        fallback={
          <div className="editor" aria-busy="true">
            {readOnly ? null : <div className="editor-tools" />}
            <div className="editor-room">
              <div className="editor-text">
                {isBlank(value ?? "") ? (
                  <span className="editor-placeholder">{placeholder}</span>
                ) : (
                  <RichText html={value} />
                )}
              </div>
            </div>
          </div>
        }
      >
        <RichTextEditor
          ref={field.ref}
          value={value ?? ""}
          label={props.label}
          invalid={field.error !== undefined}
          placeholder={placeholder}
          readOnly={readOnly}
          onChange={set}
          onBlur={field.onBlur}
        />
      </Suspense>
    </LightGroup>
  );
}
