import * as z from "zod";
import { Appeal } from "../../../../shared/appeal/appeal.ts";
import { Certificate } from "../../../../shared/certificate/certificate.ts";
import { Payment, PurchaseName } from "../../../../shared/payment/payment.ts";
import { type AnchorJob, Job, Round, SectionResult } from "../../../../shared/review/job.ts";
import { Application } from "../../../../shared/submission/submission.ts";
import type { Key } from "../../../data/keys/key.ts";
import { idOf } from "../../../data/keys/key.ts";
import { isOf, type Kind, kinds } from "../../../data/keys/kinds.ts";
import { platformViews } from "../../../data/keys/platform.ts";
import { BillingRecord } from "../../../payment/model/billing.ts";
import { Credit, CreditRecord } from "../../../payment/model/credit.ts";
import { Payout } from "../../../payment/model/earned-pay.ts";

/** An item as stored. */
export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** A row of the ledger. */
const LedgerRow = z.object({
  application_id: z.string(),
  purchase: PurchaseName.optional(),
  dispute_id: z.string().optional(),
  event: z.string(),
  entry: z.record(z.string(), z.number()),
  /** The seat, where it is about the pay of a later one. */
  credential_job_id: z.string().optional(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** Everything a table holds, by what it is. */
export interface Table {
  readonly items: readonly Item[];
  get(key: Key): Item | undefined;
  /** The items of a partition. */
  partition(pk: string): readonly Item[];
  /** The items of a kind: `of(kinds.job)`. */
  of(kind: Kind): readonly Item[];
  readonly applications: readonly Application[];
  /** Those that review a submission. */
  readonly jobs: readonly Job[];
  /** Those that are anchors. */
  readonly anchorJobs: readonly AnchorJob[];
  /** What was said of submissions. */
  readonly results: readonly SectionResult[];
  readonly rounds: readonly Round[];
  readonly appeals: readonly Appeal[];
  /** Of applications. */
  readonly payments: readonly Payment[];
  /** The payments of appeals' fees. */
  readonly fees: readonly Payment[];
  readonly payouts: readonly Payout[];
  readonly certificates: readonly Certificate[];
  readonly ledger: readonly LedgerRow[];
  readonly billing: readonly BillingRecord[];
  readonly credits: readonly Credit[];
  readonly creditEntries: readonly z.infer<typeof CreditRecord>[];
  readonly audits: readonly Item[];
  /** By the partition of a thing, the views and deadlines that lead to it. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** The jobs some of whose reviewers the clock is about to pay. */
  readonly jobsBeingPaid: ReadonlySet<string>;
}

/** Sorts a table's items into what they are. Throws naming the first item that is not of its own form. */
export function tableOf(all: readonly Record<string, unknown>[]): Table {
  const items = all as readonly Item[];
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const first = (pk: string) => pk.slice(0, pk.indexOf("#") + 1);
  const beginnings = Map.groupBy(items, ({ pk }) => first(pk));
  const partition = (pk: string) => partitions.get(pk) ?? [];
  const of = (kind: Kind) => (beginnings.get(first(kind.pk)) ?? []).filter((item) => isOf(kind, item));
  const read = <Schema extends z.ZodType>(schema: Schema, found: readonly Item[]): z.output<Schema>[] =>
    found.map((item) => {
      const parsed = schema.safeParse(item);
      if (parsed.success) return parsed.data;
      throw new Error(`${item.pk} / ${item.sk} is not of its own form: ${parsed.error.message}`);
    });
  const jobs = read(Job, of(kinds.job));
  const anchorJobs = jobs.filter((job) => job.seat === "anchor");
  const ofAnchors = new Set(anchorJobs.map(({ credential_job_id }) => credential_job_id));
  return {
    items,
    get: ({ pk, sk }) => partition(pk).find((item) => item.sk === sk),
    partition,
    of,
    applications: read(Application, of(kinds.application)),
    jobs: jobs.filter(({ seat }) => seat !== "anchor"),
    anchorJobs,
    results: read(SectionResult, of(kinds.result)).filter((each) => !ofAnchors.has(each.credential_job_id)),
    rounds: read(Round, of(kinds.round)),
    appeals: read(Appeal, of(kinds.appeal)),
    payments: read(Payment, of(kinds.payment)),
    fees: read(Payment, of(kinds.appealFee)),
    payouts: read(Payout, of(kinds.payout)),
    certificates: read(Certificate, of(kinds.certificate)),
    ledger: read(LedgerRow, of(kinds.ledger)),
    billing: read(BillingRecord, of(kinds.billing)),
    credits: read(Credit, of(kinds.credit)),
    creditEntries: read(CreditRecord, of(kinds.creditEntry)),
    audits: of(kinds.audit),
    references: new Map(
      [...Map.groupBy(items, ({ ref_pk }) => String(ref_pk ?? ""))].map(([name, all]) => [
        name,
        all.map(({ pk }) => pk),
      ]),
    ),
    jobsBeingPaid: new Set(partition(platformViews.deadlines("job-pay")).map(({ ref_pk }) => idOf(String(ref_pk)))),
  };
}

/** The part of a table that is one organization's: its things, its people, and what lies with either. */
export function itemsOf(all: readonly Record<string, unknown>[], organization_id: string): Item[] {
  const items = all as readonly Item[];
  const ids = new Set([organization_id]);
  for (const item of items) {
    const isMember = isOf(kinds.membership, item) && idOf(item.sk) === organization_id;
    if (item.organization_id !== organization_id && !isMember) continue;
    for (const name of ["user_id", "application_id", "cred_id", "certificate_id", "credential_job_id", "event_id"]) {
      if (typeof item[name] === "string") ids.add(item[name]);
    }
  }
  const marks = /(?:org|usr|app|crd|crt|job|evt)_[0-9A-Za-z]+/g;
  return items.filter((item) => {
    const { pk, sk, ref_pk = "", user_id, organization_id: owner } = item;
    if (isOf(kinds.listed, item) || isOf(kinds.listCounter, item)) return false; // of all organizations
    if (isOf(kinds.email, item)) return ids.has(String(user_id));
    return owner === organization_id || `${pk} ${sk} ${ref_pk}`.match(marks)?.some((id) => ids.has(id));
  });
}
