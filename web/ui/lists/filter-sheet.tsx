import { type ReactNode, useState } from "react";
import { Sheet } from "../dialogs/sheet.tsx";
import { count } from "../look/format.ts";
import { LightButton } from "../look/light.tsx";
import { Icon } from "../look/pictures/icon.tsx";

/** What narrows a list on a phone: a button that says how much of it does, and the controls in a sheet. */
export default function FilterSheet({
  inForce,
  found,
  children,
}: {
  /** How many of the controls narrow the list. */
  readonly inForce: number;
  /** How many things there are, once that is known. */
  readonly found: number | undefined;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <LightButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filter" />
        Filter{inForce > 0 ? ` (${inForce})` : ""}
      </LightButton>
      <Sheet title="Filter" open={open} onClose={() => setOpen(false)}>
        {(close) => (
          <form method="dialog" className="filter-sheet">
            {/* The first to have the focus, so that no keyboard comes up over the choices. */}
            <button type="button" className="action-button" aria-label="Close" onClick={close}>
              <Icon name="cross" />
            </button>
            {children}
            <p role="status">{found === undefined ? "" : `${count(found)} found`}</p>
            <LightButton primary type="submit">
              Show results
            </LightButton>
          </form>
        )}
      </Sheet>
    </>
  );
}
