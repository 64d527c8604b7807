import { idOf, isKnownLearner, isOf, keys, kinds, organizationIn, underPerson } from "../../../functions/data/keys.ts";
import type { Item, Key } from "../../../functions/data/table.ts";

/** What is counted from other items, and counted again once those are right. */
export const isCounted = (key: Key): boolean =>
  !isKnownLearner(key) &&
  [kinds.counter, kinds.metrics, kinds.admins, kinds.roleHolders].some((kind) => isOf(kind, key));

/** What no call ever removes: it is missing by damage alone. */
export const isNeverRemoved = (key: Key): boolean =>
  [kinds.work, kinds.round, kinds.revisionPart, kinds.audit, kinds.ledger, kinds.billing].some((kind) =>
    isOf(kind, key),
  );

/** What stands for a moment only: whoever finds it gone has used it up. */
export const isPassing = (key: Key): boolean =>
  [kinds.idempotency, kinds.rate, kinds.invitationToken, kinds.endedSession, kinds.passwordReset].some((kind) =>
    isOf(kind, key),
  );

/** What is of a person or of the platform in all organizations, and is not brought back with one of them. */
const isOfNone = (key: Key): boolean =>
  isPassing(key) || [kinds.creditEntry, kinds.payoutRun, kinds.openPayoutRun].some((kind) => isOf(kind, key));

/**
 * The thing whose version orders an item: the one that a row of a list, a deadline or a search word leads to, or the one
 * that an item is a part of. Undefined for a thing of its own.
 */
export function governorOf(item: Item): Key | undefined {
  const { pk, sk, ref_pk, ref_sk } = item;
  const own = (id: string, keyOf: (id: string) => Key): Key | undefined => (sk === "META" ? undefined : keyOf(id));
  const named = (name: string, keyOf: (id: string) => Key): Key | undefined => {
    const id = item[name];
    return typeof id === "string" && id !== "" ? keyOf(id) : undefined;
  };
  if (typeof ref_pk === "string" && typeof ref_sk === "string") return { pk: ref_pk, sk: ref_sk };
  if (pk.includes("|")) return { pk: pk.slice(0, pk.indexOf("|")), sk: pk.slice(pk.indexOf("|") + 1) };
  const [kind] = pk.split("#", 1);
  switch (kind) {
    case "CREDENTIAL":
      return own(idOf(pk), keys.credential);
    case "APPLICATION":
      return own(idOf(pk), keys.application);
    case "JOB":
      return own(idOf(pk), keys.job);
    case "ISSUED":
      return own(idOf(pk), keys.issuedCertificate);
    case "FILE":
      return own(idOf(sk), keys.credential);
    case "CERTIFICATE":
      return named("application_id", keys.application);
    case "EMAIL":
      return named("user_id", keys.user);
    case "ORGNAME":
      return named("organization_id", keys.organization);
    case "PAYOUTRUNS":
      return named("run_id", keys.payoutRun);
    case "ORG":
      return isOf(kinds.addressIn, item) ? addressee(item) : undefined;
    case "USER":
      return sk === "PROFILE" ? undefined : ofPerson(item);
    default:
      return undefined;
  }
}

function addressee(item: Item): Key | undefined {
  const organization_id = idOf(item.pk);
  if (typeof item.user_id === "string") return keys.membership(item.user_id, organization_id);
  return typeof item.invite_id === "string" ? keys.invitation(item.invite_id) : undefined;
}

function ofPerson({ sk, application_id }: Item): Key | undefined {
  if (typeof application_id === "string") return keys.application(application_id);
  const [, cred_id] = /^UNFINISHED#([^#]+)/.exec(sk) ?? [];
  return cred_id === undefined ? undefined : keys.credential(cred_id);
}

/** The person an item lies under, who may have been deleted since; undefined for their own item and for all others. */
export function holderOf(key: Key): Key | undefined {
  const found = underPerson(key);
  return found === undefined || found.name === "PROFILE" ? undefined : keys.user(found.user_id);
}

/** The organization that an item is of, as far as the item says it itself. */
export function organizationOf(item: Item): string | undefined {
  if (isOfNone(item)) return undefined;
  if (typeof item.organization_id === "string" && item.organization_id !== "") return item.organization_id;
  return organizationIn(item);
}
