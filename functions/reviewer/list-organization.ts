import { roleIds } from "../../shared/permissions.ts";
import { listOrganization } from "../../shared/reviewer/list-calls.ts";
import { implement } from "../chain/implement.ts";
import { placeOf } from "../data/keys/key.ts";
import { organizationViews } from "../data/keys/organization.ts";
import { listReferences } from "../data/list.ts";
import { cardOf, readReviewers } from "./model/cards.ts";

/** Members of the role reviewer; one who has not applied yet has no status. */
export const handler = implement(listOrganization, async ({ offset, limit, cursor }, { organization_id }) => {
  const view = organizationViews.organizationUsers(organization_id, { role: roleIds.reviewer, status: "active" });
  const page = await listReferences({ view, offset, limit, cursor });
  const reviewers = await readReviewers(page.references.map(placeOf));
  return { data: { data: reviewers.map(cardOf), total: page.total, cursor: page.cursor } };
});
