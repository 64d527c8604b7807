import { useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "./icon.tsx";
import type { RowAction, RowActions } from "./row-menu.tsx";

/** What can be done with a card of a phone's list: a button, and a dialog at the bottom of the screen. */
export function ActionSheet({ actions, label }: RowActions) {
  const [open, setOpen] = useState(false);
  if (actions.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="action-button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="dots" />
      </button>
      {open ? <Sheet actions={actions} label={label} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Sheet({ actions, label, onClose }: RowActions & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const go = useNavigate();
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
  }, []);
  const take = ({ to, onClick }: RowAction) => {
    dialog.current?.close(); // gives the focus back before anything else takes it
    if (to) void go(to);
    else onClick?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="action-sheet"
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div className="action-sheet-content">
        <h2 id={id}>{label}</h2>
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            className={action.destructive ? "action destructive-action" : "action"}
            aria-disabled={action.disabledReason !== undefined}
            onClick={() => action.disabledReason === undefined && take(action)}
          >
            {action.text}
            {action.disabledReason ? <small>{action.disabledReason}</small> : null}
          </button>
        ))}
        <button type="button" className="action" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
