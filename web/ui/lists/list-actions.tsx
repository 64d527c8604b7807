import { ActionSheet } from "../dialogs/action-sheet.tsx";
import { LightButton } from "../look/light.tsx";
import { useDevice } from "../width.ts";
import { ListRow } from "./list-controls.tsx";
import type { RowAction } from "./row-menu.tsx";

interface ListAction extends RowAction {
  readonly busy?: boolean;
  /** What the words leave out. */
  readonly about?: string;
}

/** What can be done with a list as a whole: buttons side by side, and on a phone, where several are too wide, a sheet. */
export function ListActions({ actions }: { readonly actions: readonly ListAction[] }) {
  if (useDevice() === "mobile" && actions.length > 1) {
    const held = actions.map(({ busy, ...action }) => (busy ? { ...action, disabledReason: "Please wait." } : action));
    return <ActionSheet actions={held} label="More actions" />;
  }
  return (
    <ListRow>
      {actions.map(({ id, text, about, busy = false, disabledReason, onClick }) => (
        <LightButton
          key={id}
          busy={busy}
          disabled={disabledReason !== undefined}
          title={disabledReason ?? about}
          onClick={onClick}
        >
          {text}
        </LightButton>
      ))}
    </ListRow>
  );
}
