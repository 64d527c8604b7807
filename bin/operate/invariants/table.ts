import type * as z from "zod";
import { BillingRecord } from "../../../functions/payment/billing.ts";
import { Credit, CreditRecord } from "../../../functions/payment/credit.ts";
import { Payout } from "../../../functions/payment/earned-pay.ts";
import { Job } from "../../../shared/job/job.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { Application, Certificate } from "../../../shared/submission/submission.ts";

/** An item as stored. */
export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** A row of the ledger. */
export interface LedgerRow {
  readonly organization_id: string;
  readonly application_id: string;
  readonly credential_job_id?: string;
  readonly dispute_id?: string;
  readonly event: string;
  readonly entry: Readonly<Record<string, number>>;
}

/** Everything a table holds, by what it is. */
export interface Table {
  readonly items: readonly Item[];
  get(pk: string, sk?: string): Item | undefined;
  /** The items of a partition. */
  partition(pk: string): readonly Item[];
  /** Items whose partition begins so; with `sk`, those of this sort key or prefix. */
  of(prefix: string, sk?: string): readonly Item[];
  readonly applications: readonly Application[];
  readonly jobs: readonly Job[];
  readonly payments: readonly Payment[];
  readonly payouts: readonly Payout[];
  readonly certificates: readonly Certificate[];
  readonly ledger: readonly LedgerRow[];
  readonly billing: readonly BillingRecord[];
  readonly credits: readonly Credit[];
  readonly creditEntries: readonly z.infer<typeof CreditRecord>[];
  readonly audits: readonly Item[];
}

/** Sorts a table's items into what they are. Throws naming the first item that is not of its own form. */
export function tableOf(all: readonly Record<string, unknown>[]): Table {
  const items = all as readonly Item[];
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const kinds = Map.groupBy(items, ({ pk }) => pk.slice(0, pk.indexOf("#") + 1));
  const partition = (pk: string) => partitions.get(pk) ?? [];
  const of = (prefix: string, sk?: string) =>
    (kinds.get(prefix.slice(0, prefix.indexOf("#") + 1)) ?? []).filter(
      (item) =>
        item.pk.startsWith(prefix) &&
        (sk === undefined || item.sk === sk || (sk.endsWith("#") && item.sk.startsWith(sk))),
    );
  const read = <Schema extends z.ZodType>(schema: Schema, found: readonly Item[]): z.output<Schema>[] =>
    found.map((item) => {
      const parsed = schema.safeParse(item);
      if (parsed.success) return parsed.data;
      throw new Error(`${item.pk} / ${item.sk} is not of its own form: ${parsed.error.message}`);
    });
  return {
    items,
    get: (pk, sk = "META") => partition(pk).find((item) => item.sk === sk),
    partition,
    of,
    applications: read(Application, of("APPLICATION#", "META")),
    jobs: read(Job, of("JOB#", "META")),
    payments: read(Payment, of("PAYMENT#", "META")),
    payouts: read(Payout, of("PAYOUT#")),
    certificates: read(Certificate, of("CERTIFICATE#")),
    ledger: of("LEDGER#") as unknown as LedgerRow[],
    billing: read(
      BillingRecord,
      of("BILLING#").filter(({ sk }) => sk !== "WORDS"),
    ),
    credits: read(Credit, of("USER#", "CREDIT")),
    creditEntries: read(CreditRecord, of("CREDIT#")),
    audits: of("AUDIT#"),
  };
}

/** The part of a table that is one organization's: its things, its people, and what lies with either. */
export function itemsOf(all: readonly Record<string, unknown>[], organization_id: string): Item[] {
  const items = all as readonly Item[];
  const ids = new Set([organization_id]);
  for (const item of items) {
    const isMember = item.pk.startsWith("USER#") && item.sk === `MEMBER#${organization_id}`;
    if (item.organization_id !== organization_id && !isMember) continue;
    for (const name of ["user_id", "application_id", "cred_id", "credential_job_id", "event_id"]) {
      if (typeof item[name] === "string") ids.add(item[name]);
    }
  }
  const marks = /(?:org|usr|app|crd|job|evt)_[0-9A-Za-z]+/g;
  return items.filter(({ pk, sk, ref_pk = "", user_id, organization_id: owner }) => {
    if (pk.startsWith("LIST#") || pk.startsWith("COUNT#LIST#")) return false; // of all organizations
    if (pk.startsWith("EMAIL#")) return ids.has(String(user_id));
    return owner === organization_id || `${pk} ${sk} ${ref_pk}`.match(marks)?.some((id) => ids.has(id));
  });
}
