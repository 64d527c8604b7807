import { createHash } from "node:crypto";
import { roleIds } from "../../../../shared/permissions.ts";
import { idOf, type Key, textOf } from "../../../data/keys/key.ts";
import { isOf, type Kind, kinds, underPerson } from "../../../data/keys/kinds.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { isActingAdmin } from "../../../user/model/record.ts";
import type { Item } from "./item.ts";

/** By what things belong together. What an invariant compares lies in one part of the table where that is the same. */
export const dimensions = [
  "application",
  "person",
  "credential",
  "organization",
  "invitation",
  "event",
  "address",
  "deletedAddress",
  "link",
  "job",
  "file",
  "dispute",
] as const;
export type Dimension = (typeof dimensions)[number];

/** Which items of a kind belong to what, and what of them is looked at there, where that is not all. */
interface Rule {
  readonly kind: Kind;
  readonly to: (item: Item) => unknown;
  readonly of?: (item: Item) => object;
}

/** Whether something to be checked is an object, and no item of the table. */
export const isObject = (key: Key): boolean => isOf(kinds.storedObject, key);

const field = (name: string) => (item: Item) => item[name];
const inKey = ({ pk }: Item) => idOf(pk);
/** What lists and words lie under has something behind it. */
const itself = ({ pk }: Item) => (pk.indexOf("#") === pk.lastIndexOf("#") ? idOf(pk) : undefined);
const where =
  (holds: (item: Item) => boolean, to: Rule["to"]): Rule["to"] =>
  (item) =>
    holds(item) ? to(item) : undefined;
const typed = (types: RegExp, to: Rule["to"]) => where(({ type }) => types.test(String(type)), to);

const ofPerson = (item: Item): unknown => {
  const { type, reviewer_id, subject_id } = item;
  if (type === "job.accepted") return reviewer_id;
  return /^(?:reviewer|member|user)\./.test(String(type)) ? (item.user_id ?? subject_id) : undefined;
};
const ofPeople = (item: Item): unknown => underPerson(item)?.user_id;
const wholeOfPeople: readonly Kind[] = [
  kinds.user,
  kinds.membership,
  kinds.reviewerApplication,
  kinds.erasure,
  kinds.credit,
  kinds.calibration,
  kinds.applied,
];
const leftOfPeople = (item: Item): object => {
  if (wholeOfPeople.some((kind) => isOf(kind, item))) return item;
  const { pk, sk, places } = item;
  return { pk, sk, places };
};
const invitesAdmin = ({ role, status }: Item) => role === roleIds.admin && status === "pending";
const asText = (value: unknown): string => String(value ?? "");

/** What belongs together, by dimension; and what lies under keys as those of `owns` lies nowhere else. */
export const belonging: Readonly<
  Record<Dimension, { readonly owns: readonly Kind[]; readonly rules: readonly Rule[] }>
> = {
  /** A learner's application with its work, rounds, jobs, money, certificates and audit rows; an anchor is as one. */
  application: {
    owns: [kinds.ofApplication, kinds.payment],
    rules: [
      { kind: kinds.ofApplication, to: inKey },
      { kind: kinds.payment, to: inKey },
      { kind: kinds.appealFee, to: inKey },
      ...[
        kinds.job,
        kinds.result,
        kinds.payout,
        kinds.certificate,
        kinds.ledger,
        kinds.billing,
        kinds.creditEntry,
        kinds.audit,
      ].map((kind) => ({ kind, to: field("application_id") })),
    ],
  },
  /** A person with what they applied for, hold, accepted and have as credit, and what was done to them. */
  person: {
    owns: [kinds.underPerson],
    rules: [
      { kind: kinds.underPerson, to: ofPeople, of: leftOfPeople },
      ...[kinds.application, kinds.certificate, kinds.payment, kinds.appealFee, kinds.creditEntry].map((kind) => ({
        kind,
        to: field("user_id"),
      })),
      { kind: kinds.job, to: field("acceptor") },
      { kind: kinds.audit, to: ofPerson },
    ],
  },
  credential: {
    owns: [kinds.ofCredential],
    rules: [
      { kind: kinds.ofCredential, to: itself },
      { kind: kinds.audit, to: typed(/^credential\./, field("subject_id")) },
    ],
  },
  /** An organization with its admins who can act as such, and who is invited to be one. */
  organization: {
    owns: [kinds.organization],
    rules: [
      { kind: kinds.organization, to: itself },
      { kind: kinds.admins, to: itself },
      { kind: kinds.membership, to: where(isActingAdmin, field("organization_id")) },
      { kind: kinds.invitation, to: where(invitesAdmin, field("organization_id")) },
    ],
  },
  invitation: {
    owns: [kinds.invitation],
    rules: [
      { kind: kinds.invitation, to: field("invite_id") },
      { kind: kinds.audit, to: typed(/^member\.joined$/, field("invite_id")) },
    ],
  },
  /** An event and what followed from it. */
  event: {
    owns: [kinds.handled],
    rules: [
      { kind: kinds.audit, to: field("event_id") },
      { kind: kinds.handled, to: inKey },
    ],
  },
  /** An address with whoever has it. */
  address: {
    owns: [kinds.email],
    rules: [
      { kind: kinds.email, to: ({ pk }) => pk },
      { kind: kinds.user, to: ({ email }) => (email ? organizationKeys.email(asText(email)).pk : undefined) },
    ],
  },
  /** The hash of an address with what holds the address; who holds which is told by {@link addressesOf}. */
  deletedAddress: { owns: [], rules: [{ kind: kinds.deletedAddress, to: inKey }] },
  link: { owns: [], rules: [{ kind: kinds.shortLink, to: inKey }] },
  /** An anchor among jobs, and where it is listed. */
  job: {
    owns: [],
    rules: [{ kind: kinds.job, to: where(({ seat }) => seat === "anchor", field("credential_job_id")) }],
  },
  /** A file and its object. */
  file: {
    owns: [kinds.file, kinds.storedObject],
    rules: [
      { kind: kinds.file, to: ({ pk }) => pk.slice(kinds.file.pk.length) },
      { kind: kinds.storedObject, to: field("key") },
    ],
  },
  /** A dispute of a provider with what the ledger has of it. */
  dispute: {
    owns: [kinds.providerMarker],
    rules: [
      { kind: kinds.disputeMarker, to: inKey },
      {
        kind: kinds.ledger,
        to: where(
          ({ event }) => event === "dispute-fee",
          ({ dispute_id }) => String(dispute_id),
        ),
      },
    ],
  },
};

