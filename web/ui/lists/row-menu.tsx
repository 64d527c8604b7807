import ButtonDropdown from "@cloudscape-design/components/button-dropdown";
import { useNavigate } from "react-router";

/** Something to do with one row, in its menu. */
export interface RowAction {
  readonly id: string;
  readonly text: string;
  readonly to?: string;
  readonly onClick?: () => void;
  /** Something is lost by it, and its entry looks like that. */
  readonly destructive?: boolean;
  /** Why it cannot be done now. */
  readonly disabledReason?: string | undefined;
}

/** What can be done with a row, and how the button that shows it is named. */
export interface RowActions {
  readonly actions: readonly RowAction[];
  readonly label: string;
}

/** A row's menu. */
export function RowMenu({ actions, label }: RowActions) {
  const go = useNavigate();
  if (actions.length === 0) return null;
  return (
    <ButtonDropdown
      variant="icon"
      expandToViewport
      ariaLabel={label}
      items={actions.map(({ id, text, destructive, disabledReason }) => ({
        id: destructive ? `destructive-${id}` : id,
        text,
        disabled: disabledReason !== undefined,
        disabledReason,
      }))}
      onItemClick={({ detail }) => {
        const action = actions.find(({ id, destructive }) => (destructive ? `destructive-${id}` : id) === detail.id);
        if (action?.to) void go(action.to);
        else action?.onClick?.();
      }}
    />
  );
}
