import type { Role } from "../../../shared/permissions.ts";
import type { MembershipStatus, UserStatus } from "../../../shared/user/user.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import type { RowAction } from "../../ui/lists/row-menu.tsx";

/** Where an account or a place in an organization stands, or is to stand. */
export type Standing = MembershipStatus | Exclude<UserStatus, "deleted">;

/** What follows when an account or a place in the organization is closed or opened, as its dialog says. */
const changes = {
  suspended: {
    verb: "Suspend",
    asks: "Suspend",
    done: "is suspended",
    text: "They lose access to this organization right away but keep their account and other organizations. Reviewers must finish accepted jobs or have them reassigned first, and they’re removed from your credentials. You can’t suspend learners with paid work in progress. You can restore access later.",
  },
  disabled: {
    verb: "Disable",
    asks: "Disable",
    done: "is disabled",
    text: "They can’t sign in anywhere, and their sessions end right away. Their review jobs open to others within minutes, and revision deadlines pause. Nothing is lost, and you can enable the account again.",
  },
  restored: {
    verb: "Restore access",
    asks: "Restore access for",
    done: "is a member again",
    text: "They get access to this organization again right away.",
  },
  enabled: {
    verb: "Enable",
    asks: "Enable",
    done: "can sign in again",
    text: "They can sign in again right away. Revision deadlines restart.",
  },
} as const;

/** A super administrator closes and opens accounts, an admin places in the organization. */
export function statusAction(status: string, role: Role | undefined, change: (to: Standing) => void): RowAction {
  const closed = role === "superadmin" ? "disabled" : "suspended";
  const to = status === closed ? "active" : closed;
  return { id: "status", text: wordsOf(to, status).verb, destructive: to !== "active", onClick: () => change(to) };
}

const wordsOf = (to: Standing, from: string) =>
  to !== "active" ? changes[to] : from === "disabled" ? changes.enabled : changes.restored;

/** Asks before an account or a place in an organization is closed or opened. */
export function StatusDialog({
  organization_id,
  user,
  status,
  onClose,
}: {
  /** Left out, the account is meant, whatever organizations it belongs to. */
  readonly organization_id?: string;
  readonly user: { readonly user_id: string; readonly name: string; readonly status: string };
  readonly status: Standing;
  readonly onClose: () => void;
}) {
  const { verb, asks, done, text } = wordsOf(status, user.status);
  return (
    <ConfirmDialog
      title={`${asks} ${user.name}?`}
      confirm={verb}
      destructive={status !== "active"}
      onConfirm={async () => {
        await write(api.user.setStatus, { ...(organization_id && { organization_id }), user_id: user.user_id, status });
        flash("success", `${user.name} ${done}.`);
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
