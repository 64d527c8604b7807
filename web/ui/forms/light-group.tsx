import { type ComponentProps, type ReactNode, useId } from "react";
import { type Labelled, LightLabelled } from "./light-field.tsx";

/** A heading, a hint and an error around controls that name themselves. */
export function LightGroup({
  label,
  optional = false,
  hint,
  constraint,
  error,
  children,
}: {
  readonly label: string;
  readonly optional?: boolean | undefined;
  readonly hint?: string | undefined;
  /** A rule under the controls. */
  readonly constraint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}) {
  const id = useId();
  const about = [hint ? `${id}-hint` : "", error ? `${id}-error` : "", constraint ? `${id}-rule` : ""].filter(Boolean);
  return (
    <fieldset className="light-group" aria-describedby={about.join(" ") || undefined}>
      <legend>
        {label}
        {optional ? <i> - optional</i> : null}
      </legend>
      {hint ? (
        <p id={`${id}-hint`} className="light-hint">
          {hint}
        </p>
      ) : null}
      {children}
      {error ? (
        <p id={`${id}-error`} className="light-error" role="alert">
          {error}
        </p>
      ) : null}
      {constraint ? (
        <p id={`${id}-rule`} className="light-hint">
          {constraint}
        </p>
      ) : null}
    </fieldset>
  );
}

/** A few choices below each other: one of them, or with `multiple` any. */
export function LightChoices({
  ref,
  options,
  chosen,
  multiple = false,
  onChoose,
  ...group
}: Omit<ComponentProps<typeof LightGroup>, "children"> & {
  /** Puts the focus on the first of them. */
  readonly ref?: (first: HTMLInputElement | null) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly multiple?: boolean;
  readonly onChoose: (chosen: string[]) => void;
}) {
  const name = useId();
  return (
    <LightGroup {...group}>
      {options.map(({ value, label }, index) => (
        <label key={value} className="light-check">
          <input
            {...(index === 0 && { ref })}
            type={multiple ? "checkbox" : "radio"}
            name={name}
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              if (!multiple) onChoose([value]);
              else onChoose(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value));
            }}
          />
          <span>{label}</span>
        </label>
      ))}
    </LightGroup>
  );
}

/** Several lines of plain text. */
export function LightTextArea({ label, error, hint, ...area }: Omit<ComponentProps<"textarea">, "id"> & Labelled) {
  return (
    <LightLabelled label={label} error={error} hint={hint}>
      {(named) => <textarea {...area} {...named} />}
    </LightLabelled>
  );
}
