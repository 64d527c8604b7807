import type { Application, ApplicationStatus } from "../../../shared/submission/submission.ts";
import type { Item } from "../../data/table.ts";

/**
 * Where a learner stands with a credential: their application's state, or `revoked` once the certificate that it ended in
 * was revoked, and they may apply again. `certificate` is the item that their pointer leads to.
 */
export const standingOf = (
  { status, certificate_id }: Pick<Application, "status" | "certificate_id">,
  certificate: Item | undefined,
): ApplicationStatus | "revoked" =>
  status === "completed" && certificate?.certificate_id === certificate_id && certificate?.status === "revoked"
    ? "revoked"
    : status;
