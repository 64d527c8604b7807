import type { Mail } from "../../bin/local/aws/ses/mail.ts";
import type { QueueView } from "../../bin/local/aws/sqs/queue.ts";
import type { FaultPlan, SeenRequest } from "../../bin/local/cloud/faults.ts";
import type { AccountToOpen, BadgrSwitches } from "../../bin/local/sandbox/badgr/badgr.ts";
import type { BadgrAssertion, BadgrBadge } from "../../bin/local/sandbox/badgr/objects.ts";
import type { PayPalEvent, PayPalSwitches } from "../../bin/local/sandbox/paypal/paypal.ts";
import type { StripeEvent, StripeSwitches } from "../../bin/local/sandbox/stripe/stripe.ts";
import type { SignedEvent } from "../../bin/local/sandbox/webhooks.ts";
import type { OrganizationToMake, PersonToMake } from "../../bin/seed/make.ts";
import type { SigningKey } from "../../shared/platform/environment.ts";
import type { RequestCounts } from "./world/request-counts.ts";
import type { Trace } from "./world/traces.ts";
import type { Usage } from "./world/usage.ts";

/**
 * What a test may do with the world from outside, past the API: move time, wait, look, break things. Each is a POST
 * to the world's control port, named as here, with its arguments as a JSON array.
 */
export interface Controls {
  /** Resolves when all that follows from what was written until now has happened. */
  settle(): Promise<void>;
  /** Moves the time of the whole world: only in a world of one's own. */
  moveClock(milliseconds: number): Promise<void>;
  /** Settings of the world's functions, endpoints included: for programs that an operator runs against it. */
  settings(names: readonly string[]): Promise<Record<string, string>>;
  runSchedule(name: string, clockOffsetMs?: number): Promise<void>;
  /** Signs certificates with these keys, as after a deployment with other `signingKeys`: only in a world of one's own. */
  signWith(keys: readonly Pick<SigningKey, "name" | "state">[]): Promise<void>;
  /** Requires two-step sign-in as after a deployment with `factorRequired`, or no more: only in a world of one's own. */
  requireFactor(isRequired: boolean): Promise<void>;
  /** Lets the functions work on another table, as after a deployment with `restoredTable`: only in a world of one's own. */
  useTable(name: string): Promise<void>;
  /** Puts the account at SES into its sandbox, which mails to these addresses and domains alone, or lets it out: in a world of one's own. */
  sandboxMail(recipients?: readonly string[]): Promise<void>;
  /** The mails to an address, oldest first. */
  mailsTo(email: string): Promise<Mail[]>;
  /** Makes the way from the functions to the services unreliable, by a plan, or a good one again: see there. In a world of one's own. */
  faults(plan?: FaultPlan): Promise<void>;
  /**
   * Kills the table's process, and starts it again so much later: in a world of one's own whose table is on disk. `isTorn`
   * when the table's own file may lack the last write that was answered.
   */
  killTable(downMs: number): Promise<{ isTorn: boolean }>;
  /** Hands over once more all that the table's stream has kept: in a world of one's own. */
  redeliver(): Promise<void>;
  /** What has passed under the last plan, in order. */
  seenRequests(): Promise<readonly SeenRequest[]>;
  /** Lets functions take this many times what the template allows. In a world of one's own. */
  slowDown(timeFactor: number): Promise<void>;
  /** Gives the drawing of a picture so long. In a world of one's own. */
  drawWithin(milliseconds: number): Promise<void>;
  /** Makes the card provider dead, slow or careless with its webhooks: only in a world of one's own. */
  switchStripe(switches: Partial<StripeSwitches>): Promise<void>;
  stripeEvents(): Promise<StripeEvent[]>;
  /** Makes PayPal dead or careless with its webhooks: only in a world of one's own. */
  switchPayPal(switches: Partial<PayPalSwitches>): Promise<void>;
  payPalEvents(): Promise<PayPalEvent[]>;
  sendPayPalEvent(event: PayPalEvent): Promise<void>;
  /** Sends an event, signed: one of before again, or one of the test's making. */
  sendStripeEvent(event: StripeEvent): Promise<void>;
  /** An event as its provider posts it, signed now. */
  signedEvent(provider: "stripe" | "paypal", event: { readonly id: string }): Promise<SignedEvent>;
  /** Makes the badge service dead, slow or impatient: in test/badgr alone, or in a world of one's own. */
  switchBadgr(switches: Partial<BadgrSwitches>): Promise<void>;
  /** Opens an account at the badge service. */
  openBadgrAccount(account: AccountToOpen): Promise<void>;
  /** Ends the tokens of an account at the badge service. */
  endBadgrTokens(username: string): Promise<void>;
  /** Ends the access tokens of an account at the badge service; its refresh tokens still renew them. */
  forgetBadgrAccess(username: string): Promise<void>;
  /** Gives an account at the badge service one more issuer. */
  openBadgrIssuer(username: string, issuer: { name: string; email: string }): Promise<void>;
  /** Takes back that the address of an account at the badge service is verified. */
  unverifyBadgrAccount(username: string): Promise<void>;
  /** What the badge service has awarded, revoked awards among them. */
  badgrAwards(): Promise<BadgrAssertion[]>;
  /** The badges of the badge service. */
  badgrBadges(): Promise<BadgrBadge[]>;
  makeOrganization(organization: OrganizationToMake): Promise<void>;
  makePerson(person: PersonToMake): Promise<void>;
  /** The item of a key as stored, or null. */
  item(pk: string, sk: string): Promise<Record<string, unknown> | null>;
  /** All items of a partition. */
  items(pk: string): Promise<Record<string, unknown>[]>;
  /** Every item of the table. */
  everything(): Promise<Record<string, unknown>[]>;
  /** What violates an invariant among the items of an organization, as `I19 …`. */
  violations(organizationId: string): Promise<string[]>;
  /** Writes items past the API, as somebody does who has a backup. */
  put(items: readonly Record<string, unknown>[]): Promise<void>;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  queues(): Promise<QueueView[]>;
  redrive(queueName: string): Promise<void>;
  /** Deletes the messages that wait in a queue, as somebody does in the console: in a world of one's own. */
  emptyQueue(queueName: string): Promise<void>;
  /** The last lines of the gateway's access log. */
  accessLog(): Promise<readonly string[]>;
  /** Has the gateway take tokens of these clients alone, or again those of the template's: in a world of one's own. */
  authorize(clients?: readonly string[]): Promise<void>;
  /** The last lines that functions and parts have logged. */
  logs(): Promise<string[]>;
  /** What the answering of requests did, by their ids (the header `apigw-requestid` of the answer). */
  traces(requestIds: readonly string[]): Promise<Trace[]>;
  /** What the calls since this was last asked have asked of AWS, by `domain/file` of their handlers. */
  spending(): Promise<Record<string, RequestCounts>>;
  /** What the world has asked of AWS since this was last asked, in the units of a bill. */
  usage(): Promise<Usage>;
}

/** Where a running world is. */
export interface WorldAddress {
  readonly origin: string;
  readonly filesOrigin: string;
  readonly controlUrl: string;
}

/** The controls of a world, called over its control port. */
export function controlsAt(controlUrl: string): Controls {
  return new Proxy({} as Controls, {
    get:
      (_, name) =>
      async (...parameters: unknown[]) => {
        const answer = await fetch(`${controlUrl}/${String(name)}`, {
          method: "POST",
          body: JSON.stringify(parameters),
        });
        const { value, failure } = (await answer.json()) as { value?: unknown; failure?: string };
        if (failure !== undefined) throw new Error(`${String(name)}: ${failure}`);
        return value;
      },
  });
}
