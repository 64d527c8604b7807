import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { audit } from "../data/audit.ts";
import { type Duty, drop, finish } from "../data/duties.ts";
import { check, get, together } from "../data/table.ts";
import { duesOf } from "./store.ts";

/** Reports, once, an application to those who decide when it waits longer than was promised. */
export async function reportLate(duty: Duty): Promise<void> {
  const application = await get(ReviewerApplication, duty.reference);
  if (!application || duesOf(application)["reviewer-decision"] !== duty.at) return drop(duty);
  const { organization_id, user_id, status, due_on } = application;
  await together([
    finish(duty),
    check(duty.reference, { where: { status, due_on } }),
    audit({ type: "reviewer.late", organization_id, actor_id: "system", subject_id: user_id, user_id }),
  ]);
}
