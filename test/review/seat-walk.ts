import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import { FirstJob, Job } from "../../shared/review/job.ts";
import { isWaitingForAdmin, seatsOf } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { publishedCredential, tableSection, textSection } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { marks } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { World as LocalWorld } from "../support/own-world.ts";
import type { Person } from "../support/people.ts";
import {
  type About,
  type Command,
  commands,
  contested,
  current,
  type Move,
  model,
  movesOf,
  newSubmission,
  reviewers as reviewerPlaces,
  type Seat,
  type Submission,
  type Verdict,
  verdicts,
  type World,
} from "./seat-model.ts";

const { credential, payment, reviewer, submission, review, appeal } = contract;

/** The invariants are checked whenever so many steps were taken. */
const STEPS_BETWEEN_CHECKS = 50;
/** Later than all days of whoever accepted and of a later seat, and earlier than an idle first seat goes back. */
const LAPSE_MS = 11 * 86_400_000;
const names = ["Lena", "Leo", "Liv"] as const;
/** What a reviewer does at a seat: until a round's results are released nobody outside it sees that (I26). */
const atSeat: ReadonlySet<Command> = new Set([...Object.keys(verdicts), "take", "release", "takeBack"] as Command[]);
const prices = [0, 12, 0, 12, 0, 12];
/** Whether the rounds of these credentials are all reviewed twice, or none is. */
const reviewedTwice = [true, true, true, true, false, false];

const step = fc.record({
  index: fc.nat(names.length * prices.length - 1),
  kind: fc.integer({ min: 0, max: 19 }),
  pick: fc.nat(),
  which: fc.nat(),
  by: fc.constantFrom(...reviewerPlaces),
  section: fc.constantFrom(0 as const, 1 as const),
});

/** The steps of a seed. */
export const stepsOf = (seed: number, count: number) =>
  fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0]!;

/** The move of a step: one in twenty is any at all, another something that is seldom. */
export function moveOf(
  all: World,
  { index, kind, pick, which, ...about }: ReturnType<typeof stepsOf>[number],
): Move | undefined {
  if (kind === 0) return { command: commands[pick % commands.length]!, about };
  const moves = movesOf(all, index, kind === 1);
  const same = moves[pick % moves.length];
  return same?.[which % same.length];
}

/** A submission with what the product calls it. */
interface Named {
  readonly learner: Person;
  readonly credential_id: string;
  readonly application_id: string;
  readonly section_ids: readonly string[];
}

/**
 * Walks by a seed through reviews with up to three seats and appeals in an organization of its own; each step is compared
 * with the model, and the invariants with what is stored. Answers the commands that were done.
 */
export async function walkSeats(world: LocalWorld, seed: number, count: number): Promise<Command[]> {
  const academy = await world.newOrganization("Seats Walk Academy");
  const reviewers = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob"),
    await acceptedReviewer(academy, "Ruth"),
  ] as const;
  const credential_ids = await Promise.all(
    prices.map((price, at) => {
      const second = reviewedTwice[at] && { second_review: { share_percent: 100 } };
      return publishedCredential(academy, reviewers, {
        sections: [textSection, tableSection],
        price,
        criteria: { ...second, appeals: { fee: "none" }, clock: null },
      });
    }),
  );
  const named: Named[] = [];
  for (const name of names)
    for (const [at, credential_id] of credential_ids.entries())
      named.push(await begin(world, academy.as(name), credential_id, prices[at]!));
  const all: World = {
    desk: { suspended: [false, false, false, false], listed: [true, true, true, true] },
    submissions: newSubmissions(),
  };
  const walker = new SeatWalker(world, academy, reviewers, named);
  const done: Command[] = [];
  const path: string[] = [];
  for (const [at, taken] of stepsOf(seed, count).entries()) {
    if (at > 0 && at % STEPS_BETWEEN_CHECKS === 0) await expectInvariants(world, academy);
    const { index } = taken;
    const move = moveOf(all, taken);
    if (move === undefined) continue;
    const { command, about } = move;
    const before = structuredClone(all);
    const expected = model(command, all, index, about);
    if (expected === "impossible") continue;
    path.push(`${index}.${about.by}${about.section} ${command}`);
    const where = `seed ${seed}: ${path.slice(-14).join(", ")}`;
    const watched = atSeat.has(command) ? await walker.answers(index, before.submissions[index]!) : undefined;
    const answered = await walker.take(command, index, before, about);
    expect(answered, `${where} is ${expected}`).toBe(expected === "done");
    if (watched && isReleasedAlike(before.submissions[index]!, all.submissions[index]!)) {
      const answers = await walker.answers(index, before.submissions[index]!);
      // who decides is told that a decision is waited for, and of nobody any more whose seat it was
      const wanted = (await walker.isToDecide(index)) ? watched.map(withoutReviewer) : watched;
      expect(answers, `I26: ${where}`).toEqual(wanted);
    }
    const looked = command === "follow" || command === "lapse" ? named.keys() : [index];
    for (const each of looked)
      expect(await walker.look(each), where).toEqual(walker.expected(each, all.submissions[each]!));
    if (expected === "done") done.push(command);
  }
  await world.control.runSchedule("release-idle-jobs", 2 * LAPSE_MS); // pays what is due
  await expectInvariants(world, academy);
  return done;
}

