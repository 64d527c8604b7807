import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

/** A labelled text field of the pages without Cloudscape: same hand, a hundredth of the weight. */
export function LightField({
  label,
  error,
  hint,
  ...input
}: Omit<ComponentProps<"input">, "id"> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}) {
  const id = useId();
  return (
    <div className="light-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-more` : undefined}
      />
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

/** A button that keeps its width while it is at work. */
export function LightButton({
  busy = false,
  primary = false,
  ...button
}: ComponentProps<"button"> & { readonly busy?: boolean; readonly primary?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      className={primary ? "light-button light-primary" : "light-button"}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : button.onClick}
    />
  );
}

/** A dialog that says what has been done; its one way on is `children`. */
export function LightDialog({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="light-dialog" aria-labelledby={id} onCancel={(event) => event.preventDefault()}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <p className="light-actions">{children}</p>
    </dialog>
  );
}

const messageIcons = { info: "circleInfo", warning: "triangle", error: "circleCross" } as const;

/** What somebody should know about the page or a part of it. It is read in its place: what just happened is a toast's. */
export function LightMessage({
  kind,
  header,
  action,
  children,
}: {
  readonly kind: keyof typeof messageIcons;
  readonly header?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={`light-message light-message-${kind}`}>
      <Icon name={messageIcons[kind]} />
      <div className="light-message-text">
        {header ? <b>{header}</b> : null}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
