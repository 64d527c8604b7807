import * as z from "zod";
import { Appeal } from "../../../../shared/appeal/appeal.ts";
import { Certificate } from "../../../../shared/certificate/certificate.ts";
import { Payment, PurchaseName } from "../../../../shared/payment/payment.ts";
import { type AnchorJob, Job, Round, SectionResult } from "../../../../shared/review/job.ts";
import { Application } from "../../../../shared/submission/submission.ts";
import type { Key } from "../../../data/keys/key.ts";
import { idOf } from "../../../data/keys/key.ts";
import { isOf, type Kind, kinds } from "../../../data/keys/kinds.ts";
import { BillingRecord } from "../../../payment/model/billing.ts";
import { Credit, CreditRecord } from "../../../payment/model/credit.ts";
import { Payout } from "../../../payment/model/earned-pay.ts";
import { nameOfKey, nameOfPasses, nameOfPay } from "./belonging.ts";
import type { Item } from "./item.ts";

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

/** What lies in other parts: what was asked for by a name is told. */
export type Elsewhere = (name: string) => readonly Item[];

/** What lies in a part of a table, by what it is. */
interface Things {
  readonly items: readonly Item[];
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
}

/** A part of a table, in which everything lies that belongs together by a dimension. */
export interface Table extends Things {
  /** An item of this part, or of any other. */
  get(key: Key): Item | undefined;
  /** The items of a partition. */
  partition(pk: string): readonly Item[];
  /** The items of a kind: `of(kinds.job)`. */
  of(kind: Kind): readonly Item[];
  /** The rows of the ledger of an application. */
  ledgerOf(application_id: string): readonly LedgerRow[];
  /** Whether the clock is about to pay some of a job's reviewers. */
  isBeingPaid(job_id: string): boolean;
  /** The audit rows of a reviewer's passed tries at a credential's anchors, wherever they lie. */
  passesOf(reviewer_id: unknown, cred_id: unknown): readonly Item[];
}

/** An object whose values are made when they are first asked for: of a part nothing is read that nobody looks at. */
function lazily<Made extends object>(makers: { readonly [Name in keyof Made]: (made: Made) => Made[Name] }): Made {
  const made = {} as Made;
  for (const [name, make] of Object.entries<(all: Made) => unknown>(makers)) {
    const get = () => {
      const value = make(made);
      Object.defineProperty(made, name, { value });
      return value;
    };
    Object.defineProperty(made, name, { get, configurable: true });
  }
  return made;
}

const beginningOf = (pk: string) => pk.slice(0, pk.indexOf("#") + 1);

/**
 * Sorts a part's items into what they are; `owns` says what of them lies in no other part. Asked for something that is not
 * of its own form, it throws naming the item.
 */
export function tableOf(items: readonly Item[], owns: readonly Kind[], elsewhere: Elsewhere): Table {
  const sorted = lazily({
    partitions: () => Map.groupBy(items, ({ pk }) => pk),
    beginnings: () => Map.groupBy(items, ({ pk }) => beginningOf(pk)),
    ledger: () => Map.groupBy(things.ledger, ({ application_id }) => application_id),
  });
  const partition = (pk: string) => sorted.partitions.get(pk) ?? [];
  const of = (kind: Kind) => (sorted.beginnings.get(beginningOf(kind.pk)) ?? []).filter((item) => isOf(kind, item));
  const read = <Schema extends z.ZodType>(schema: Schema, kind: Kind): z.output<Schema>[] =>
    of(kind).map((item) => {
      const parsed = schema.safeParse(item);
      if (parsed.success) return parsed.data;
      throw new Error(`${item.pk} / ${item.sk} is not of its own form: ${parsed.error.message}`);
    });
  const every = lazily({ jobs: () => read(Job, kinds.job) });
  const things: Things = lazily<Things>({
    items: () => items,
    applications: () => read(Application, kinds.application),
    jobs: () => every.jobs.filter(({ seat }) => seat !== "anchor"),
    anchorJobs: () => every.jobs.filter((job) => job.seat === "anchor"),
    results({ anchorJobs }) {
      const ofAnchors = new Set(anchorJobs.map(({ credential_job_id }) => credential_job_id));
      return read(SectionResult, kinds.result).filter((each) => !ofAnchors.has(each.credential_job_id));
    },
    rounds: () => read(Round, kinds.round),
    appeals: () => read(Appeal, kinds.appeal),
    payments: () => read(Payment, kinds.payment),
    fees: () => read(Payment, kinds.appealFee),
    payouts: () => read(Payout, kinds.payout),
    certificates: () => read(Certificate, kinds.certificate),
    ledger: () => read(LedgerRow, kinds.ledger),
    billing: () => read(BillingRecord, kinds.billing),
    credits: () => read(Credit, kinds.credit),
    creditEntries: () => read(CreditRecord, kinds.creditEntry),
    audits: () => of(kinds.audit),
    references() {
      const rows = Map.groupBy(items, ({ ref_pk }) => String(ref_pk ?? ""));
      return new Map([...rows].map(([name, all]) => [name, all.map(({ pk }) => pk)]));
    },
  });
  return Object.assign(things, {
    get(key: Key) {
      const own = partition(key.pk).find(({ sk }) => sk === key.sk);
      const isOwn = own !== undefined || owns.some(({ pk }) => key.pk.startsWith(pk));
      return isOwn ? own : elsewhere(nameOfKey(key))[0];
    },
    partition,
    of,
    ledgerOf: (application_id: string) => sorted.ledger.get(application_id) ?? [],
    isBeingPaid: (job_id: string) => elsewhere(nameOfPay(job_id)).length > 0,
    passesOf: (reviewer_id: unknown, cred_id: unknown) => elsewhere(nameOfPasses(reviewer_id, cred_id)),
  });
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
