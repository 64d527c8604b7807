import { inviteSelf } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { roleIds } from "../../shared/permissions.ts";
import { implement } from "../chain/implement.ts";
import { requirePortalAddress } from "../chain/portal-address.ts";
import { newId, now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { consumeRate } from "../data/rate.ts";
import { batchGet, transact } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { organizationNamed } from "../organization/model/name.ts";
import { type InvitationRecord, invitationEnd, OrganizationRecord } from "../organization/model/record.ts";
import { invitationEntity } from "../user/model/invitation-entity.ts";
import { sourceOf } from "./model/source.ts";

/**
 * Whoever asks, and whether organization and address are known or not, the answer and the work are the same; a mail goes
 * only to an address that is not yet in an active organization, and at most three times an hour.
 */
export const handler = implement(inviteSelf, async ({ invitations: [wish] }, { request }) => {
  const { email, base_url } = wish!;
  requirePortalAddress("invitations.0.base_url", base_url);
  const organization_id = wish!.organization_id ?? (await organizationNamed(wish!.organization_name!)) ?? "";
  const [found, known] = await batchGet([
    organizationKeys.organization(organization_id),
    organizationKeys.addressIn(organization_id, email),
  ]);
  const organization = found && OrganizationRecord.parse(found);
  const due = organization?.status === "active" && organization.is_set_up && known === undefined;
  const record: InvitationRecord = {
    invite_id: newId("inv"),
    email,
    organization_id,
    role: roleIds.learner,
    status: "pending",
    self: true,
    invited_by: "self",
    created_on: now(),
    expires_on: invitationEnd(),
    version: 1,
  };
  const enough = new Problem("rate.exceeded");
  const source = sourceOf(request.sourceIp);
  try {
    await transact([
      consumeRate("mailRequestsPerSource", source),
      ...(due
        ? [
            consumeRate("signUpMailsPerSource", `${source}#${email}`, { otherwise: enough }),
            consumeRate("signUpMailsPerRecipient", email, { otherwise: enough }),
            ...transition(invitationEntity, "ask", { set: record, actor_id: "self" }).steps,
          ]
        : []),
    ]);
  } catch (error) {
    if (error !== enough) throw error;
  }
  return { data: {} };
});
