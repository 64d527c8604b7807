import { Problem } from "../../shared/http/problem.ts";
import { remove } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { dueNow } from "../data/deadlines.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { paymentViews } from "../data/keys/payment.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { requireEmpty } from "../data/relist.ts";
import { transition } from "../data/transition.ts";
import { organizationEntity } from "./model/organization-entity.ts";
import { readOrganization } from "./model/store.ts";

/**
 * Begins to delete an archived organization with no work under way, no payment open and no pay owed, all true at this
 * moment. From now on nobody reaches it; the clock does the rest (organization/delete-organizations.ts).
 */
export const handler = implement(remove, async ({ organization_id }, { actor, commit }) => {
  const before = await readOrganization(organization_id);
  if (before.status === "deleting") return { data: {} };
  const notArchived = new Problem("organization.not-archived");
  const inUse = new Problem("organization.in-use");
  const { steps } = transition(organizationEntity, "beginDeletion", {
    before,
    set: { deleted_by: actor.user_id },
    actor_id: actor.user_id,
    otherwise: notArchived,
  });
  return commit(
    [
      ...steps,
      ...[submissionViews.underWay, paymentViews.openPayments, paymentViews.duePayouts].map((view) =>
        requireEmpty(view(organization_id), inUse),
      ),
      dueNow("organization-deletion", organizationKeys.organization(organization_id)),
    ],
    { data: {} },
  );
});