/** What any part may be asked for by its key. */
const known: readonly Kind[] = [
  kinds.organization,
  kinds.organizationName,
  kinds.credential,
  kinds.anchorSet,
  kinds.user,
  kinds.erasure,
  kinds.ties,
  kinds.reviewedBy,
  kinds.seededAnchors,
  kinds.certificateContent,
  kinds.statusEntry,
  kinds.changedEntry,
  kinds.intentMarker,
  kinds.orderMarker,
  kinds.fileUse,
];

/** The name by which any part may ask for the item with a key; throws where nobody could answer. */
export function nameOfKey(key: Key): string {
  if (!known.some((kind) => isOf(kind, key))) throw new Error(`No part can ask for ${key.pk} ${key.sk} of another.`);
  return textOf(key);
}

/** The name of a reviewer's passed tries at a credential's anchors. */
export const nameOfPasses = (reviewer_id: unknown, cred_id: unknown): string => `passes ${reviewer_id} ${cred_id}`;
/** The name of the clock's being about to pay some of a job's reviewers. */
export const nameOfPay = (job_id: string): string => `pay ${job_id}`;

/** The names by which any part may ask for an item. */
function namesOf(item: Item): string[] {
  if (item.type === "calibration.passed" && isOf(kinds.audit, item))
    return [nameOfPasses(item.reviewer_id, item.cred_id)];
  if (isOf(kinds.jobPayDeadline, item)) return [nameOfPay(idOf(asText(item.ref_pk)))];
  return known.some((kind) => isOf(kind, item)) ? [textOf(item)] : [];
}

const addresses = /[^\s#"]+@[^\s#"]+/g;
const hashOf = (address: string) => createHash("sha256").update(address.trim().toLowerCase()).digest("hex");

/** What goes by itself, what erasing still needs, and an invitation that somebody has sent and that is open. */
const mayHoldAddress = (item: Item): boolean =>
  item.ttl !== undefined ||
  isOf(kinds.erasure, item) ||
  (isOf(kinds.invitation, item) && (item.status === "pending" || item.status === "expired")) ||
  (isOf(kinds.addressIn, item) && item.invite_id !== undefined) ||
  isOf(kinds.badgrConnection, item); // an organization's account, whatever it is called

/** The hashes of the addresses that an item is about, in its key or as a whole value; those that people wrote in texts are theirs. */
function addressesOf(item: Item): string[] {
  if (mayHoldAddress(item)) return [];
  const { pk, sk, badgrIssuer: _, ...fields } = item;
  const values = Object.values(fields).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const inKey = `${pk} ${sk}`.match(addresses) ?? [];
  const whole = values.filter((value) => typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value));
  return [...inKey, ...whole].map(hashOf);
}

/** Something of an item that belongs somewhere: to a dimension's group, or to whoever asks for a name. */
export interface Placed {
  readonly in: Dimension | "asked";
  readonly group: string;
  readonly row: object;
}

const byBeginning = new Map<string, [Dimension, Rule][]>();
const beginningOf = (pk: string) => pk.slice(0, pk.indexOf("#") + 1);
for (const dimension of dimensions)
  for (const rule of belonging[dimension].rules) {
    const name = beginningOf(rule.kind.pk);
    byBeginning.set(name, [...(byBeginning.get(name) ?? []), [dimension, rule]]);
  }

/** All places in which an item is looked at. */
export function* placesOf(item: Item): Generator<Placed> {
  for (const [dimension, { kind, to, of }] of byBeginning.get(beginningOf(item.pk)) ?? []) {
    if (kind !== kinds.underPerson && !isOf(kind, item)) continue;
    const group = to(item);
    if (group !== undefined && group !== null) yield { in: dimension, group: String(group), row: of?.(item) ?? item };
  }
  if (isObject(item)) return;
  const { pk, sk, ref_pk } = item;
  for (const hash of addressesOf(item)) yield { in: "deletedAddress", group: hash, row: { pk, sk, hash } };
  if (typeof ref_pk === "string" && ref_pk.startsWith(kinds.ofJob.pk))
    yield { in: "job", group: idOf(ref_pk), row: { pk, sk, ref_pk } };
  for (const name of namesOf(item)) yield { in: "asked", group: name, row: { name, item } };
}
