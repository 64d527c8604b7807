import { optionalEnvironment } from "../../../functions/runtime/environment.ts";
import { contract } from "../../../shared/contract.ts";
import type { DataOf } from "../../seed/session.ts";
import { begin } from "./credential.ts";
import { learnerIn, noLearner, type Step } from "./step.ts";

/** What the test's card pays, where it pays. */
const PRICE_DOLLARS = 5;

export const payment: Step = {
  name: "payment",
  proves: "a card pays for an application, with the provider's keys for tests",
  otherwise: "lib/runbooks/providers-unavailable.md: the keys in the secret of the output StripeKeys",
  absent: (course) =>
    noLearner(course) ?? (optionalEnvironment("CARDS_TRIED") ? undefined : "the stage has no keys for tests: price 0"),
  async look(course) {
    const learner = learnerIn(course);
    const begun = await begin(course, PRICE_DOLLARS);
    const { credential_id } = begun;
    await learner.ask(contract.payment.saveBilling, { credential_id });
    const secret = await learner.ask(contract.payment.readCardSecret, { credential_id });
    await typeCard(course.origin, secret);
    await learner.ask(contract.payment.charge, { credential_id, stripe_id: secret.stripe_id });
    course.bought = begun;
  },
};

/** Types the good card of tests, as the browser does. Refuses keys that would charge anybody. */
async function typeCard(
  origin: string,
  { provider, publishable_key: key, stripe_id, client_secret }: DataOf<typeof contract.payment.readCardSecret>,
): Promise<void> {
  const intent = `payment_intents/${stripe_id}/confirm`;
  const typed = { number: "4242424242424242", exp_month: 12, exp_year: 2099, cvc: "123" };
  if (provider === "stripe" && !key.startsWith("pk_test_")) throw new Error("The provider's keys are none for tests.");
  const answer =
    provider === "sandbox"
      ? await fetch(new URL(`/sandbox/stripe/${intent}`, origin), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ client_secret, ...typed }),
        })
      : await fetch(`https://api.stripe.com/v1/${intent}`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}` },
          body: new URLSearchParams({ client_secret, payment_method: "pm_card_visa" }),
        });
  if (!answer.ok) throw new Error(`The provider answers the card ${answer.status}: ${await answer.text()}`);
}
