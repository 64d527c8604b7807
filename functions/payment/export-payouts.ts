import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { PaymentStatus } from "../../shared/payment/payment.ts";
import { dollars } from "../../shared/platform/money.ts";
import { decrypt } from "../clients/encryption.ts";
import { keepExport } from "../clients/exports.ts";
import { newId, now } from "../data/ids.ts";
import { paymentKeys, paymentViews } from "../data/keys/payment.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { listPage } from "../data/list.ts";
import { batchGet, get, queryAll, transact } from "../data/table.ts";
import { AccountSecret, BankRecord, bankName, isHeld } from "../reviewer/model/bank.ts";
import { optionalEnvironment } from "../runtime/environment.ts";
import { log } from "../runtime/log.ts";
import { csvOf } from "../sheets/csv.ts";
import type { Sheet } from "../sheets/sheet.ts";
import { Payout } from "./model/earned-pay.ts";
import { type NachaEntry, nachaFile, nextWorkingDay, type Originator } from "./model/nacha.ts";
import {
  addPayee,
  beginRun,
  closeRun,
  endRun,
  Payee,
  PayoutRun,
  payOutSteps,
  RunPayout,
  tellPayee,
} from "./model/payout.ts";

/** What an operator may say; nothing is needed. */
const Order = z.object({
  /** The day the money is to arrive; the next working day otherwise. */
  effective_on: z.iso.date().optional(),
  /** B, C … for a second and third file of one day. */
  modifier: z
    .string()
    .regex(/^[A-Z0-9]$/)
    .default("A"),
});

/** What a run did, as the operator reads it. `files` are keys in the bucket of exports. */
interface Report {
  readonly run_id: string;
  readonly people: number;
  readonly payouts: number;
  readonly dollars: number;
  readonly files: readonly string[];
  /** Due payouts that wait: their reviewers have no bank account or changed it lately, or the sale is disputed. */
  readonly waiting: number;
}

/** What of a payment decides whether the reviewer's pay may go out. */
const Sale = z.object({ status: PaymentStatus });

const PAGE = 40;

/**
 * Pays out what is due: each payout is marked paid in a transaction of its own, once; then all of the run become a NACHA
 * file and a CSV. Cut off at any point and started again, it goes on with the same run, pays nothing twice and writes the
 * same files.
 */
export async function handler(order: unknown): Promise<Report> {
  const run = await openRun(Order.parse(order ?? {}));
  const waiting = run.status === "open" ? await payDue(run) : 0;
  await transact([closeRun(run.run_id)]).catch(unlessDone);
  const payees = await payeesOf(run);
  const files = payees.length > 0 ? await writeFiles(run, payees) : [];
  for (const { payee, cents } of payees) {
    await transact(tellPayee(payee, cents)).catch(unlessDone);
  }
  await transact(endRun(run.run_id)).catch(unlessDone);
  const report = {
    run_id: run.run_id,
    people: payees.length,
    payouts: payees.reduce((sum, { jobs }) => sum + jobs, 0),
    dollars: dollars(payees.reduce((sum, { cents }) => sum + cents, 0)),
    files,
    waiting,
  };
  log("security", "sensitive_read", { outcome: "payout-export", count: report.people });
  return report;
}

/** Somebody else, or this run before it was cut off, did it already. */
const unlessDone = (error: unknown) => {
  if (!(error instanceof Problem && error.code === "state.changed")) throw error;
};

/** The run that is open, or a new one. Another start may end the open one while this one reads it: then it begins its own. */
async function openRun(order: z.output<typeof Order>): Promise<PayoutRun> {
  const started_on = now();
  const { effective_on = nextWorkingDay(started_on), modifier } = order;
  const run = { run_id: newId("run"), status: "open", started_on, modifier, effective_on } as const;
  await transact(beginRun(run)).catch(unlessDone);
  const [open] = await batchGet([paymentKeys.openPayoutRun()]);
  const found = open && (await get(PayoutRun, paymentKeys.payoutRun(String(open.run_id))));
  return found ?? openRun(order);
}

