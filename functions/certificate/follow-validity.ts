import { Certificate } from "../../shared/certificate/certificate.ts";
import { dueReminderOf, hasEnded } from "../../shared/certificate/validity.ts";
import { scheduled } from "../chain/scheduled.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { get, transact } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { certificateEntity, validityDeadlines } from "./model/entity.ts";

/** Reminds learners of certificates that end soon, and ends them. shared/certificate/validity.md, "Reminders". */
export const handler = scheduled({ "certificate-validity": follow });

/** A certificate moves its deadline itself: at each reminder the place up to which it is reminded, at its end its state. */
async function follow(deadline: Deadline): Promise<void> {
  const certificate = await get(Certificate, deadline.reference);
  if (!certificate || validityDeadlines(certificate)["certificate-validity"] !== deadline.at) return drop(deadline);
  const at = now();
  if (hasEnded(certificate, at)) {
    const ended = transition(certificateEntity, "expire", { before: certificate, actor_id: "system" });
    return transact(ended.steps);
  }
  const reminded = dueReminderOf(certificate, at);
  const isTold = certificate.visibility === "shown";
  const events = isTold ? [{ type: "certificate.expiring" as const, actor_id: "system" }] : [];
  await transact(amend(certificateEntity, { before: certificate, set: { reminded }, events }).steps);
}
