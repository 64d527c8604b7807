import { roleIds, roleOf } from "../../../../shared/permissions.ts";
import { seatPrefix } from "../../../../shared/platform/environment.ts";
import { eventTypes } from "../../../../shared/platform/events.ts";
import { isUnderWay } from "../../../../shared/submission/rules.ts";
import type { Message } from "../../../chain/event.ts";
import { credentialKeys } from "../../../data/keys/credential.ts";
import { fileKeys } from "../../../data/keys/file.ts";
import { idOf } from "../../../data/keys/key.ts";
import { countedView, kinds, organizationIn } from "../../../data/keys/kinds.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionViews } from "../../../data/keys/submission.ts";
import { BillingRecord, sumsOf } from "../../../payment/model/billing.ts";
import { additionsOf } from "../metrics.ts";
import type { Invariant } from "./invariant.ts";
import type { Item, Table } from "./table.ts";

const OUTBOX_MS = 15 * 60_000;
/** Marks of what was done for an event are kept for sixty days: older ones may be gone. */
const MARKED_MS = 30 * 86_400_000;
const UPLOAD_MS = 86_400_000;

/** Events with one mail each, whoever is meant; the mails of others go to those whom they concern by then. */
const mailsOfTheirOwn = ["invitation.sent", "invitation.resent", "user.invited-self", "user.password-reset-asked"];

/** The things whose states are audited: where they are kept, and which events move them. */
const machines: readonly {
  readonly of: (table: Table) => readonly Item[];
  readonly subject: (item: Item) => string;
  readonly types: RegExp;
}[] = [
  {
    of: (table) => [...table.of(kinds.payment), ...table.of(kinds.appealFee)],
    subject: ({ application_id }) => String(application_id),
    types: /^payment\.(?:started|paid|failed|credited|disputed|dispute-won|dispute-lost)$/,
  },
  {
    of: (table) => table.of(kinds.credential),
    subject: ({ cred_id }) => String(cred_id),
    types: /^credential\./,
  },
  {
    of: (table) => table.of(kinds.reviewerApplication),
    subject: ({ user_id }) => String(user_id),
    types: /^reviewer\.(?:submitted|resubmitted|accepted|rejected|suspended|reinstated|withdrawn)$/,
  },
];

