import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./pictures/icon.tsx";

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

/** A dialog that says what has been done; the ways on are `children`, and `onClose` that of the Escape key. */
export function LightDialog({
  title,
  text,
  onClose,
  children,
}: {
  title: string;
  text: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="light-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <p className="light-actions">{children}</p>
    </dialog>
  );
}

const messageIcons = { info: "circleInfo", success: "circleCheck", warning: "triangle", error: "circleCross" } as const;

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
