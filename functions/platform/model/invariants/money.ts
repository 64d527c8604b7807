import { appealFeeCents } from "../../../../shared/appeal/appeal.ts";
import type { Payment } from "../../../../shared/payment/payment.ts";
import { accounts, isSold, sumOf } from "../../../../shared/payment/rules.ts";
import { reviewerPayCents, splitNames, splitPrice } from "../../../../shared/platform/money.ts";
import { isOf, kinds } from "../../../data/keys/kinds.ts";
import { paymentKeys } from "../../../data/keys/payment.ts";
import { earnedParts } from "../../../payment/model/earned-pay.ts";
import type { Invariant } from "./invariant.ts";
import type { LedgerRow, Table } from "./table.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const sumPaid = (payouts: ReadonlyMap<string, readonly { readonly pay_cents: number }[]>, job: string): number =>
  sum((payouts.get(job) ?? []).map(({ pay_cents }) => pay_cents));

const rowsOf = (
  table: Table,
  { application_id, purchase }: Pick<LedgerRow, "application_id" | "purchase">,
  event: string,
): LedgerRow[] => table.ledgerOf(application_id).filter((row) => row.purchase === purchase && row.event === event);

/** What of an appeal's fee nobody has earned or got back yet. */
const keptOf = ({ status, price_cents, spent_cents = 0 }: Payment): number =>
  status === "paid" || status === "disputed" ? price_cents - spent_cents : 0;

