import { type ComponentProps, type ReactNode, useId } from "react";

/** What is said around a field. */
export interface Labelled {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** A labelled text field of the pages without Cloudscape: same hand, a hundredth of the weight. */
export function LightField({ label, error, hint, ...input }: Omit<ComponentProps<"input">, "id"> & Labelled) {
  return (
    <LightLabelled label={label} error={error} hint={hint}>
      {(named) => <input {...input} {...named} />}
    </LightLabelled>
  );
}

/** A label, an error or a hint, around the one control they belong to. */
export function LightLabelled({
  label,
  error,
  hint,
  children,
}: Labelled & {
  readonly children: (named: Pick<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby">) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="light-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": error !== undefined,
        "aria-describedby": error || hint ? `${id}-more` : undefined,
      })}
      {error ? (
        <span id={`${id}-more`} className="light-error" role="alert">
          {error}
        </span>
      ) : hint ? (
        <span id={`${id}-more`} className="light-hint">
          {hint}
        </span>
      ) : null}
    </div>
  );
}
