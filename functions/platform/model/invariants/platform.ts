import { seatPrefix } from "../../../../shared/platform/environment.ts";
import { eventTypes } from "../../../../shared/platform/events.ts";
import type { Message } from "../../../chain/event.ts";
import { credentialKeys } from "../../../data/keys/credential.ts";
import { fileKeys } from "../../../data/keys/file.ts";
import { idOf } from "../../../data/keys/key.ts";
import { countedView, isFormerCount, isOf, kinds, organizationIn } from "../../../data/keys/kinds.ts";
import { counterOf, isCounted } from "../../../data/keys/platform.ts";
import { unsharded } from "../../../data/shards.ts";
import { additionsOf } from "../metrics.ts";
import { countsOf } from "../recount.ts";
import { isObject } from "./belonging.ts";
import type { Addend, Invariant, Verify } from "./invariant.ts";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

const OUTBOX_MS = 15 * 60_000;

/** Marks of what was done for an event are kept for sixty days: older ones may be gone. */
const MARKED_MS = 30 * 86_400_000;

const UPLOAD_MS = 86_400_000;

/** Events with one mail each, whoever is meant; the mails of others go to those whom they concern by then. */
const mailsOfTheirOwn = ["invitation.sent", "invitation.resent", "user.invited-self", "user.password-reset-asked"];

/** Of things whose states are audited, what their rows say: which events move them, and where each leads. */
function checkStates(
  { audits }: Table,
  things: readonly Item[],
  { subject, types }: { readonly subject: (item: Item) => string; readonly types: RegExp },
  verify: Verify,
): void {
  const bySubject = Map.groupBy(audits, (row) => String(row.subject_id));
  for (const item of things) {
    const rows = (bySubject.get(subject(item)) ?? [])
      .filter((row) => types.test(String(row.type)) && row.purchase === item.purchase)
      .filter((row) => item.organization_id === undefined || row.organization_id === item.organization_id)
      .toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      const follows = before === undefined || row.from === undefined || row.from === before.to;
      verify(follows, `${row.subject_id}: ${row.type} from ${row.from} after ${before?.to}`);
    }
    verify(
      rows.at(-1)?.to === item.status,
      `${subject(item)} is ${item.status}, its last audit row ${rows.at(-1)?.type} says ${rows.at(-1)?.to}`,
    );
  }
}

const types: ReadonlySet<string> = new Set(Object.keys(eventTypes));

