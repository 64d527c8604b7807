import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PaymentStatus, paymentStatuses } from "../../shared/payment/payment.ts";
import {
  accounts,
  duplicateEntry,
  type Entry,
  feeEntry,
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

const price = fc.integer({ min: 1, max: 9999 }).map((dollars) => dollars * 100);

describe("a purchase", () => {
  it("takes credit first, and leaves the card nothing or an amount it accepts", () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 2_000_000 }), (cents, balance) => {
        const { creditCents, dueCents } = purchaseOf(cents, balance);
        expect(creditCents + dueCents).toBe(cents);
        expect(creditCents).toBeGreaterThanOrEqual(0);
        expect(creditCents).toBeLessThanOrEqual(balance);
        expect(dueCents === 0 || dueCents >= 50).toBe(true);
        if (balance >= cents) expect(dueCents).toBe(0);
      }),
    );
  });
});

describe("the ledger", () => {
  it("sums to zero for every sale, pay and duplicate", () => {
    fc.assert(
      fc.property(price, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1_000_000), (cents, share, balance) => {
        const pay = Math.floor(cents * share);
        const { creditCents, dueCents } = purchaseOf(cents, balance);
        expect(sumOf(saleEntry(dueCents, creditCents, splitPrice(cents, pay)))).toBe(0);
        expect(sumOf(payEntry(pay, cents))).toBe(0);
        expect(sumOf(payEntry(pay, 0))).toBe(0);
        expect(sumOf(duplicateEntry(cents))).toBe(0);
      }),
    );
  });
});

describe("a payment's states", () => {
  const table: Partial<Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>>> = {
    open: { switch: "open", succeed: "paid", fail: "failed" },
    failed: { start: "open", cover: "paid" },
    paid: { refund: "credited", dispute: "disputed" },
    disputed: { win: "paid", lose: "lost" },
  };
  const events: PaymentEvent[] = ["start", "cover", "switch", "succeed", "fail", "refund", "dispute", "win", "lose"];
  const steps = paymentStatuses.flatMap((from) => events.map((event) => [from, event, table[from]?.[event]] as const));

  it.each(steps)("from %s, %s leads to %s", (from, event, to) => {
    expect(nextState(paymentMachine, from, event)).toBe(to);
  });
});

describe("a refund and a lost dispute", () => {
  it("take back the sale to the cent; pay that was earned is the organization's debt then", () => {
    const shares = splitPrice(2500, 1167);
    const sale = saleEntry(2000, 500, shares);
    const net = (...entries: Entry[]) =>
      accounts
        .map((account) => [account, entries.reduce((sum, entry) => sum + (entry[account] ?? 0), 0)] as const)
        .filter(([, cents]) => cents !== 0);
    expect(net(sale, reversalEntry(2000, 500, shares, 0))).toEqual([]);
    expect(net(sale, reversalEntry(2000, 500, shares, 1167))).toEqual([
      ["reviewer_payable", -1167],
      ["org_payable", 1167],
    ]);
    expect(net(sale, refundEntry(2500, shares, 0))).toEqual([
      ["cash", 2000],
      ["credit_liability", -2000],
    ]);
    for (const entry of [feeEntry(103), payoutEntry(1167)]) expect(sumOf(entry)).toBe(0);
  });
});
