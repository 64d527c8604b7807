import { expect } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { firstJobOf } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import {
  approveOrder,
  cards,
  decideDispute,
  disputeAbout,
  orderFor,
  secretFor,
  typeCard,
} from "../support/fixtures/payment.ts";
import { marks } from "../support/fixtures/work.ts";
import type { World } from "../support/own-world.ts";
import type { Person } from "../support/people.ts";
import type { About, Command, Learner, Purchase } from "./walk-model.ts";

const { credential, payment, reviewer, submission, review } = contract;
const nothing = "0".repeat(26);

/** Who walks. */
export interface People {
  readonly learner: Person;
  /** A learner whom these purchases are no concern of. */
  readonly other: Person;
  readonly admin: Person;
  readonly reviewers: readonly [Person, Person];
  /** Others who try what is not theirs, one after the other. */
  readonly strangers: readonly Person[];
}

/** Does the commands of a walk at the product's own door, and looks at what is stored after them. */
export class Walker {
  private readonly world: World;
  private readonly people: People;
  private intruder = 0;
  private section_ids = new Map<Purchase, readonly string[]>();

  constructor(world: World, people: People) {
    this.world = world;
    this.people = people;
  }

  /** Does a command; answers whether the product did it. Anything but a plain yes or a plain refusal fails the test. */
  async take(command: Command, purchase: Purchase, about: About): Promise<boolean> {
    const { credential_id } = purchase;
    const { learner, admin } = this.people;
    const application_id = purchase.application_id ?? `app_${nothing}`;
    switch (command) {
      case "apply": {
        const answer = await learner.call(credential.apply, { credential_id });
        if (answer.status === 200) await this.remember(purchase, answer.body.data.application_id);
        return isDone(answer);
      }
      case "begin":
        return isDone(await learner.call(payment.saveBilling, { credential_id }));
      case "payByCard":
        return this.payByCard(purchase, cards.good);
      case "payByDeclinedCard":
        return this.payByCard(purchase, cards.declined);
      case "payByDisputedCard":
        return this.payByCard(purchase, cards.disputed);
      case "payByPayPal": {
        const begun = await learner.call(payment.createPaypalOrder, { credential_id });
        if (!isDone(begun)) return false;
        await approveOrder(begun.body.data);
        return true; // PayPal's webhook does the rest
      }
      case "hesitate": {
        const begun = await learner.call(payment.readCardSecret, { credential_id });
        if (!isDone(begun)) return false;
        await orderFor(learner, credential_id);
        expect((await typeCard(this.world.origin, begun.body.data)).status).toBe(400); // its form is closed
        await secretFor(learner, credential_id);
        return true;
      }
      case "winDispute":
        return this.decide(application_id, "winning_evidence");
      case "loseDispute":
        return this.decide(application_id, "losing_evidence");
      case "refund":
        return isDone(await admin.call(payment.refund, { application_id, reason: "Course cancelled" }));
      case "suspend":
      case "reinstate": {
        const { user_id } = this.people.reviewers[about.by];
        const status = command === "suspend" ? "suspended" : "reinstated";
        return isDone(await admin.call(reviewer.decideApplication, { user_id, status, reason: "Because." }));
      }
      case "choose": {
        const add = [this.people.reviewers[about.by].user_id];
        return isDone(await admin.call(credential.assignReviewers, { credential_id, add }));
      }
      case "follow":
        await this.world.control.runSchedule("review/offer-open-jobs", 120_000);
        return true;
      case "trespass":
        return this.trespass(application_id, purchase, about);
      case "save": {
        const section_id = this.sectionOf(purchase, about);
        const answer = { application_id, section_id, response: "<p>My work.</p>" };
        return isDone(await learner.call(submission.saveSection, answer));
      }
      case "submit": {
        const isSent = isDone(await learner.call(submission.submit, this.workOf(application_id, purchase)));
        await offerOpened(learner);
        return isSent;
      }
      default:
        return this.review(command, application_id, purchase, about);
    }
  }

  /** What is stored of a purchase and of its learner's credit, in the model's words. */
  async look({ application_id }: Purchase): Promise<unknown> {
    const { control } = this.world;
    const read = (pk: string, sk = "META") => control.item(pk, sk);
    const credit = await read(`USER#${this.people.learner.user_id}`, "CREDIT");
    const held = [credit?.balance_cents ?? 0, credit?.held_cents ?? 0];
    if (application_id === undefined) return { credit: held, application: "none" };
    const application = await read(`APPLICATION#${application_id}`);
    const jobId = firstJobOf(Application.parse(application));
    const [paid, task] = await Promise.all([
      read(`PAYMENT#${application_id}`),
      jobId === undefined ? undefined : read(`JOB#${jobId}`),
    ]);
    const acceptor = this.people.reviewers.findIndex(({ user_id }) => user_id === task?.acceptor);
    const among = (ids: unknown) =>
      this.people.reviewers.map(({ user_id }) => ((ids ?? []) as string[]).includes(user_id));
    return {
      credit: held,
      application: application!.status,
      payment: paid?.status,
      job: task
        ? {
            status: task.status,
            acceptor: acceptor < 0 ? undefined : acceptor,
            offered: among(task.reviewers),
            passedOver: among(task.passed_over),
          }
        : undefined,
      sections: (application!.sections as { status: string }[]).map(({ status }) => status),
      verdicts: (application!.sections as { section_id: string }[]).map(
        ({ section_id }) =>
          (task?.verdicts as { section_id: string; status: string }[] | undefined)?.find(
            (each) => each.section_id === section_id,
          )?.status,
      ),
    };
  }

