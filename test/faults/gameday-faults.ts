import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { World } from "../support/own-world.ts";

const { credential, organization, payment, submission, user } = contract;
const FIVE_MINUTES_MS = 300_000;

/** A fault, and the alarm that it has to ring. */
export interface Fault {
  readonly alarm: string;
  /** What the operator writes in the place of the runbook's words in pointed brackets, besides the stage. */
  readonly placeholders?: Readonly<Record<string, string>>;
  breakIt(world: World): Promise<Broken>;
}

/** What is broken, and what there is to mend it besides commands. */
export interface Broken {
  /** Has the product do now what shows whether it works, where that is not always at it: once each period of the alarm. */
  notice?(): Promise<void>;
  isWhole(): Promise<boolean>;
  /** What the runbook has done by somebody else or at another place, by its words for that. */
  readonly byHand?: Readonly<Record<string, () => Promise<void>>>;
  /** What is typed into a command that asks for something. */
  readonly typed?: string;
}

/** The game days that there are. */
export const faults: Readonly<Record<string, Fault>> = {
  "wrong-total": { alarm: "invariants-violated", breakIt: spoilTotal },
  "mail-dead-letters": { alarm: "mail-dead", breakIt: loseMails },
  "webhook-secret": {
    alarm: "webhooks-forged",
    placeholders: { "<webhook>": "stripe-webhook" },
    breakIt: replaceWebhookSecret,
  },
  "dead-schedule": { alarm: "schedules-dead", breakIt: killSchedule },
  "broken-authorizer": { alarm: "calls-refused", breakIt: nameOtherClient },
  "broken-authorizer-of-few": { alarm: "tokens-refused", breakIt: nameOtherClientToFew },
  "mails-refused": { alarm: "events-late", breakIt: refuseMails },
};

/** Somebody's hand in the table: a list has seven things more than it has. */
async function spoilTotal({ control }: World): Promise<Broken> {
  const items = await control.everything();
  const counter = items.find(({ pk, sk }) => String(pk).startsWith("COUNT#ORG#") && sk === "TOTAL")!;
  await control.put([{ ...counter, count: Number(counter.count) + 7 }]);
  return {
    async notice() {
      await control.runSchedule("exportTableToPointInTime");
      await control.runSchedule("check-export");
    },
    isWhole: async () => (await control.item(String(counter.pk), String(counter.sk)))?.count === counter.count,
  };
}

/** SES has put the account back into its sandbox: it refuses whoever has not asked for mail there, and mails the others. */
async function loseMails({ control, mails, newOrganization }: World): Promise<Broken> {
  const academy = await newOrganization("Sandboxed Academy");
  const known = "known@verified.test";
  const unknown = ["una", "uma", "udo"].map((name) => `${name}@unverified.test`);
  await control.sandboxMail(["verified.test"]);
  const invitations = [known, ...unknown].map((email) => ({ email, role: 5 }));
  answered(await academy.as("Ada").call(organization.inviteUsers, { invitations }));
  return {
    byHand: { "Mend the cause": () => control.sandboxMail() },
    async isWhole() {
      const sent = await Promise.all([known, ...unknown].map((email) => mails.to(email)));
      return sent.every(({ length }) => length === 1);
    },
  };
}

/** Somebody has replaced the webhook's secret at Stripe, and told nobody; a learner pays, and closes the page at once. */
async function replaceWebhookSecret({ control, newOrganization, origin }: World): Promise<Broken> {
  const academy = await newOrganization("Unsigned Academy");
  const reviewers = [await acceptedReviewer(academy, "Rita")];
  const credential_id = await publishedCredential(academy, reviewers, { price: 50, sections: [textSection] });
  const typed = "whsec_replaced_at_stripe";
  await control.switchStripe({ webhookSecret: typed });
  const lena = academy.as("Lena");
  answered(await lena.call(credential.apply, { credential_id }));
  const secret = answered(await lena.call(payment.readCardSecret, { credential_id }));
  await typeCard(origin, secret);
  const missed = async () => (await control.stripeEvents()).filter(({ data }) => data.object.id === secret.stripe_id);
  return {
    typed,
    byHand: {
      "Five minutes later": () => control.moveClock(FIVE_MINUTES_MS),
      '"Resend"': async () => {
        for (const event of await missed()) await control.sendStripeEvent(event);
      },
    },
    isWhole: async () => answered(await lena.call(submission.read, { credential_id })).status === "ready",
  };
}

/** A job of the clock ends with an error at each run, for it may not read the table any more. */
async function killSchedule({ control }: World): Promise<Broken> {
  const dead = "laurel-local-schedules-dead";
  const denied = { what: "denied", service: "dynamodb", function: "user/erase-people", times: "always" } as const;
  await control.faults({ rules: [denied] });
  let runs = 0;
  return {
    notice: async () => void (runs++ === 0 && (await control.runSchedule("erase-people").catch(() => {}))),
    byHand: {
      "Mend the cause": () => control.faults(),
      "aws lambda invoke --function-name <function>": () => control.runSchedule("erase-people"),
      "Then delete the message": () => control.emptyQueue(dead),
    },
    async isWhole() {
      await control.runSchedule("erase-people");
      return (await control.queues()).find(({ name }) => name === dead)!.waiting.length === 0;
    },
  };
}

/** The gateway's authorizer names another client than the one that signs people in: it takes nobody's token. */
async function nameOtherClient({ control, newOrganization }: World): Promise<Broken> {
  const ada = (await newOrganization("Locked Academy")).as("Ada");
  await ada.token();
  await control.authorize(["another-client"]);
  const statuses: number[] = [];
  return {
    async notice() {
      statuses.splice(0);
      for (let call = 0; call < 60; call++) statuses.push((await ada.call(user.readProfile)).status);
    },
    byHand: { "set both back": () => control.authorize() },
    isWhole: async () => statuses.every((status) => status === 200),
  };
}

/** The same on a stage where one person is at work: they sign in, read nothing, and sign in again. */
async function nameOtherClientToFew({ control, newOrganization }: World): Promise<Broken> {
  const ada = (await newOrganization("Small Academy")).as("Ada");
  await ada.token();
  await control.authorize(["another-client"]);
  let last = 0;
  return {
    async notice() {
      for (let tries = 0; tries < 2; tries++) {
        ada.signOut();
        last = (await ada.call(user.readProfile)).status;
      }
    },
    byHand: { "set it back": () => control.authorize() },
    isWhole: async () => last === 200,
  };
}

/** SES takes no mail of ours: what the mail's worker may do was changed by hand. */
async function refuseMails({ control, mails, newOrganization, settle }: World): Promise<Broken> {
  const academy = await newOrganization("Silent Academy");
  const email = "sue@silent.test";
  const denied = { what: "denied", service: "ses", function: "platform/deliver-mail", times: "always" } as const;
  await control.faults({ rules: [denied] });
  answered(await academy.as("Ada").call(organization.inviteUsers, { invitations: [{ email, role: 5 }] }));
  await settle();
  return {
    notice: () => control.moveClock(3 * FIVE_MINUTES_MS),
    byHand: { "see [providers-unavailable](providers-unavailable.md)": () => control.faults() },
    async isWhole() {
      await settle();
      return (await mails.to(email)).length === 1;
    },
  };
}
