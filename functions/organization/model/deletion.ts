import { Problem } from "../../../shared/http/problem.ts";
import { dueNow } from "../../data/deadlines.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { paymentViews } from "../../data/keys/payment.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { requireNoneListed } from "../../data/list.ts";
import type { Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { organizationEntity } from "./organization-entity.ts";
import type { OrganizationRecord } from "./record.ts";

/**
 * The steps that begin to delete an archived organization with no work under way, no payment open and no pay owed, all true
 * at this moment. From now on nobody reaches it; the clock does the rest (organization/delete-organizations.ts).
 */
export async function beginDeletion(before: OrganizationRecord, actor_id: string): Promise<Step[]> {
  const { organization_id } = before;
  const notArchived = new Problem("organization.not-archived");
  const inUse = new Problem("organization.in-use");
  const { steps } = transition(organizationEntity, "beginDeletion", {
    before,
    set: { deleted_by: actor_id },
    actor_id,
    otherwise: notArchived,
  });
  const views = [submissionViews.underWay, paymentViews.openPayments, paymentViews.duePayouts];
  const empty = await Promise.all(views.map((view) => requireNoneListed(view(organization_id), inUse)));
  return [...steps, ...empty.flat(), dueNow("organization-deletion", organizationKeys.organization(organization_id))];
}