/** Marks what is due as paid within the run; answers how much has to wait. */
async function payDue({ run_id }: PayoutRun): Promise<number> {
  let [waiting, cursor]: [number, string | undefined] = [0, undefined];
  do {
    const page = await listPage({ view: paymentViews.allDuePayouts(), limit: PAGE, cursor, ascending: true });
    const due = page.items.map((item) => Payout.parse(item)).filter(({ status }) => status === "due");
    const people = [...new Set(due.map(({ user_id }) => user_id))];
    const [ready, sales] = await Promise.all([
      readyAccounts(run_id, people),
      batchGet(due.map(({ application_id }) => paymentKeys.payment(application_id))),
    ]);
    const payable = due
      .map((payout, index) => ({ payout, sale: sales[index] && Sale.parse(sales[index]) }))
      .filter(({ payout, sale }) => ready.has(payout.user_id) && sale?.status !== "disputed");
    waiting += due.length - payable.length;
    // One after the other: each checks the run, and transactions on one item would refuse each other.
    for (const { payout, sale } of payable) await transact(payOutSteps(payout, run_id, sale)).catch(unlessDone);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return waiting;
}

/** Who of these people has an account that may be paid to; each becomes a payee of the run, with the account as it is. */
async function readyAccounts(run_id: string, people: readonly string[]): Promise<Set<string>> {
  const [accounts, payees] = await Promise.all([
    batchGet(people.map(reviewerKeys.bank)),
    batchGet(people.map((user_id) => paymentKeys.payee(run_id, user_id))),
  ]);
  const ready = new Set<string>();
  for (const [index, user_id] of people.entries()) {
    const account = accounts[index] && BankRecord.parse(accounts[index]);
    if (payees[index] === undefined) {
      if (account === undefined || isHeld(account)) continue;
      await transact([addPayee(run_id, account)]).catch(unlessDone);
    }
    ready.add(user_id);
  }
  return ready;
}

interface Sum {
  readonly payee: Payee;
  readonly cents: number;
  readonly jobs: number;
}

/** Whom the run pays and how much, from what it has marked. */
async function payeesOf({ run_id }: PayoutRun): Promise<Sum[]> {
  const [payouts, payees] = await Promise.all([
    queryAll(paymentKeys.runPayouts(run_id)),
    queryAll(paymentKeys.payees(run_id)),
  ]);
  const byPerson = Map.groupBy(
    payouts.map((item) => RunPayout.parse(item)),
    ({ user_id }) => user_id,
  );
  return payees
    .map((item) => Payee.parse(item))
    .flatMap((payee) => {
      const own = byPerson.get(payee.user_id) ?? [];
      const cents = own.reduce((sum, { pay_cents }) => sum + pay_cents, 0);
      return cents > 0 ? [{ payee, cents, jobs: own.length }] : [];
    });
}

type Row = Sum & AccountSecret;

const sheetOf = (run: PayoutRun, rows: readonly Row[]): Sheet<Row> => ({
  title: "Payouts",
  subtitle: run.effective_on,
  fileName: "payouts",
  columns: [
    { id: "person", header: "Person", kind: "text", value: ({ payee }) => payee.user_id },
    { id: "holder", header: "Account holder", kind: "text", value: ({ payee }) => payee.account_holder },
    { id: "bank", header: "Bank", kind: "text", value: ({ payee }) => bankName(payee.bank_id) ?? "" },
    { id: "type", header: "Kind of account", kind: "text", value: ({ payee }) => payee.account_type },
    { id: "aba", header: "ABA number", kind: "digits", value: ({ aba }) => aba },
    { id: "account", header: "Account number", kind: "digits", value: ({ account_number }) => account_number },
    { id: "address", header: "Address", kind: "text", value: ({ address }) => address },
    { id: "jobs", header: "Jobs", kind: "text", value: ({ jobs }) => String(jobs) },
    { id: "amount", header: "Amount", kind: "amount", value: ({ cents }) => dollars(cents).toFixed(2) },
  ],
  summaryLines: async () => [],
  total: async () => rows.length,
  async *pages() {
    yield { rows, after: "" };
  },
});

/** Writes the run's files. Payees that were told already (and so have no numbers any more) mean that the files are there. */
async function writeFiles(run: PayoutRun, sums: readonly Sum[]): Promise<string[]> {
  const originator = optionalEnvironment("PAYOUT_ORIGINATOR");
  const folder = `payouts/${run.run_id}`;
  const files = [`${folder}/payouts.csv`, ...(originator === undefined ? [] : [`${folder}/payouts.ach`])];
  if (sums.some(({ payee }) => payee.sealed === undefined)) return files;
  const rows: Row[] = [];
  for (const sum of sums) {
    const { user_id, sealed = "" } = sum.payee;
    const secret = AccountSecret.parse(JSON.parse(await decrypt(sealed, { purpose: "bank", owner: user_id })));
    rows.push({ ...sum, ...secret });
  }
  const csv = csvOf(sheetOf(run, rows));
  await keepExport(files[0]!, csv.contentType, `${await csv.begin()}${csv.rows(rows)}${csv.end()}`);
  if (originator !== undefined) {
    const entries = rows.map(
      ({ payee, cents, aba, account_number }): NachaEntry => ({
        aba,
        account_number,
        account_type: payee.account_type,
        cents,
        holder: payee.account_holder,
        id: payee.user_id.slice(-15),
      }),
    );
    const { started_on: made, effective_on: effective, modifier } = run;
    const file = nachaFile(JSON.parse(originator) as Originator, entries, { made, effective, modifier });
    await keepExport(files[1]!, "text/plain; charset=us-ascii", file);
  }
  return files;
}
