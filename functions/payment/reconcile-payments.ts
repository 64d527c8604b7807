import * as z from "zod";
import { positionOf } from "../../shared/http/cursor.ts";
import { Problem } from "../../shared/http/problem.ts";
import { statusOf } from "../../shared/http/problems.ts";
import { Payment } from "../../shared/payment/payment.ts";
import { openHoursMax, reconcileAfterMinutes } from "../../shared/payment/rules.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { atATime, type Running } from "../chain/at-a-time.ts";
import { readOrder } from "../clients/paypal/orders.ts";
import { cancelIntent } from "../clients/stripe.ts";
import { paymentKeys, paymentViews } from "../data/keys/payment.ts";
import { listPage } from "../data/list.ts";
import { put } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { describeError, log } from "../runtime/log.ts";
import { failSteps } from "./model/fail.ts";
import { isToReconcile } from "./model/payment-entity.ts";
import { finishOrder } from "./model/paypal.ts";
import { cardReceipt } from "./model/receipt.ts";
import { settle } from "./model/settle.ts";
import { intentFor } from "./model/start.ts";

const PAGE = 100;
/** Asked at a time: providers take a hundred a second and more, and each answer takes a third of one. */
const AT_A_TIME = 10;
/** The longest that a provider that does not answer is waited for, with what follows. */
const SPARE_MS = 30_000;
/** A day after which an open payment should have been given up, and time for a provider to come back. */
const lateMinutes = (openHoursMax + 2) * 60;

/** Where the passes stand: how many there were, and where the one that is under way goes on. */
const Place = z.object({
  pass: z.number(),
  cursor: z
    .string()
    .refine((cursor) => positionOf(cursor) !== undefined) // of a release that wrote them otherwise: from the beginning
    .optional()
    .catch(undefined),
});

/**
 * Asks the providers about every payment that has been open for a while: what succeeded unheard is applied; what is older
 * than a day is given up at the provider first, and its credit is free again. Of paid ones it learns the provider's fee.
 * The older a payment, the fewer passes ask about it. A run whose time is up says so, and the next one goes on there.
 */
export async function handler(_: unknown, running: Running): Promise<{ asked: number }> {
  const { pass, cursor: from } = (await get(Place, paymentKeys.reconciliation())) ?? { pass: 0 };
  let [asked, cursor] = [0, from];
  do {
    const page = await listPage({ view: paymentViews.openPayments(), limit: PAGE, cursor, ascending: true });
    const waiting = page.items.map((item) => Payment.parse(item)).filter(isToReconcile);
    const old = waiting.filter((payment) => minutesOpen(payment) >= reconcileAfterMinutes);
    let left: Payment | undefined;
    await atATime(
      AT_A_TIME,
      old.filter((payment) => isInTurn(payment, pass)),
      ({ application_id }) => application_id,
      async (payment) => {
        left ??= running.getRemainingTimeInMillis() < SPARE_MS ? payment : undefined;
        if (left !== undefined) return;
        await reconcile(payment).catch((error) => tellFailed(payment, error));
        asked++;
      },
    );
    if (left !== undefined) {
      await keepPlace({ pass, cursor });
      const durationMs = clock.now() - Date.parse(left.started_on);
      log("warn", "scheduled_behind", { call: "reconcile-payments", count: asked, durationMs });
      return { asked };
    }
    cursor = old.length < waiting.length ? undefined : page.cursor; // the oldest come first
  } while (cursor !== undefined);
  await keepPlace({ pass: pass + 1 });
  log("info", "payments_reconciled", { count: asked });
  return { asked };
}

const keepPlace = (place: z.infer<typeof Place>) => transact([put(paymentKeys.reconciliation(), place)]);

/**
 * Whether a pass asks about a payment: of its first hour each one, then one in six and after six hours one in eighteen, which
 * are an hour and three. What is to be given up is asked about each time. By its second each has passes of its own.
 */
function isInTurn(payment: Payment, pass: number): boolean {
  const minutes = minutesOpen(payment);
  const every = isOver(payment) || minutes < 60 ? 1 : minutes < 360 ? 6 : 18;
  return pass % every === Math.floor(Date.parse(payment.started_on) / 1000) % every;
}

/** Nobody finishes it any more: after a day the clock gives it up. */
const isOver = (payment: Payment): boolean => payment.status === "open" && minutesOpen(payment) >= openHoursMax * 60;

function tellFailed(payment: Payment, error: unknown): void {
  const late = payment.status === "open" && minutesOpen(payment) >= lateMinutes;
  log("error", late ? "reconcile_late" : "reconcile_failed", {
    organization_id: payment.organization_id,
    error: describeError(error),
  });
}

const minutesOpen = ({ started_on }: Payment): number => (clock.now() - Date.parse(started_on)) / 60_000;

async function reconcile(payment: Payment): Promise<void> {
  const late = isOver(payment);
  if (payment.method === "paypal") await reconcileOrder(payment, late);
  else await reconcileIntent(payment, late);
}

async function reconcileIntent(payment: Payment, late: boolean): Promise<void> {
  const intent = await intentFor(payment);
  const after = late && intent.status !== "succeeded" ? await cancelIntent(intent.id) : intent;
  const receipt = after && cardReceipt(after);
  const isCanceled = after?.status === "canceled"; // an appeal waits all the same: its learner may begin anew for a day
  if (receipt) await settle(receipt, { actor_id: "system" }, appealFees);
  else if (late || (isCanceled && payment.purchase !== "appeal"))
    await giveUp({ ...payment, stripe_payment_id: intent.id });
}

/** An order that is not approved lapses at PayPal by itself; money on its way to us (an eCheck) is waited for. */
async function reconcileOrder(payment: Payment, late: boolean): Promise<void> {
  const { paypal_order_id } = payment;
  const order = paypal_order_id === undefined ? undefined : await readOrder(paypal_order_id);
  const settled = order && (await finishOrder(order, { actor_id: "system" }, appealFees).catch(declined));
  if (late && !settled && order?.capture?.status !== "PENDING") await giveUp(payment);
}

/** A refusal of PayPal is an answer: the order is not collected. */
function declined(error: unknown): undefined {
  if (error instanceof Problem && statusOf(error.code) < 500) return undefined;
  throw error;
}

const giveUp = async (payment: Payment): Promise<void> => {
  const comment = "The payment wasn’t finished within a day.";
  await transact(await failSteps(payment, comment, new Problem("state.changed"), { isLate: true }));
};
