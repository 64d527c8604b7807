import { type ReactNode, useEffect, useId, useRef } from "react";
import "./sheet.css";

/**
 * A dialog at the bottom of a phone's screen, within the thumb's reach. Escape and a press beside it close it as `close`
 * does, and the focus goes back to where it was. What it holds stays as it is while the sheet is closed.
 */
export function Sheet({
  title,
  open,
  onClose,
  children,
}: {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: (close: () => void) => ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  /** A drag that ends beside the sheet, as of selected text, began in it. */
  const pressedBackdrop = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
  }, [open]);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="bottom-sheet"
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target }) => {
        pressedBackdrop.current = target === dialog.current;
      }}
      onClick={({ target }) => target === dialog.current && pressedBackdrop.current && close()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault(); // a search box would empty itself instead
        close();
      }}
    >
      <div className="bottom-sheet-content">
        <h2 id={id}>{title}</h2>
        {children(close)}
      </div>
    </dialog>
  );
}
