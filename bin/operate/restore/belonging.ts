import { certificateKeys } from "../../../functions/data/keys/certificate.ts";
import { credentialKeys } from "../../../functions/data/keys/credential.ts";
import type { Key } from "../../../functions/data/keys/key.ts";
import { idOf } from "../../../functions/data/keys/key.ts";
import {
  isKnownLearner,
  isOf,
  type Kind,
  kinds,
  organizationIn,
  underPerson,
} from "../../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../../functions/data/keys/submission.ts";
import type { Item } from "../../../functions/data/table.ts";

/** What is counted from other items, and counted again once those are right. */
export const isCounted = (key: Key): boolean =>
  !isKnownLearner(key) &&
  [kinds.counter, kinds.metrics, kinds.admins, kinds.roleHolders].some((kind) => isOf(kind, key));

/** What no call ever removes: it is missing by damage alone. */
export const isNeverRemoved = (key: Key): boolean =>
  [kinds.work, kinds.formerWork, kinds.round, kinds.revisionPart, kinds.audit, kinds.ledger, kinds.billing].some(
    (kind) => isOf(kind, key),
  );

/** What stands for a moment only: whoever finds it gone has used it up. */
export const isPassing = (key: Key): boolean =>
  [
    kinds.idempotency,
    kinds.rate,
    kinds.token,
    kinds.endedSession,
    kinds.passwordReset,
    kinds.factorSetup,
    kinds.challenge,
  ].some((kind) => isOf(kind, key));

/** What is of a person or of the platform in all organizations, and is not brought back with one of them. */
const isOfNone = (key: Key): boolean =>
  isPassing(key) || [kinds.creditEntry, kinds.openPayoutRun, kinds.ofPayoutRun].some((kind) => isOf(kind, key));

/** What items of a kind are a part of, or go with. */
const governors: readonly (readonly [Kind, (item: Item) => Key | undefined])[] = [
  [kinds.ofCredential, ({ pk }) => credentialKeys.credential(idOf(pk))],
  [kinds.ofApplication, ({ pk }) => submissionKeys.application(idOf(pk))],
  [kinds.ofJob, ({ pk }) => submissionKeys.job(idOf(pk))],
  [kinds.ofCertificate, ({ pk }) => certificateKeys.certificate(idOf(pk))],
  [kinds.fileUse, ({ sk }) => credentialKeys.credential(idOf(sk))],
  [kinds.formerCertificate, named("application_id", submissionKeys.application)],
  [kinds.email, named("user_id", organizationKeys.user)],
  [kinds.organizationName, named("organization_id", organizationKeys.organization)],
  [kinds.openPayoutRun, named("run_id", paymentKeys.payoutRun)],
  [kinds.addressIn, addressee],
  [kinds.user, () => undefined],
  [kinds.unfinished, ({ sk }) => credentialKeys.credential(sk.split("#")[1]!)],
  [kinds.underPerson, named("application_id", submissionKeys.application)],
];

/**
 * The thing whose version orders an item: the one that a row of a list, a deadline or a search word leads to, or the one
 * that an item is a part of. Undefined for a thing of its own.
 */
export function governorOf(item: Item): Key | undefined {
  const { pk, sk, ref_pk, ref_sk } = item;
  if (typeof ref_pk === "string" && typeof ref_sk === "string") return { pk: ref_pk, sk: ref_sk };
  if (pk.includes("|")) return { pk: pk.slice(0, pk.indexOf("|")), sk: pk.slice(pk.indexOf("|") + 1) };
  const governor = governors.find(([kind]) => isOf(kind, item))?.[1](item);
  return governor?.pk === pk && governor.sk === sk ? undefined : governor;
}

function named(name: string, keyOf: (id: string) => Key): (item: Item) => Key | undefined {
  return ({ [name]: id }) => (typeof id === "string" && id !== "" ? keyOf(id) : undefined);
}

function addressee(item: Item): Key | undefined {
  const organization_id = idOf(item.pk);
  if (typeof item.user_id === "string") return organizationKeys.membership(item.user_id, organization_id);
  return typeof item.invite_id === "string" ? organizationKeys.invitation(item.invite_id) : undefined;
}

/** The person an item lies under, who may have been deleted since; undefined for their own item and for all others. */
export function holderOf(key: Key): Key | undefined {
  const found = underPerson(key);
  return found === undefined || isOf(kinds.user, key) ? undefined : organizationKeys.user(found.user_id);
}

/** The organization that an item is of, as far as the item says it itself. */
export function organizationOf(item: Item): string | undefined {
  if (isOfNone(item)) return undefined;
  if (typeof item.organization_id === "string" && item.organization_id !== "") return item.organization_id;
  return organizationIn(item);
}
