import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PaymentStatus } from "../../shared/payment/payment.ts";
import {
  type Account,
  duplicateEntry,
  type Entry,
  payEntry,
  payoutEntry,
  purchaseOf,
  refundEntry,
  reversalEntry,
  saleEntry,
  sumOf,
} from "../../shared/payment/rules.ts";
import { type PaymentEvent, paymentMachine } from "../../shared/payment/states.ts";
import { nextState } from "../../shared/platform/machine.ts";
import { splitPrice } from "../../shared/platform/money.ts";
import type { JobStatus } from "../../shared/review/job.ts";
import { type JobEvent, jobMachine } from "../../shared/review/states.ts";
import { type ApplicationEvent, applicationMachine } from "../../shared/submission/states.ts";
import type { ApplicationStatus } from "../../shared/submission/submission.ts";

/** One learner's application with all that belongs to it, as the handlers keep them, moved by the product's own rules. */
interface Purchase {
  readonly learner: number;
  readonly priceCents: number;
  readonly payCents: number;
  application: ApplicationStatus;
  job?: JobStatus;
  payment?: { status: PaymentStatus; creditCents: number; dueCents: number };
  payout?: { cents: number; status: "due" | "paid" };
}

const LEARNERS = 4;
const PURCHASES = 12;
const commands = [
  "start",
  "succeed",
  "fail",
  "succeedAgain",
  "refund",
  "dispute",
  "win",
  "lose",
  "submit",
  "accept",
  "release",
  "acceptAll",
  "rejectSome",
  "resubmit",
  "abandon",
  "payOut",
  "lapse",
] as const;
type Command = (typeof commands)[number];

class Model {
  readonly accounts = new Map<string, number>();
  readonly balances = Array.from({ length: LEARNERS }, () => 0);
  readonly held = Array.from({ length: LEARNERS }, () => 0);
  readonly purchases: Purchase[];

  constructor(prices: readonly { price: number; share: number }[]) {
    this.purchases = prices.map(({ price, share }, index) => ({
      learner: index % LEARNERS,
      priceCents: price * 100,
      payCents: price === 0 ? share * 10 : Math.floor(price * share),
      application: price === 0 ? "ready" : "applied",
    }));
  }

  balanceOf = (account: Account): number => this.accounts.get(account) ?? 0;

  /** Does a command if the rules let it happen; false when they refuse it. */
  run(command: Command, purchase: Purchase): boolean {
    if (command === "submit") return this.submit(purchase);
    if (command === "payOut") return this.payOut(purchase);
    if (command === "lapse") return this.move(purchase, "lapse");
    const review = reviews[command as keyof typeof reviews];
    return review ? this.review(purchase, review) : this.pay(command as PaymentCommand, purchase);
  }

  private move(purchase: Purchase, event: ApplicationEvent): boolean {
    if (event === "lapse" && purchase.payment?.status === "open") return false;
    const next = nextState(applicationMachine, purchase.application, event);
    if (next === undefined || next === "none") return false;
    purchase.application = next;
    return true;
  }

  private submit(purchase: Purchase): boolean {
    if (purchase.application === "revisionNeeded" || !this.move(purchase, "submit")) return false;
    purchase.job = "open";
    return true;
  }

  private review(purchase: Purchase, { job, application }: { job: JobEvent; application: ApplicationEvent }): boolean {
    const next = purchase.job && nextState(jobMachine, purchase.job, job);
    if (next === undefined || next === "none" || !this.move(purchase, application)) return false;
    purchase.job = next;
    if (next === "completed") this.earn(purchase, purchase.payCents);
    return true;
  }

  private earn(purchase: Purchase, cents: number): void {
    purchase.payout = { cents, status: cents > 0 ? "due" : "paid" };
    this.post(payEntry(cents, purchase.priceCents));
  }

  /** What ends with a sale that is undone: its application, and the job with what was earned of it. */
  private close(purchase: Purchase, cents: number): void {
    if (!this.move(purchase, "refund") || purchase.job === undefined) return;
    purchase.job = "withdrawn";
    this.earn(purchase, cents);
  }

  private payOut(purchase: Purchase): boolean {
    if (purchase.payout?.status !== "due" || purchase.payment?.status === "disputed") return false;
    purchase.payout.status = "paid";
    this.post(payoutEntry(purchase.payout.cents));
    return true;
  }

