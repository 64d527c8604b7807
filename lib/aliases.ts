import { type CallName, callsOf, type NamedCall } from "../shared/contract.ts";

/** The name by which the gateway calls one version of a function. */
export const alias = "live";

/**
 * The calls of money and sign-in, with what a fault of theirs keeps people from. Each deployment keeps their functions as a
 * numbered version, and the alias says which one is called: an operator points it at the one before in seconds, where the
 * whole stage takes minutes to go back.
 */
export const aliasedCalls: Readonly<Partial<Record<CallName, string>>> = {
  "auth.login": "everybody who signs in",
  "auth.loginCode": "everybody whose sign-in asks for a code",
  "auth.refresh": "everybody who is signed in, within a quarter of an hour",
  "payment.readCardSecret": "beginning to pay by card",
  "payment.charge": "paying by card",
  "payment.createPaypalOrder": "beginning to pay by PayPal",
  "payment.capturePaypalOrder": "paying by PayPal",
  "payment.stripeWebhook": "being let in once Stripe says that it was paid",
  "payment.paypalWebhook": "being let in once PayPal says that it was paid",
  "submission.submit": "handing in what was paid for",
};

/** Whether the gateway calls a function by its alias. */
export const isAliased = ({ domain, name }: NamedCall): boolean => `${domain}.${name}` in aliasedCalls;

/** A call whose function has an alias. */
export interface Aliased {
  /** As in `auth.login`. */
  readonly name: string;
  readonly functionName: string;
}

/** All of them, by the names of a stage's functions. */
export const aliasedOf = (stage: string): Aliased[] =>
  callsOf()
    .filter(isAliased)
    .map(({ domain, name, file }) => ({
      name: `${domain}.${name}`,
      functionName: `laurel-${stage}-${domain}-${file}`,
    }));
