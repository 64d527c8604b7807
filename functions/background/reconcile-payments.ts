import { Problem } from "../../shared/http/problems.ts";
import { Payment } from "../../shared/payment/payment.ts";
import { openHoursMax, reconcileAfterMinutes } from "../../shared/payment/rules.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { together } from "../data/table.ts";
import { cancelIntent } from "../outside/stripe.ts";
import { failSteps } from "../payment/fail.ts";
import { settle } from "../payment/settle.ts";
import { intentFor } from "../payment/start.ts";
import { clock } from "../runtime/clock.ts";
import { describeError, log } from "../runtime/log.ts";

const PAGE = 50;

/**
 * Asks the card provider about every payment that has been open for a while: what succeeded unheard is applied; what is
 * older than a day is given up at the provider first, and its credit is free again.
 */
export async function handler(): Promise<{ asked: number }> {
  let asked = 0;
  let cursor: string | undefined;
  do {
    const page = await listPage({ view: views.openPayments(), limit: PAGE, cursor, ascending: true });
    const waiting = page.items.map((item) => Payment.parse(item)).filter(({ status }) => status === "open");
    const due = waiting.filter((payment) => minutesOpen(payment) >= reconcileAfterMinutes);
    for (const payment of due) {
      await reconcile(payment).catch((error) => {
        log("error", "reconcile_failed", { organization_id: payment.organization_id, error: describeError(error) });
      });
    }
    asked += due.length;
    cursor = due.length < waiting.length ? undefined : page.cursor; // the oldest come first
  } while (cursor !== undefined);
  log("info", "payments_reconciled", { count: asked });
  return { asked };
}

const minutesOpen = ({ started_on }: Payment): number => (clock.now() - Date.parse(started_on)) / 60_000;

async function reconcile(payment: Payment): Promise<void> {
  const intent = await intentFor(payment);
  const late = minutesOpen(payment) >= openHoursMax * 60;
  const after = late && intent.status !== "succeeded" ? await cancelIntent(intent.id) : intent;
  if (after?.status === "succeeded") {
    await settle(after, { actor_id: "system" });
  } else if (late || after?.status === "canceled") {
    const comment = "The payment was not finished within a day.";
    const known = { ...payment, stripe_payment_id: intent.id };
    await together(failSteps(known, comment, new Problem("state.changed")));
  }
}
