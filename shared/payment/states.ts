import type { Machine } from "../platform/machine.ts";
import type { PaymentStatus } from "./payment.ts";

/**
 * What can happen to a payment. `start` after a failure is the next attempt; `cover`: credit pays the whole price, and no
 * provider is asked; `switch` goes on with another provider.
 */
export type PaymentEvent = "start" | "cover" | "switch" | "succeed" | "fail" | "refund" | "dispute" | "win" | "lose";

/** A payment's states. */
export const paymentMachine: Machine<PaymentStatus, PaymentEvent> = {
  none: { start: "open", cover: "paid" },
  open: { switch: "open", succeed: "paid", fail: "failed" },
  failed: { start: "open", cover: "paid" },
  paid: { refund: "credited", dispute: "disputed" },
  disputed: { win: "paid", lose: "lost" },
  credited: {},
  lost: {},
};