/** An answer of a job without who has accepted it. */
function withoutReviewer(answer: { readonly data?: object } | undefined): object | undefined {
  const { reviewer: _, ...data } = { reviewer: undefined, ...answer?.data };
  return answer && { ...answer, data };
}

/** Whether what is released of a submission is the same in two states of it. */
const isReleasedAlike = (one: Submission, other: Submission): boolean =>
  isDeepStrictEqual([one.status, one.appeal, one.sections], [other.status, other.appeal, other.sections]);

/** What the model starts from: each learner's submission of each credential. */
export const newSubmissions = (): Submission[] =>
  names.flatMap(() =>
    prices.map((price, at) => newSubmission({ isPaid: price > 0, isReviewedTwice: reviewedTwice[at]! })),
  );

async function begin(
  { origin }: Pick<LocalWorld, "origin">,
  learner: Person,
  credential_id: string,
  price: number,
): Promise<Named> {
  const application_id =
    price > 0
      ? await paidPurchase(learner, credential_id, origin)
      : (await learner.call(credential.apply, { credential_id })).body.data.application_id;
  const { body } = await learner.call(submission.read, { application_id });
  const section_ids = body.data.sections.map(({ section_id }) => section_id);
  return { learner, credential_id, application_id, section_ids };
}

/** Does the commands of a walk at the product's own door, and looks at what is stored after them. */
class SeatWalker {
  private readonly world: LocalWorld;
  private readonly academy: Organization;
  private readonly reviewers: readonly [Person, Person, Person, Person];
  private readonly named: readonly Named[];

  constructor(
    world: LocalWorld,
    academy: Organization,
    reviewers: readonly [Person, Person, Person, Person],
    named: readonly Named[],
  ) {
    this.world = world;
    this.academy = academy;
    this.reviewers = reviewers;
    this.named = named;
  }

  /** Does a command on what the model was before it; answers whether the product did it. */
  async take(command: Command, index: number, { submissions }: World, about: About): Promise<boolean> {
    const { learner, application_id, credential_id, section_ids } = this.named[index]!;
    const before = submissions[index]!;
    const admin = this.academy.as("Ada");
    const person = this.reviewers[about.by];
    const { user_id } = person;
    const seats = await this.seatIds(index);
    const credential_job_id = seats[before.seats.indexOf(current(before)!)] ?? "";
    const credential_section_id = section_ids[about.section]!;
    switch (command) {
      case "submit": {
        const open = section_ids.filter((_, at) => before.sections[at] !== "accepted");
        const sections = open.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
        return isDone(await learner.call(submission.submit, { application_id, credential_id, sections }));
      }
      case "take":
        return isDone(await person.call(review.accept, { credential_job_id }));
      case "release":
        return isDone(await person.call(review.release, { credential_job_id }));
      case "reassign":
        return isDone(await admin.call(review.reassign, { credential_job_id, reason: "Away." }));
      case "suspend":
        return isDone(await this.decideOn(user_id, "suspended"));
      case "reinstate": {
        if (!isDone(await this.decideOn(user_id, "reinstated"))) return false;
        const ids = new Set(this.named.map((each) => each.credential_id));
        const listed = [...ids].map((id) =>
          admin.call(credential.assignReviewers, { credential_id: id, add: [user_id] }),
        );
        return (await Promise.all(listed)).every(isDone);
      }
      case "follow":
        await this.world.control.runSchedule("review/offer-open-jobs", LAPSE_MS + 120_000); // after what a lapse made due
        return true;
      case "lapse":
        for (let run = 0; run < 8; run += 1) await this.world.control.runSchedule("release-idle-jobs", LAPSE_MS);
        return true;
      case "takeBack":
        return isDone(await person.call(review.undoSection, { credential_job_id, credential_section_id }));
      case "appeal": {
        const section_ids = contested(before, about).map((at) => this.named[index]!.section_ids[at]!);
        const text = "The evidence for it stands in the second paragraph of what was handed in.";
        const filed = { application_id, grounds: "procedure" as const, text, section_ids };
        return isDone(await learner.call(appeal.file, filed));
      }
      case "withdrawAppeal":
        return isDone(await learner.call(appeal.withdraw, { application_id }));
      case "refund":
        return isDone(await admin.call(payment.refund, { application_id, reason: "Cancelled" }));
      case "ruleAccepted":
      case "ruleRejected":
      case "chooseFirst":
      case "chooseSecond":
        return this.rule(command, seats[0]!, index, before);
      default: {
        const { accepts, marks: given, confirmed }: Verdict = verdicts[command];
        return isDone(
          await person.call(accepts ? review.acceptSection : review.rejectSection, {
            credential_job_id,
            credential_section_id,
            grade: "A",
            feedback: "<p>As asked.</p>",
            section_rubric: about.section === 1 ? marks(...given) : [],
            ...(confirmed && { confirmed }),
          }),
        );
      }
    }
  }

