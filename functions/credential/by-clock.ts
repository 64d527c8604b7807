import { dateIn, isExpired, stateAfter } from "../../shared/credential/rules.ts";
import { audit } from "../data/audit.ts";
import { type Duty, drop, finish, idOf } from "../data/duties.ts";
import { keys, views } from "../data/keys.ts";
import { eachListed } from "../data/list.ts";
import { check, get, type Item, together } from "../data/table.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { clock } from "../runtime/clock.ts";
import { changeSteps, duesOf, recordStep, StoredCredential, unlistSteps } from "./store.ts";

/** Closes a published credential when its last date is over where its organization is; it stays due until then. */
export async function expire(duty: Duty): Promise<void> {
  const credential = await get(StoredCredential, keys.credential(idOf(duty)));
  if (!credential || duesOf(credential)["credential-expiry"] !== duty.at) return drop(duty);
  const organization = await get(OrganizationRecord, keys.organization(credential.organization_id));
  const timezone = organization?.timezone ?? credential.timezone;
  if (isExpired(credential.expiration_date, dateIn(timezone, clock.now()))) await close(credential, "system");
}

/** Closes the published credential of a list; `actor_id` is "system" when its time is over. */
export const closeListed = (item: Item, actor_id: string): Promise<void> =>
  close(StoredCredential.parse(item), actor_id);

async function close(credential: StoredCredential, actor_id: string): Promise<void> {
  const status = stateAfter(credential.status, "close");
  if (status === undefined) return;
  const { steps } = changeSteps(credential, { status, closed_by: actor_id });
  await together([...steps, recordStep("credential.closed", { user_id: actor_id }, credential, status)]);
}

/** Takes the credentials of an archived organization out of the lists outside of it, or puts those of a restored one back. */
export async function followOrganization(duty: Duty): Promise<void> {
  const organization = await get(OrganizationRecord, keys.organization(idOf(duty)));
  for (const status of organization ? ["published", "closed"] : []) {
    await eachListed(views.credentials(idOf(duty), { status }), (item) => follow(item, organization!));
  }
  await together([finish(duty)]);
}

async function follow(item: Item, { organization_id, status }: OrganizationRecord): Promise<void> {
  const credential = StoredCredential.parse(item);
  const { cred_id, created_by: user_id } = credential;
  const unlisted = status !== "active";
  if (Boolean(credential.unlisted) === unlisted) return;
  await together([
    check(keys.organization(organization_id), { where: { status } }), // a change meanwhile has a duty of its own
    ...unlistSteps(credential, unlisted),
    audit({
      type: unlisted ? "credential.unlisted" : "credential.listed",
      ...{ organization_id, actor_id: "system", subject_id: cred_id, cred_id, user_id },
      ...{ from: credential.status, to: credential.status },
    }),
  ]);
}