/** The invariants of money: I7 to I11 and I25. */
export const money: readonly Invariant[] = [
  {
    id: "I7",
    says: "work is handed in only where the price is paid or 0",
    within: {
      application({ applications, payments }, verify) {
        const paid = new Set(payments.filter(({ status }) => isSold(status)).map((each) => each.application_id));
        for (const { application_id, status, price_cents, round } of applications) {
          const begun = round > 0 || !["applied", "closed"].includes(status);
          if (begun)
            verify(price_cents === 0 || paid.has(application_id), `${application_id} is ${status} and not paid`);
        }
      },
    },
  },
  {
    id: "I8",
    says: "a purchase is paid once; what came besides became credit",
    within: {
      application(table, verify, { isMarked }) {
        for (const payment of [...table.payments, ...table.fees]) {
          const { application_id, status, due_cents, stripe_payment_id, paypal_order_id } = payment;
          const sales = rowsOf(table, payment, "sale");
          verify(
            sales.length === (isSold(status) ? 1 : 0),
            `${application_id} is ${status} with ${sales.length} sales`,
          );
          if (!isSold(status) || due_cents === 0) continue;
          const mark = stripe_payment_id
            ? paymentKeys.providerMarker("intent", stripe_payment_id)
            : paymentKeys.providerMarker("order", String(paypal_order_id));
          verify(!isMarked || table.get(mark) !== undefined, `${application_id}: no mark ${mark.pk}`);
        }
        const duplicates = table.ledger.filter(({ event }) => event === "duplicate");
        for (const { application_id, entry } of duplicates) {
          const given = table.creditEntries.some(
            (each) => each.kind === "duplicate" && each.application_id === application_id && each.cents === entry.cash,
          );
          verify(given, `${application_id}: a second payment of ${entry.cash} is not credited`);
        }
      },
    },
  },
  {
    id: "I9",
    says: "what was paid is the price applied for, or the fee of the contested minutes, less the credit used",
    within: {
      application({ payments, fees, applications, appeals }, verify) {
        const asked = new Map(appeals.map((appeal) => [appeal.application_id, appeal]));
        const feeOf = new Map(fees.map((fee) => [fee.application_id, fee]));
        for (const application of applications) {
          const { application_id } = application;
          const appeal = asked.get(application_id);
          if (appeal === undefined) continue;
          const fee = feeOf.get(application_id);
          const price = appealFeeCents(application, appeal.section_ids);
          verify((appeal.fee_cents ?? 0) === price, `${application_id}: its appeal does not cost ${price}`);
          const isPaid = appeal.status === "unpaid" ? fee?.status === "open" : fee !== undefined && isSold(fee.status);
          const isRight = price === 0 || (isPaid && fee?.price_cents === price);
          verify(isRight, `${application_id}: its appeal is ${appeal.status}, its fee ${fee?.status}`);
        }
        const waiting = fees.filter(({ status }) => status === "open");
        for (const { application_id } of waiting)
          verify(asked.get(application_id)?.status === "unpaid", `${application_id}: a fee is open for no appeal`);
        for (const { application_id, price_cents, credit_cents, due_cents } of fees)
          verify(
            due_cents === price_cents - credit_cents && due_cents >= 0,
            `${application_id}: ${due_cents} of fee due`,
          );
        const prices = new Map(applications.map(({ application_id, price_cents }) => [application_id, price_cents]));
        for (const { application_id, price_cents, credit_cents, due_cents } of payments) {
          verify(
            price_cents === (prices.get(application_id) ?? price_cents),
            `${application_id}: not the price applied for`,
          );
          verify(due_cents === price_cents - credit_cents && due_cents >= 0, `${application_id}: ${due_cents} due`);
        }
      },
    },
  },
  {
    id: "I10",
    says: "pay and shares make up the price; the ledger sums to 0 by event and in all",
    within: {
      application(table, verify) {
        for (const { entry, event, application_id } of table.ledger) {
          verify(sumOf(entry) === 0, `${event} of ${application_id} sums to ${sumOf(entry)}`);
          const unknown = Object.keys(entry).filter((name) => !(accounts as readonly string[]).includes(name));
          verify(unknown.length === 0, `${event} of ${application_id} has the account ${unknown}`);
        }
        const applications = new Map(table.applications.map((each) => [each.application_id, each]));
        for (const row of table.billing.filter(({ kind }) => kind === "charge")) {
          const { reviewer_pay_cents: own } = applications.get(row.application_id) ?? row;
          const pay = row.purchase === "appeal" ? row.price_cents : own;
          const shares = splitPrice(row.price_cents, pay);
          const split = splitNames.every((name) => row[name] === shares[name]);
          verify(split, `${row.entry_id}: pay and shares are not those of its price`);
          verify(
            row.card_cents + row.credit_cents === row.price_cents,
            `${row.entry_id}: cash and credit are not the price`,
          );
          const [sale] = rowsOf(table, row, "sale");
          const { cash = 0, credit_liability = 0, reviewer_payable = 0 } = sale?.entry ?? {};
          const booked = cash === row.card_cents && credit_liability === row.credit_cents && reviewer_payable === -pay;
          verify(booked, `${row.entry_id}: the ledger says something else`);
        }
        for (const payment of [...table.payments, ...table.fees]) {
          const { application_id, status, fee_cents = 0 } = payment;
          const undone = (event: string) => rowsOf(table, payment, event).length;
          const [refunds, reversals] = [Number(status === "credited"), Number(status === "lost")];
          verify(undone("refund") === refunds, `${application_id} is ${status} with ${undone("refund")} refunds`);
          verify(
            undone("reversal") === reversals,
            `${application_id} is ${status} with ${undone("reversal")} reversals`,
          );
          if (undone("duplicate") > 0) continue; // their fees are among these
          const fees = -sum(rowsOf(table, payment, "fee").map(({ entry }) => entry.fees ?? 0));
          verify(fees === fee_cents, `${application_id}: fees of ${fees} in the ledger, ${fee_cents} known`);
        }
        for (const each of table.applications) {
          const { reviewer_hourly_rate_cents, review_minutes, reviewer_pay_cents } = each;
          const pay = reviewerPayCents(reviewer_hourly_rate_cents, review_minutes);
          verify(reviewer_pay_cents === pay, `${each.application_id}: a pay of ${reviewer_pay_cents}`);
        }
      },
    },
    *adds(item) {
      if (isOf(kinds.ledger, item)) yield { name: "the ledger", is: sumOf(item.entry as LedgerRow["entry"]) };
    },
    compare({ is }, verify) {
      verify(is === 0, "the ledger does not sum to 0");
    },
  },
  {
    id: "I11",
    says: "a job that ended is paid once, to those who decided its sections; what is kept for reviewers can be earned",
    within: {
      application(table, verify) {
        const payouts = Map.groupBy(table.payouts, ({ credential_job_id }) => credential_job_id);
        const applications = new Map(table.applications.map((each) => [each.application_id, each]));
        for (const job of table.jobs) {
          const parts = payouts.get(job.credential_job_id) ?? [];
          const application = applications.get(job.application_id);
          const ended = job.status === "completed" || job.status === "withdrawn";
          const isFinished = ended || (job.seat !== "first" && job.status === "awaitingResult");
          verify(
            isFinished || parts.length === 0,
            `${job.credential_job_id} is ${job.status} with ${parts.length} payouts`,
          );
          if (!ended || application === undefined || table.isBeingPaid(job.credential_job_id)) continue;
          const earned = earnedParts(job, application);
          const says = (of: readonly { user_id: string; cents: number }[]) =>
            of
              .map(({ user_id, cents }) => `${user_id} ${cents}`)
              .toSorted()
              .join();
          const paid = says(parts.map(({ user_id, pay_cents }) => ({ user_id, cents: pay_cents })));
          verify(
            paid === says(earned),
            `${job.credential_job_id}: its payouts are ${paid}, earned were ${says(earned)}`,
          );
          const whole = sum(parts.map(({ pay_cents }) => pay_cents)) === job.reviewer_pay_cents;
          verify(job.status === "withdrawn" || whole, `${job.credential_job_id}: its payouts are not its pay`);
        }
        const later = new Set(
          [...table.jobs, ...table.anchorJobs].flatMap(({ seat, credential_job_id }) =>
            seat === "first" ? [] : [credential_job_id],
          ),
        );
        const spent = new Map(table.fees.map((fee) => [fee.application_id, fee.spent_cents ?? 0]));
        const funded = new Set(
          table.appeals.flatMap(({ application_id, job_id }) => ((spent.get(application_id) ?? 0) > 0 ? [job_id] : [])),
        );
        for (const { application_id, pay_cents, credential_job_id, status, due_on, paid_on } of table.payouts) {
          verify(
            pay_cents > 0 || (status === "paid" && paid_on === due_on),
            `${credential_job_id}: nothing is ${status}`,
          );
          const isLater = later.has(credential_job_id);
          const isFunded = funded.has(credential_job_id);
          const isOwed = isLater ? !isFunded : applications.get(application_id)?.price_cents === 0;
          const owed = isOwed ? sumPaid(payouts, credential_job_id) : 0;
          const rows = rowsOf(table, { application_id }, isLater ? "seat" : "pay").filter(
            (row) => !isLater || row.credential_job_id === credential_job_id,
          );
          const booked = -sum(rows.map(({ entry }) => entry.reviewer_payable ?? 0));
          verify(booked === owed, `${credential_job_id}: ${booked} of pay in the ledger, ${owed} owed`);
        }
        const beingPaid = new Set(
          table.jobs.flatMap((each) => (table.isBeingPaid(each.credential_job_id) ? [each.application_id] : [])),
        );
        const sold = new Set(table.payments.filter(({ status }) => isSold(status)).map((each) => each.application_id));
        const dueOf = Map.groupBy(
          table.payouts.filter(({ status }) => status === "due"),
          ({ application_id }) => application_id,
        );
        const feeOf = new Map(table.fees.map((fee) => [fee.application_id, fee]));
        for (const { application_id, status, reviewer_pay_cents } of table.applications) {
          if (beingPaid.has(application_id)) continue;
          const payable = -sum(table.ledgerOf(application_id).map(({ entry }) => entry.reviewer_payable ?? 0));
          const due = dueOf.get(application_id) ?? [];
          const isOpen = status !== "closed" && status !== "completed";
          const fee = feeOf.get(application_id);
          const kept =
            sum(due.map(({ pay_cents }) => pay_cents)) +
            (isOpen && sold.has(application_id) ? reviewer_pay_cents : 0) +
            (fee ? keptOf(fee) : 0);
          verify(
            payable === kept,
            `${application_id} is ${status}: ${payable} kept for reviewers, ${kept} can be earned or is due`,
          );
        }
      },
    },
  },
  {
    id: "I25",
    says: "credit is never below 0, and is the sum of its entries",
    within: {
      person({ credits, creditEntries, payments, fees }, verify) {
        const [creditOf, entriesOf] = [
          new Map(credits.map((each) => [each.user_id, each])),
          Map.groupBy(creditEntries, ({ user_id }) => user_id),
        ];
        const openOf = Map.groupBy(
          [...payments, ...fees].filter(({ status }) => status === "open"),
          ({ user_id }) => user_id,
        );
        for (const user_id of new Set([...creditOf.keys(), ...entriesOf.keys()])) {
          const { balance_cents = 0, held_cents = 0 } = creditOf.get(user_id) ?? {};
          verify(balance_cents >= 0 && held_cents >= 0, `${user_id}: ${balance_cents} and ${held_cents} held`);
          const entered = sum((entriesOf.get(user_id) ?? []).map(({ cents }) => cents));
          verify(balance_cents + held_cents === entered, `${user_id} has ${balance_cents + held_cents} of ${entered}`);
          const held = sum((openOf.get(user_id) ?? []).map(({ credit_cents }) => credit_cents));
          verify(held_cents === held, `${user_id}: ${held_cents} held for ${held} of open payments`);
        }
      },
    },
  },
];