/** The invariants of keys, audit, mail, files and counters: I1, I19 to I23 and I33. */
export const platform: readonly Invariant[] = [
  {
    id: "I1",
    says: "a thing's organization is that of its key, and its parent is there in the same one",
    each({ pk, sk, organization_id }, verify) {
      const inKey = organizationIn({ pk, sk });
      if (inKey && organization_id !== undefined)
        verify(organization_id === inKey, `${pk} ${sk} says ${organization_id}`);
    },
    within: {
      application(table, verify) {
        const applications = new Map(table.applications.map((each) => [each.application_id, each.organization_id]));
        for (const { pk, sk } of [...table.of(kinds.work), ...table.of(kinds.formerWork)])
          verify(applications.has(idOf(pk)), `${pk} ${sk} has no application`);
        const children = [
          ...table.jobs,
          ...table.results,
          ...table.rounds,
          ...table.payments,
          ...table.fees,
          ...table.payouts,
          ...table.certificates,
          ...table.billing,
        ];
        const ofAnchors = table.anchorJobs.map((job) => [job.application_id, job.organization_id] as const);
        const owners = new Map([...applications, ...ofAnchors]);
        for (const { credential_job_id, cred_id, organization_id } of table.anchorJobs)
          verify(
            table.get(credentialKeys.credential(cred_id))?.organization_id === organization_id,
            `${credential_job_id} is of ${organization_id}, its credential is not`,
          );
        for (const { application_id, organization_id } of children) {
          const parents = owners.get(application_id);
          verify(
            parents === organization_id,
            `something of ${application_id} is of ${organization_id}, not of ${parents}`,
          );
        }
      },
      credential({ of, get }, verify) {
        for (const { pk, sk } of [...of(kinds.credentialPart), ...of(kinds.revisionPart)])
          verify(get(credentialKeys.credential(idOf(pk))) !== undefined, `${pk} ${sk} has no credential`);
      },
    },
  },
  {
    id: "I19",
    says: "every change of state has one audit row, from where the one before led to where the thing is",
    within: {
      application(table, verify) {
        const things = [...table.of(kinds.payment), ...table.of(kinds.appealFee)];
        const types = /^payment\.(?:started|paid|failed|credited|disputed|dispute-won|dispute-lost)$/;
        checkStates(table, things, { subject: ({ application_id }) => String(application_id), types }, verify);
      },
      credential(table, verify) {
        const things = table.of(kinds.credential);
        checkStates(table, things, { subject: ({ cred_id }) => String(cred_id), types: /^credential\./ }, verify);
      },
      person(table, verify) {
        const things = table.of(kinds.reviewerApplication);
        const types = /^reviewer\.(?:submitted|resubmitted|accepted|rejected|suspended|reinstated|withdrawn)$/;
        checkStates(table, things, { subject: ({ user_id }) => String(user_id), types }, verify);
      },
    },
    each(item, verify) {
      if (isOf(kinds.audit, item)) verify(types.has(String(item.type)), `${item.pk}: ${item.type} is no event`);
    },
  },
  {
    id: "I20",
    says: "what follows from an event was done within 15 minutes, once, or is among the dead letters",
    within: {
      event(table, verify, { nowMs, deadEvents }) {
        const audits = new Map(table.audits.map((row) => [String(row.event_id), row]));
        const [counted, mailed] = [kinds.counted, kinds.mailed].map(
          (kind) => new Set(table.of(kind).map(({ pk }) => idOf(pk))),
        );
        for (const [event_id, { type, at }] of audits) {
          const age = nowMs - Date.parse(String(at));
          if (age < OUTBOX_MS || age > MARKED_MS || deadEvents.has(event_id)) continue;
          const heard = eventTypes[type as keyof typeof eventTypes]?.to as readonly string[] | undefined;
          if (heard?.includes("analytics") && additionsOf(audits.get(event_id) as unknown as Message).length > 0)
            verify(counted!.has(event_id), `${type} ${event_id} was not counted`);
          if (mailsOfTheirOwn.includes(String(type)))
            verify(mailed!.has(event_id), `${type} ${event_id} was not mailed`);
        }
        for (const { pk, sk } of table.of(kinds.handled)) verify(audits.has(idOf(pk)), `${pk} ${sk}: no such event`);
      },
    },
  },
  {
    id: "I21",
    says: "a confirmed file is there as confirmed and clean, and nothing lies there that nobody asked for",
    within: {
      file({ of, get, items }, verify, { nowMs, hasObjects }) {
        for (const { pk, key, status, type, size_bytes, object_version, created_on } of of(kinds.file)) {
          verify(pk === fileKeys.file(String(key)).pk, `${pk} is about ${key}`);
          const old = nowMs - Date.parse(String(created_on)) > 2 * UPLOAD_MS;
          if (status !== "clean") {
            verify(status !== "intent" || !old, `${pk} was never confirmed`);
            continue;
          }
          const sound = typeof size_bytes === "number" && size_bytes > 0 && typeof type === "string";
          verify(sound, `${pk} was confirmed without size or type`);
          const stored = get(fileKeys.storedObject(String(key)))?.sizeBytes;
          const mayBeCovered = object_version !== undefined && !old; // by a later post, which the clock takes away
          if (hasObjects && !mayBeCovered) verify(stored === size_bytes, `${pk}: the object has ${stored} bytes`);
        }
        for (const { key, writtenMs } of items.filter(isObject)) {
          const goesByItself = String(key).startsWith(seatPrefix) || nowMs - Number(writtenMs) <= 2 * UPLOAD_MS;
          verify(goesByItself || get(fileKeys.file(String(key))) !== undefined, `the object ${key} is nobody's`);
        }
      },
    },
  },
  {
    id: "I33",
    says: "an upload that a credential holds names the credential",
    within: {
      credential({ of, get }, verify) {
        for (const { pk, sk, attachments = [], support_attachment } of of(kinds.credentialPart)) {
          const held = [
            ...(attachments as { key: string }[]),
            ...(support_attachment ? [support_attachment as { key: string }] : []),
          ];
          for (const { key } of held)
            verify(
              get(fileKeys.fileUse(key, idOf(pk))) !== undefined,
              `${pk} ${sk} holds ${key}, which does not name it`,
            );
        }
      },
    },
  },
  {
    id: "I22",
    says: "counters are what a recount gives",
    *adds(item) {
      if (isOf(kinds.counter, item)) yield* keptIn(item);
      for (const { key, values } of countsOf(item))
        for (const [name, ought] of Object.entries(values)) yield { name: `${countedView(key)} ${name}`, ought };
    },
    compare({ name, is, ought = 0 }, verify) {
      if (is === undefined) return; // nobody asks for it
      const field = name.slice(name.lastIndexOf(" ") + 1);
      const view = name.slice(0, -field.length - 1);
      if (field === "count") verify(is === ought, `${view} counts ${is} of ${ought}`);
      else verify(is === ought, `${view}: ${field} is ${is}, recounted ${ought}`);
    },
  },
  {
    id: "I23",
    says: "no password, token, key or bank number stands in plain text",
    each({ pk, sk, ...fields }, verify, { secrets }) {
      const text = JSON.stringify(fields);
      const shape = shapes.find((each) => each.test(text));
      const marker = secrets.find((secret) => text.includes(secret));
      const name = Object.entries(fields).find(([field, value]) => sensitive.test(field) && isPlain(value))?.[0];
      verify(
        !shape && marker === undefined && name === undefined,
        `${pk} ${sk} shows ${name ?? shape ?? "a known secret"}`,
      );
    },
  },
];

/** The numbers that a counter or a shard of one keeps, and that can be counted again. */
function* keptIn(item: Item): Generator<Addend> {
  const key = unsharded(item);
  const view = countedView(key);
  if (isFormerCount(key)) return;
  const counts = isOf(kinds.total, key) && isCounted(view);
  const sums = isOf(kinds.amounts, key) && /#(?:billing|payouts)(?:#|$)/.test(view);
  if (!counts && !sums) return;
  for (const [name, value] of Object.entries(item))
    if (/(?:^|_)(?:count|cents|minutes)$/.test(name)) {
      const counter = name === "count" ? counterOf(view) : { key, name };
      yield { name: `${countedView(counter.key)} ${counter.name}`, is: Number(value) };
    }
}

const sensitive = /^(?:password|account_number|aba|routing_number|access_token|refresh_token|secret|card_number|cvc)$/;

/** What is encrypted is long and in base64. */
const isPlain = (value: unknown): boolean => typeof value === "string" && !/^[A-Za-z0-9+/=_-]{80,}$/.test(value);

/** How secrets look wherever they stand: signed tokens, provider keys, private keys. */
const shapes = [
  /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /\b[sr]k_(?:live|test)_\w{10,}/,
  /\bwhsec_\w{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
];
