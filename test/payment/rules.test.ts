import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPrice } from "../../shared/credential/money.ts";
import { paymentStatuses } from "../../shared/payment/payment.ts";
import {
  duplicateEntry,
  nextPaymentStatus,
  payEntry,
  purchaseOf,
  saleEntry,
  sumOf,
} from "../../shared/payment/rules.ts";

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

describe("a payment", () => {
  it("is paid only while open, and begins anew only after it failed", () => {
    expect(paymentStatuses.filter((status) => nextPaymentStatus(status, "succeed"))).toEqual(["open"]);
    expect(paymentStatuses.filter((status) => nextPaymentStatus(status, "start"))).toEqual(["failed"]);
  });
});
