import { useState } from "react";
import { useNavigate } from "react-router";
import type { RowAction, RowActions } from "../lists/row-menu.tsx";
import { Icon } from "../look/pictures/icon.tsx";
import { Sheet } from "./sheet.tsx";

/** What can be done with a card of a phone's list: a button, and a sheet with the actions. */
export function ActionSheet({ actions, label }: RowActions) {
  const [open, setOpen] = useState(false);
  const go = useNavigate();
  if (actions.length === 0) return null;
  const take = ({ to, onClick }: RowAction) => {
    if (to) void go(to);
    else onClick?.();
  };
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
      {open ? (
        <Sheet title={label} open onClose={() => setOpen(false)}>
          {(close) => (
            <>
              {actions.map((action) => (
                <button
                  key={action.id}
                  type="button"
                  className={action.destructive ? "action destructive-action" : "action"}
                  aria-disabled={action.disabledReason !== undefined}
                  onClick={() => {
                    if (action.disabledReason !== undefined) return;
                    close(); // gives the focus back before anything else takes it
                    take(action);
                  }}
                >
                  {action.text}
                  {action.disabledReason ? <small>{action.disabledReason}</small> : null}
                </button>
              ))}
              <button type="button" className="action" onClick={close}>
                Cancel
              </button>
            </>
          )}
        </Sheet>
      ) : null}
    </>
  );
}
