import { Certificate } from "../../../shared/certificate/certificate.ts";
import { isRenewable } from "../../../shared/certificate/validity.ts";
import type { Application, ApplicationStatus } from "../../../shared/submission/submission.ts";
import { now } from "../../data/ids.ts";
import type { Item } from "../../data/table.ts";

/**
 * Where a learner stands with a credential: their application's state; `revoked` once the certificate that it ended in was
 * revoked, and `renewable` once the one they hold ends soon or has ended: they may apply again. `pointed` is the certificate
 * that their pointer leads to.
 */
export function standingOf(
  { status, certificate_id }: Pick<Application, "status" | "certificate_id">,
  pointed: Item | undefined,
): ApplicationStatus | "revoked" | "renewable" {
  if (pointed === undefined || (status !== "completed" && status !== "closed")) return status;
  const certificate = Certificate.parse(pointed);
  if (isRenewable(certificate, now())) return "renewable";
  const isOwn = certificate.certificate_id === certificate_id;
  return status === "completed" && isOwn && certificate.status === "revoked" ? "revoked" : status;
}