  /** What the model says, as `look` shows what is stored. */
  expected({ balanceCents, heldCents }: Learner, purchase: Purchase): unknown {
    const { application, payment: paid, job: task, sections, verdicts } = purchase;
    const credit = [balanceCents, heldCents];
    if (application === "none") return { credit, application };
    return { credit, application, payment: paid, job: task && { acceptor: undefined, ...task }, sections, verdicts };
  }

  private async remember(purchase: Purchase, application_id: string): Promise<void> {
    purchase.application_id = application_id;
    const { body } = await this.people.learner.call(submission.read, { credential_id: purchase.credential_id });
    this.section_ids.set(
      purchase,
      body.data.sections.map(({ section_id }) => section_id),
    );
  }

  private sectionOf(purchase: Purchase, { section }: About): string {
    return this.section_ids.get(purchase)?.[section] ?? `sec_${nothing}`;
  }

  private workOf(application_id: string, purchase: Purchase) {
    const ids = this.section_ids.get(purchase) ?? [];
    const open = ids.filter((_, index) => purchase.sections[index as 0 | 1] !== "accepted");
    const sections = open.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
    return { application_id, credential_id: purchase.credential_id, sections };
  }

  private async payByCard({ credential_id }: Purchase, card: string): Promise<boolean> {
    const { learner } = this.people;
    const begun = await learner.call(payment.readCardSecret, { credential_id });
    if (!isDone(begun)) return false;
    await typeCard(this.world.origin, begun.body.data, card);
    return isDone(await learner.call(payment.charge, { credential_id, stripe_id: begun.body.data.stripe_id }));
  }

  private async decide(application_id: string, evidence: "winning_evidence" | "losing_evidence"): Promise<boolean> {
    const paid = await this.world.control.item(`PAYMENT#${application_id}`, "META");
    await decideDispute(this.world, await disputeAbout(this.world, paid?.stripe_payment_id), evidence);
    return true;
  }

  private async trespass(application_id: string, purchase: Purchase, about: About): Promise<boolean> {
    const { learner, other, admin, reviewers } = this.people;
    const work = this.workOf(application_id, purchase);
    const section_id = this.sectionOf(purchase, about);
    const credential_job_id = await this.jobOf(application_id);
    const tried = await Promise.all([
      other.call(submission.submit, work),
      other.call(submission.saveSection, { application_id, section_id, response: "<p>Not mine.</p>" }),
      learner.call(payment.refund, { application_id, reason: "I want it back" }),
      reviewers[about.by].call(payment.refund, { application_id, reason: "Why not" }),
      admin.call(payment.saveBilling, { credential_id: purchase.credential_id }),
      admin.call(review.accept, { credential_job_id }),
      learner.call(review.acceptSection, verdict(credential_job_id, section_id, about)),
      ...this.intrusions({ application_id, credential_job_id }, purchase, about),
    ]);
    return tried.some(isDone);
  }

  /** The job that reviews an application, or one that there is not. */
  private async jobOf(application_id: string): Promise<string> {
    const item = await this.world.control.item(`APPLICATION#${application_id}`, "META");
    return (item && firstJobOf(Application.parse(item))) ?? `job_${nothing}`;
  }

  /** The next stranger tries to decide on everything at once. */
  private intrusions(
    { application_id, credential_job_id }: Readonly<Record<"application_id" | "credential_job_id", string>>,
    { credential_id }: Purchase,
    about: About,
  ) {
    const { strangers, reviewers } = this.people;
    this.intruder = (this.intruder + 1) % strangers.length;
    const stranger = strangers[this.intruder]!;
    const { user_id } = reviewers[about.by];
    return [
      stranger.call(review.accept, { credential_job_id }),
      stranger.call(review.release, { credential_job_id }),
      stranger.call(review.reassign, { credential_job_id, reason: "Mine." }),
      stranger.call(payment.refund, { application_id, reason: "Mine." }),
      stranger.call(reviewer.decideApplication, { user_id, status: "suspended", reason: "Mine." }),
      stranger.call(credential.assignReviewers, { credential_id, remove: [user_id] }),
    ];
  }

  private async review(
    command: "take" | "release" | "reassign" | "acceptSection" | "rejectSection",
    application_id: string,
    purchase: Purchase,
    about: About,
  ): Promise<boolean> {
    const reviewer = this.people.reviewers[about.by];
    const credential_job_id = await this.jobOf(application_id);
    if (command === "take") return isDone(await reviewer.call(review.accept, { credential_job_id }));
    if (command === "release") return isDone(await reviewer.call(review.release, { credential_job_id }));
    if (command === "reassign")
      return isDone(await this.people.admin.call(review.reassign, { credential_job_id, reason: "Away." }));
    const given = verdict(credential_job_id, this.sectionOf(purchase, about), about, command);
    return isDone(await reviewer.call(review[command], given));
  }
}

const verdict = (
  credential_job_id: string,
  credential_section_id: string,
  { section }: About,
  command: "acceptSection" | "rejectSection" = "acceptSection",
) => ({
  credential_job_id,
  credential_section_id,
  grade: "A",
  feedback: "<p>As asked.</p>",
  section_rubric: section === 1 ? marks(command === "acceptSection", command === "acceptSection") : [],
});

function isDone(answer: { status: number; body: unknown }): boolean {
  expect([200, 400, 403, 404, 409], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.status === 200;
}