  private pay(command: PaymentCommand, purchase: Purchase): boolean {
    const { payment, learner, priceCents, payCents } = purchase;
    if (command === "start") return this.start(purchase);
    if (payment === undefined) return false;
    if (command === "succeedAgain") {
      if (payment.status === "open" || payment.dueCents === 0) return false;
      this.balances[learner]! += payment.dueCents;
      this.post(duplicateEntry(payment.dueCents));
      return true;
    }
    const next = nextState(paymentMachine, payment.status, command);
    if (next === undefined || next === "none") return false;
    payment.status = next;
    const shares = splitPrice(priceCents, payCents);
    const stays = earnedOf(purchase);
    if (command === "succeed") {
      this.held[learner]! -= payment.creditCents;
      this.move(purchase, "pay");
      this.post(saleEntry(payment.dueCents, payment.creditCents, shares));
    } else if (command === "fail") {
      this.held[learner]! -= payment.creditCents;
      this.balances[learner]! += payment.creditCents;
    } else if (command === "refund") {
      this.balances[learner]! += priceCents;
      this.post(refundEntry(priceCents, shares, stays));
      this.close(purchase, stays);
    } else if (command === "lose") {
      this.balances[learner]! += payment.creditCents;
      this.post(reversalEntry(payment.dueCents, payment.creditCents, shares, stays));
      this.close(purchase, stays);
    }
    return true;
  }

  private start(purchase: Purchase): boolean {
    const { payment, learner, priceCents } = purchase;
    const may = payment === undefined || nextState(paymentMachine, payment.status, "start") !== undefined;
    if (!may || purchase.application !== "applied" || priceCents === 0) return false;
    const { creditCents, dueCents } = purchaseOf(priceCents, this.balances[learner]!);
    this.balances[learner]! -= creditCents;
    this.held[learner]! += creditCents;
    purchase.payment = { status: "open", creditCents, dueCents };
    return dueCents === 0 ? this.pay("succeed", purchase) : true;
  }

  private post(entry: Entry): void {
    assert.equal(sumOf(entry), 0);
    for (const [account, cents] of Object.entries(entry)) {
      this.accounts.set(account, (this.accounts.get(account) ?? 0) + cents);
    }
  }
}
type PaymentCommand = PaymentEvent | "succeedAgain";

const reviews = {
  accept: { job: "accept", application: "jobAccepted" },
  release: { job: "release", application: "jobReleased" },
  acceptAll: { job: "allAccepted", application: "allAccepted" },
  rejectSome: { job: "someRejected", application: "someRejected" },
  resubmit: { job: "resubmit", application: "resubmit" },
  abandon: { job: "abandon", application: "sixtyDaysPass" },
} as const;

const paid: readonly PaymentStatus[] = ["paid", "credited", "disputed", "lost"];

/** What was earned of a purchase's pay by now: all of it once a round was decided, a revision under review included. */
const earnedOf = ({ job, payCents }: Purchase): number =>
  job === "completed" || job === "revisionNeeded" || job === "reviewing" ? payCents : 0;

/** What has to hold after every step, whatever happened: I5, I7, I9 to I11, I13 and I25, by the rules alone. */
function expectSound(model: Model): void {
  const credit = [...model.balances, ...model.held].reduce((sum, cents) => sum + cents, 0);
  assert.equal(model.balanceOf("credit_liability") + credit, 0);
  for (const cents of [...model.balances, ...model.held]) assert.ok(cents >= 0);
  const open = model.purchases.filter(({ payment }) => payment?.status === "open");
  const wanted = open.reduce((sum, { payment }) => sum + payment!.creditCents, 0);
  assert.equal(
    model.held.reduce((sum, cents) => sum + cents, 0),
    wanted,
  );
  let payable = 0;
  for (const { application, job, payment, payout, priceCents, payCents } of model.purchases) {
    const begun = !["applied", "closed"].includes(application);
    if (begun) assert.ok(priceCents === 0 || paid.includes(payment!.status));
    assert.equal(payout !== undefined, job === "completed" || job === "withdrawn");
    if (application === "completed") assert.equal(job, "completed");
    if (application === "submitted") assert.equal(job, "open");
    const sold = priceCents > 0 && payment !== undefined && paid.includes(payment.status);
    const isUndone = sold && ["credited", "lost"].includes(payment.status);
    if (payout !== undefined) payable += payout.status === "due" ? payout.cents : 0;
    else if (sold && !isUndone) payable += payCents;
  }
  assert.equal(model.balanceOf("reviewer_payable") + payable, 0);
}

it("holds through 10,000 steps of payments, credit, reviews, refunds and disputes in any order", () => {
  const price = fc.record({ price: fc.constantFrom(0, 1, 12, 25, 25, 120, 9999), share: fc.nat(100) });
  const step = fc.record({ command: fc.constantFrom(...commands), of: fc.nat(PURCHASES - 1) });
  let done = 0;
  fc.assert(
    fc.property(
      fc.array(price, { minLength: PURCHASES, maxLength: PURCHASES }),
      fc.array(step, { minLength: 250, maxLength: 250 }),
      (prices, steps) => {
        const model = new Model(prices);
        for (const { command, of } of steps) {
          done += Number(model.run(command, model.purchases[of]!));
          expectSound(model);
        }
      },
    ),
    { numRuns: 40 },
  );
  expect(done).toBeGreaterThan(500); // the rest were refused, and changed nothing
});
