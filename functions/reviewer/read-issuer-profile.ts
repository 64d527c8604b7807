import { readIssuerProfile } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { batchGet } from "../data/table.ts";
import { issuerProfileOf } from "./model/issuer-profile.ts";

/** What the caller saved in this organization. */
export const handler = implement(readIssuerProfile, async (_, { actor, organization_id }) => {
  const [item] = await batchGet([reviewerKeys.issuerProfile(organization_id, actor.user_id)]);
  return { data: { profile: issuerProfileOf(item, actor) ?? null } };
});
