import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { html } from "../../../../shared/http/html.ts";
import { isBlank } from "../../../../shared/http/text.ts";
import { RichText } from "../../look/rich-text.tsx";
import { LightGroup } from "../light-group.tsx";
import { type FieldProps, useField } from "../use-field.ts";

const RichTextEditor = lazy(() => import("./rich-text-editor.tsx"));

/**
 * Formatted text as HTML. The editor is loaded when the first such field is shown: until it can be typed into, its text is
 * read, and an empty one takes plain text, with which the editor goes on.
 */
export function RichTextField({ placeholder = "Write Something", ...props }: FieldProps) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const readOnly = props.readOnly === true || props.disabled === true;
  const hasFocus = useRef(false);
  const [isReady, setReady] = useState(false);
  return (
    <LightGroup {...props} error={field.error}>
      {isReady ? null : (
        <div className="editor" aria-busy="true">
          {readOnly ? null : <div className="editor-tools" />}
          <div className="editor-room">
            <WhileLoading
              value={value ?? ""}
              label={props.label}
              placeholder={placeholder}
              readOnly={readOnly}
              hasFocus={hasFocus}
              onChange={set}
            />
          </div>
        </div>
      )}
      <Suspense>
        <RichTextEditor
          isShown={isReady}
          onReady={setReady}
          ref={field.ref}
          value={value ?? ""}
          label={props.label}
          invalid={field.error !== undefined}
          placeholder={placeholder}
          readOnly={readOnly}
          hasFocus={hasFocus}
          onChange={set}
          onBlur={field.onBlur}
        />
      </Suspense>
    </LightGroup>
  );
}

function WhileLoading({
  value,
  label,
  placeholder,
  readOnly,
  hasFocus,
  onChange,
}: {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly readOnly: boolean;
  readonly hasFocus: RefObject<boolean>;
  readonly onChange: (html: string) => void;
}) {
  const [typed, setTyped] = useState("");
  if (readOnly || (typed === "" && !isBlank(value)))
    return (
      <div className="editor-text">
        {isBlank(value) ? <span className="editor-placeholder">{placeholder}</span> : <RichText html={value} />}
      </div>
    );
  return (
    <textarea
      className="editor-text"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(paragraphsOf(event.target.value));
      }}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    />
  );
}

/** Plain text as HTML, a paragraph of each line, empty ones too. */
export const paragraphsOf = (text: string): string =>
  text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => html`<p>${line}</p>`.text)
        .join("");
