import type { ReactNode } from "react";
import "./form-row.css";
import { InlineButton } from "./inline-button.tsx";

/** The fields of one of several things of a form, with its title and the way to take it out. */
export function FormRow({
  title,
  onRemove,
  children,
}: {
  readonly title: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="form-row" aria-label={title}>
      <div className="form-row-head">
        <b>{title}</b>
        <InlineButton formAction="none" ariaLabel={`Remove ${title}`} onClick={onRemove}>
          Remove
        </InlineButton>
      </div>
      {children}
    </fieldset>
  );
}