  /** What the learner is answered of a submission, and staff too while a later seat of its round is under review. */
  async answers(index: number, found: Submission): Promise<(object | undefined)[]> {
    const { learner, application_id } = this.named[index]!;
    const isLater = ["second", "third"].includes(current(found)?.seat ?? "");
    const [first] = isLater ? await this.seatIds(index) : [];
    const answers = await Promise.all([
      learner.call(submission.read, { application_id }),
      first === undefined ? undefined : this.academy.as("Ada").call(review.read, { credential_job_id: first }),
    ]);
    return answers.map((each) => each?.body);
  }

  /** Whether an admin has to decide between a submission's seats. */
  async isToDecide(index: number): Promise<boolean> {
    const jobs = await Promise.all((await this.seatIds(index)).map((id) => this.jobItem(id)));
    return jobs.some(isWaitingForAdmin);
  }

  /** What is stored of a submission and its seats, in the model's words. */
  async look(index: number): Promise<unknown> {
    const { section_ids } = this.named[index]!;
    const application = await this.application(index);
    const jobs = await Promise.all((await this.seatIds(index)).map((id) => this.jobItem(id)));
    const placeOf = (user_id: string | undefined) => this.reviewers.findIndex((each) => each.user_id === user_id);
    const sectionOf = (section_id: string) => section_ids.indexOf(section_id);
    const { adjudication } = jobs.find(isWaitingForAdmin) ?? {};
    return {
      status: application.status,
      appeal: application.appeal,
      sections: application.sections.map(({ status }) => status),
      seats: jobs.map(({ seat, round, status, acceptor, reviewers, verdicts: said, ...job }) => ({
        seat,
        round: seat === "first" ? 1 : round,
        status,
        acceptor: acceptor === undefined ? undefined : placeOf(acceptor),
        offered: reviewers.map(placeOf).toSorted(),
        passedOver: (job.passed_over ?? []).map(placeOf).toSorted(),
        had: (job.former_acceptors ?? []).map(placeOf).toSorted(),
        about: ("section_ids" in job ? job.section_ids : undefined)?.map(sectionOf).toSorted(),
        said: Object.fromEntries(
          said.map(({ section_id, status: verdict, decided_by }) => [
            sectionOf(section_id),
            { accepts: verdict === "accepted", by: placeOf(decided_by) },
          ]),
        ),
      })),
      asked: adjudication && {
        because: adjudication.because,
        sections: adjudication.section_ids.map(sectionOf).toSorted(),
      },
    };
  }

  /** What the model says, as `look` shows what is stored. */
  expected(_: number, { status, appeal, sections, seats, asked }: Submission): unknown {
    const shown = ({ said, acceptor, about, had, hasDays: _, ...seat }: Seat) => ({
      ...seat,
      had: [...new Set(had)].toSorted(),
      acceptor,
      about: about?.toSorted(),
      said: Object.fromEntries(Object.entries(said).map(([at, { accepts, by }]) => [at, { accepts, by }])),
    });
    return { status, appeal, sections, seats: seats.map(shown), asked };
  }

  private decideOn(user_id: string, status: "suspended" | "reinstated") {
    return this.academy.as("Ada").call(reviewer.decideApplication, { user_id, status, reason: "Because." });
  }

  /** An admin answers what they are asked. */
  private async rule(
    command: "ruleAccepted" | "ruleRejected" | "chooseFirst" | "chooseSecond",
    credential_job_id: string,
    index: number,
    { asked }: Submission,
  ): Promise<boolean> {
    const status = command === "ruleAccepted" ? ("accepted" as const) : ("rejected" as const);
    const { section_ids } = this.named[index]!;
    const sections = asked?.sections ?? [];
    const ruled = sections.map((at) => ({ section_id: section_ids[at]!, status, feedback: "<p>By its marks.</p>" }));
    const seat = command === "chooseFirst" ? ("first" as const) : ("second" as const);
    const decided = command.startsWith("choose") ? { seat } : { verdicts: ruled };
    const admin = this.academy.as("Ada");
    return isDone(
      await admin.call(review.adjudicate, { credential_job_id, ...decided, reason: "Marks.", reason_told: true }),
    );
  }

  private async application(index: number): Promise<Application> {
    const { pk } = submissionKeys.application(this.named[index]!.application_id);
    return Application.parse(await this.world.control.item(pk, "META"));
  }

  private async jobItem(job_id: string): Promise<Job> {
    return Job.parse(await this.world.control.item(submissionKeys.job(job_id).pk, "META"));
  }

  /** The jobs of a submission's seats in the order they were opened. */
  private async seatIds(index: number): Promise<string[]> {
    const [first] = seatsOf(await this.application(index));
    if (first === undefined) return [];
    const { later_seats = [] } = FirstJob.parse(await this.jobItem(first.job_id));
    return [first.job_id, ...later_seats.map(({ job_id }) => job_id)];
  }
}

function isDone(answer: { status: number; body: unknown }): boolean {
  expect([200, 400, 403, 404, 409], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.status === 200;
}
