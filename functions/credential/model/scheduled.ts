import { dateIn, isExpired } from "../../../shared/credential/rules.ts";
import { credentialMachine } from "../../../shared/credential/states.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { type Deadline, drop, dueNow, finish } from "../../data/deadlines.ts";
import { credentialKeys, credentialViews } from "../../data/keys/credential.ts";
import { idOf } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { eachListed } from "../../data/list.ts";
import { check } from "../../data/steps.ts";
import { get, type Item, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { clock } from "../../runtime/clock.ts";
import { credentialEntity, deadlinesOf } from "./entity.ts";
import { StoredCredential } from "./record.ts";

/** Closes a published credential when its last date is over where its organization is; it stays due until then. */
export async function expire(deadline: Deadline): Promise<void> {
  const credential = await get(StoredCredential, credentialKeys.credential(idOf(deadline.reference.pk)));
  if (!credential || deadlinesOf(credential)["credential-expiry"] !== deadline.at) return drop(deadline);
  const organization = await get(OrganizationRecord, organizationKeys.organization(credential.organization_id));
  const timezone = organization?.timezone ?? credential.timezone;
  if (isExpired(credential.expiration_date, dateIn(timezone, clock.now()))) await close(credential, "system");
}

/** Closes the published credential of a list; `actor_id` is "system" when its time is over. */
export const closeListed = (item: Item, actor_id: string): Promise<void> =>
  close(StoredCredential.parse(item), actor_id);

async function close(credential: StoredCredential, actor_id: string): Promise<void> {
  if (nextState(credentialMachine, credential.status, "close") === undefined) return;
  const set = { closed_by: actor_id };
  await transact([
    ...transition(credentialEntity, "close", { before: credential, set, actor_id }).steps,
    dueNow("reviewer-offers", credentialKeys.credential(credential.cred_id)), // its anchors are taken back
  ]);
}

/** Takes the credentials of an archived organization out of the lists outside of it, or puts those of a restored one back. */
export async function followOrganization(deadline: Deadline): Promise<void> {
  const organization = await get(OrganizationRecord, organizationKeys.organization(idOf(deadline.reference.pk)));
  for (const status of organization ? ["published", "closed"] : []) {
    await eachListed(credentialViews.credentials(idOf(deadline.reference.pk), { status }), (item) =>
      follow(item, organization!),
    );
  }
  await transact([finish(deadline)]);
}

async function follow(item: Item, { organization_id, status }: OrganizationRecord): Promise<void> {
  const before = StoredCredential.parse(item);
  const unlisted = status !== "active";
  if (Boolean(before.unlisted) === unlisted) return;
  const { steps } = transition(credentialEntity, unlisted ? "unlist" : "list", {
    before,
    set: { unlisted: unlisted || undefined },
    actor_id: "system",
  });
  await transact([
    check(organizationKeys.organization(organization_id), { where: { status } }), // a change meanwhile has a deadline of its own
    ...steps,
  ]);
}
