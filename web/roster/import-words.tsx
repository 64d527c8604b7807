import type { Import } from "../../shared/roster/import.ts";
import { dateTime } from "../ui/look/format.ts";
import { StatusText } from "../ui/look/status-text.tsx";

const words: Readonly<Record<Import["status"], readonly ["in-progress" | "pending" | "success" | "stopped", string]>> =
  {
    checking: ["in-progress", "Checking"],
    checked: ["pending", "Ready to confirm"],
    sending: ["in-progress", "Sending invitations"],
    sent: ["success", "Sent"],
    undoing: ["in-progress", "Withdrawing invitations"],
    undone: ["stopped", "Taken back"],
  };

/** Whether something goes on with an import that its page should follow. */
export const isUnderWay = ({ status }: Pick<Import, "status">): boolean =>
  status === "checking" || status === "sending" || status === "undoing";

/** Whether its invitations wait for the time that was chosen. */
export const waits = ({ status, send_on, rows_done }: Import): boolean =>
  status === "sending" && send_on !== undefined && rows_done === 0 && Date.parse(send_on) > Date.now();

/** Where an import stands. */
export function ImportStatus({ of }: { readonly of: Import }) {
  if (waits(of)) return <StatusText kind="pending">Sends {dateTime(of.send_on ?? "")}</StatusText>;
  const [kind, text] = words[of.status];
  return <StatusText kind={kind}>{text}</StatusText>;
}
