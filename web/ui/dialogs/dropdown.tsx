import { type ReactNode, useEffect, useId, useRef, useState } from "react";

/** A button with a panel under it; Escape, a click elsewhere and leaving by keyboard close it. */
export function Dropdown({
  label,
  face,
  look = "bar-button",
  children,
}: {
  readonly label: string;
  readonly face: ReactNode;
  /** Class of the button: one of the top bar, or one beside a field. */
  readonly look?: "bar-button" | "field-button";
  readonly children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => !box.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and focus leaving concern the button and the panel together
    <div
      ref={box}
      className="dropdown"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => event.relatedTarget && !box.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={look}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open ? (
        <div id={id} className="dropdown-panel">
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}
