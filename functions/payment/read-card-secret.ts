import { Problem } from "../../shared/http/problem.ts";
import { readCardSecret } from "../../shared/payment/calls.ts";
import { dollars } from "../../shared/platform/money.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { publicSettings } from "../clients/stripe.ts";
import { pointer } from "../submission/model/pointer.ts";
import { choose } from "./model/choose.ts";
import { cardReceipt } from "./model/receipt.ts";
import { settle } from "./model/settle.ts";
import { cardAttempt } from "./model/start.ts";
import { pointedApplication } from "./model/store.ts";

export const handler = implement(
  readCardSecret,
  async ({ purchase }, { actor, prefetched: [prefetched] }) => {
    const application_id = pointedApplication(prefetched);
    const chosen = await choose({ application_id, user_id: actor.user_id, purchase }, "card", appealFees);
    const [attempt, { publishableKey, provider }] = await Promise.all([cardAttempt(chosen.payment), publicSettings()]);
    const { payment, intent } = attempt;
    const receipt = cardReceipt(intent);
    if (receipt) {
      await settle(receipt, { actor_id: actor.user_id }, appealFees);
      throw new Problem("payment.already-paid");
    }
    return {
      data: {
        client_secret: intent.clientSecret,
        stripe_id: intent.id,
        amount: dollars(payment.due_cents),
        currency: "usd" as const,
        provider,
        publishable_key: publishableKey,
      },
    };
  },
  pointer,
);