/** The invariants of keys, people, audit, mail, files and counters: I1 and I16 to I24. */
export const platform: readonly Invariant[] = [
  {
    id: "I1",
    says: "a thing's organization is that of its key, and its parent is there in the same one",
    check(table, verify) {
      for (const { pk, sk, organization_id } of table.items) {
        const inKey = organizationIn({ pk, sk });
        if (inKey && organization_id !== undefined)
          verify(organization_id === inKey, `${pk} ${sk} says ${organization_id}`);
      }
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
      for (const { pk, sk } of [...table.of(kinds.credentialPart), ...table.of(kinds.revisionPart)])
        verify(table.get(credentialKeys.credential(idOf(pk))) !== undefined, `${pk} ${sk} has no credential`);
    },
  },
  {
    id: "I16",
    says: "an address, an organization's name and a short link's code are there once",
    check({ of, get }, verify) {
      for (const { pk, user_id } of of(kinds.email)) {
        const user = get(organizationKeys.user(String(user_id)));
        verify(
          user === undefined || organizationKeys.email(String(user.email)).pk === pk,
          `${user_id} has another address`,
        );
      }
      const people = of(kinds.user).filter(({ status, email }) => status === "active" && typeof email === "string");
      for (const [email, all] of Map.groupBy(people, (each) => String(each.email).toLowerCase())) {
        verify(all.length === 1, `${all.map(({ user_id }) => user_id)} share an address`);
        verify(
          get(organizationKeys.email(email))?.user_id === all[0]!.user_id,
          `${all[0]!.user_id}: the address is not kept`,
        );
      }
      const organizations = of(kinds.organization).filter(
        ({ status, is_set_up }) => status !== "deleted" && is_set_up !== false,
      );
      for (const { organization_id, name } of organizations) {
        const places = [
          organizationKeys.organizationName(String(name)),
          organizationKeys.formerOrganizationName(String(name)),
        ];
        const isKept = places.some((place) => get(place)?.organization_id === organization_id);
        verify(isKept, `${organization_id}: its name is not kept`);
      }
      for (const [code, all] of Map.groupBy(of(kinds.shortLink), ({ pk }) => pk)) verify(all.length === 1, code);
    },
  },
  {
    id: "I17",
    says: "an invitation is used once, and who used it is a member",
    check({ of, get, audits }, verify) {
      const joined = Map.groupBy(
        audits.filter(({ type }) => type === "member.joined"),
        ({ invite_id }) => String(invite_id),
      );
      for (const { invite_id, status } of of(kinds.invitation)) {
        const uses = joined.get(String(invite_id))?.length ?? 0;
        verify(uses === (status === "used" ? 1 : 0), `${invite_id} is ${status} and was used ${uses} times`);
      }
      for (const row of [...joined.values()].flat()) {
        const left = audits.some(
          (each) => /^(?:member\.removed|user\.deleted)$/.test(String(each.type)) && each.user_id === row.user_id,
        );
        const member = get(organizationKeys.membership(String(row.user_id), String(row.organization_id))) !== undefined;
        verify(member || left, `${row.user_id} joined ${row.organization_id} and is no member`);
      }
    },
  },
  {
    id: "I18",
    says: "an active organization has an admin or a pending invitation of one",
    check({ of, get }, verify) {
      const members = of(kinds.membership).filter(({ role, status }) => role === roleIds.admin && status === "active");
      const invited = of(kinds.invitation).filter(({ role, status }) => role === roleIds.admin && status === "pending");
      for (const { organization_id, status } of of(kinds.organization)) {
        const kept = get(organizationKeys.admins(String(organization_id)));
        if (status !== "active" || kept === undefined) continue; // one nobody was ever brought into
        const admins = members.filter((each) => each.organization_id === organization_id);
        verify(kept.count === admins.length, `${organization_id} counts ${kept.count} admins of ${admins.length}`);
        const waiting = invited.some((each) => each.organization_id === organization_id);
        verify(admins.length > 0 || waiting, `${organization_id} has no admin`);
      }
    },
  },
  {
    id: "I19",
    says: "every change of state has one audit row, from where the one before led to where the thing is",
    check(table, verify) {
      const audits = Map.groupBy(table.audits, (row) => String(row.subject_id));
      for (const { of, subject, types } of machines) {
        for (const item of of(table)) {
          const rows = (audits.get(subject(item)) ?? [])
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
            `${subject(item)} is ${item.status}, its last audit row says ${rows.at(-1)?.to}`,
          );
        }
      }
      const types = new Set(Object.keys(eventTypes));
      for (const row of table.audits) verify(types.has(String(row.type)), `${row.pk}: ${row.type} is no event`);
    },
  },
  {
    id: "I20",
    says: "what follows from an event was done within 15 minutes, once, or is among the dead letters",
    check(table, verify, { nowMs, deadEvents }) {
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
        if (mailsOfTheirOwn.includes(String(type))) verify(mailed!.has(event_id), `${type} ${event_id} was not mailed`);
      }
      for (const { pk, sk } of table.of(kinds.handled)) verify(audits.has(idOf(pk)), `${pk} ${sk}: no such event`);
    },
  },
  {
    id: "I21",
    says: "a confirmed file is there as confirmed and clean, and nothing lies there that nobody asked for",
    check({ of, get }, verify, { nowMs, objects }) {
      for (const { pk, key, status, type, size_bytes, object_version, created_on } of of(kinds.file)) {
        verify(pk === fileKeys.file(String(key)).pk, `${pk} is about ${key}`);
        const old = nowMs - Date.parse(String(created_on)) > 2 * UPLOAD_MS;
        if (status !== "clean") {
          verify(status !== "intent" || !old, `${pk} was never confirmed`);
          continue;
        }
        const sound = typeof size_bytes === "number" && size_bytes > 0 && typeof type === "string";
        verify(sound, `${pk} was confirmed without size or type`);
        const stored = objects?.get(String(key))?.sizeBytes;
        const mayBeCovered = object_version !== undefined && !old; // by a later post, which the clock takes away
        if (objects && !mayBeCovered) verify(stored === size_bytes, `${pk}: the object has ${stored} bytes`);
      }
      for (const [key, { writtenMs }] of objects ?? []) {
        const goesByItself = key.startsWith(seatPrefix) || nowMs - writtenMs <= 2 * UPLOAD_MS;
        verify(goesByItself || get(fileKeys.file(key)) !== undefined, `the object ${key} is nobody's`);
      }
    },
  },
  {
    id: "I33",
    says: "an upload that a credential holds names the credential",
    check({ of, get }, verify) {
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
  {
    id: "I22",
    says: "counters are what a recount gives",
    check({ of, partition, get, applications }, verify) {
      const underWay = Map.groupBy(applications.filter(isUnderWay), (each) =>
        submissionViews.underWay(each.organization_id),
      );
      const owners = new Set(
        of(kinds.organization).map(({ organization_id }) => submissionViews.underWay(String(organization_id))),
      );
      for (const { pk, sk, ...counted } of of(kinds.counter)) {
        const view = countedView({ pk, sk });
        const listed = owners.has(view)
          ? (underWay.get(view) ?? [])
          : partition(view).filter((item) => item.ref_pk !== undefined);
        if (sk === "TOTAL")
          verify(counted.count === listed.length, `${view} counts ${counted.count} of ${listed.length}`);
        if (sk !== "AMOUNTS" || !/#(?:billing|payouts)(?:#|$)/.test(view)) continue;
        const things = partition(view).map((item) => get({ pk: String(item.ref_pk), sk: String(item.ref_sk) }));
        const added = things.map((thing) => {
          const line = BillingRecord.safeParse(thing);
          return line.success ? sumsOf(line.data) : (thing ?? {});
        });
        for (const name of Object.keys(counted).filter(
          (each) => /_(?:count|cents)$/.test(each) && each !== "paid_cents",
        )) {
          const recount = added.reduce((all, sums) => all + Number(sums[name] ?? 0), 0);
          verify(counted[name] === recount, `${view}: ${name} is ${counted[name]}, recounted ${recount}`);
        }
        const paid = things.reduce((all, thing) => all + (thing?.status === "paid" ? Number(thing.pay_cents) : 0), 0);
        if ("paid_cents" in counted)
          verify(counted.paid_cents === paid, `${view}: ${counted.paid_cents} paid of ${paid}`);
      }
    },
  },
  {
    id: "I23",
    says: "no password, token, key or bank number stands in plain text",
    check({ items }, verify, { secrets }) {
      for (const { pk, sk, ...fields } of items) {
        const text = JSON.stringify(fields);
        const shape = shapes.find((each) => each.test(text));
        const marker = secrets.find((secret) => text.includes(secret));
        const name = Object.entries(fields).find(([field, value]) => sensitive.test(field) && isPlain(value))?.[0];
        verify(
          !shape && marker === undefined && name === undefined,
          `${pk} ${sk} shows ${name ?? shape ?? "a known secret"}`,
        );
      }
    },
  },
  {
    id: "I24",
    says: "a role is one of the seven; a custom one exists",
    check({ of, get }, verify) {
      for (const { pk, sk, role, role_id, organization_id } of [...of(kinds.membership), ...of(kinds.invitation)]) {
        verify(roleOf(role) !== undefined, `${pk} ${sk}: the role ${role}`);
        if (role !== roleIds.custom) continue;
        const roles = get(organizationKeys.organization(String(organization_id)))?.roles as
          | Record<string, unknown>
          | undefined;
        verify(roles === undefined || Object.hasOwn(roles, String(role_id)), `${pk} ${sk}: no role ${role_id}`);
      }
    },
  },
];

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
