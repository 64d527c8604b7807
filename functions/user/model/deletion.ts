import { dueSoon } from "../../data/deadlines.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { create, remove, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { nextSecond } from "../../runtime/clock.ts";
import { deletedName, rememberAddress } from "./pseudonym.ts";
import type { Erasure, UserRecord } from "./record.ts";
import { userEntity } from "./user-entity.ts";

/**
 * The steps that delete an account: shared/user/README.md, "Deleting an account". What needs time (files, work, notices)
 * is due for the clock soon: after their requests that began before.
 */
export function deletionSteps(
  before: UserRecord,
  {
    files,
    certificates,
    ...by
  }: Pick<Erasure, "files" | "certificates"> & { readonly actor_id: string; readonly organization_id: string },
): Step[] {
  const { user_id, email, version, organization_ids } = before;
  const nobody = {
    ...deletedName,
    email: "",
    phone: undefined,
    image: undefined,
    learner_profile: undefined,
    factor_since: undefined,
    session_left: undefined,
  };
  const set = { ...nobody, organization_ids: [], tokens_valid_after: nextSecond() };
  return [
    ...transition(userEntity, "delete", { before, set, where: { version }, ...by }).steps,
    remove(organizationKeys.email(email), { where: { user_id } }),
    rememberAddress(email, user_id),
    ...[
      organizationKeys.scech,
      organizationKeys.passwordReset,
      organizationKeys.factor,
      organizationKeys.factorSetup,
      reviewerKeys.reviewer,
    ].map((keyOf) => remove(keyOf(user_id))),
    create(organizationKeys.erasure(user_id), { user_id, email, files, certificates, organization_ids }),
    dueSoon("person-erasure", organizationKeys.erasure(user_id)),
  ];
}
