import { contract } from "../../shared/contract.ts";
import type { Ago } from "./history.ts";
import type { SeedName } from "./people.ts";
import type { Session, Sessions } from "./session.ts";
import { answer, type Begun, begin, grade, type SeedAnswer, type SeedVerdict } from "./work.ts";

/** The credential that has a share of its rounds reviewed a second time. */
export const observationTitle = "Observing a Lesson without Judging It";
const sectionCount = 10;
const criterionCount = 5;

/** Runs a background function of the world as it is then. */
export type RunBackground = (name: "review/offer-open-jobs" | "review/release-idle-jobs") => Promise<unknown>;

/** A credential of the seeded world, when its work is handed in and what its clock does then. */
export interface World {
  readonly ago: Ago;
  readonly run: RunBackground;
  readonly credential_id: string;
}

/** What a reviewer misses, by section; everything else is passing. */
export type Missed = Readonly<Record<number, readonly number[]>>;

/** A credential that has a share of its rounds reviewed a second time, by whom, and what is said there. */
export interface ReviewedTwice extends World {
  /** Who has the second seats; Rita has the first. */
  readonly second: SeedName;
  readonly answers: readonly SeedAnswer[];
  readonly verdictsWith: (missed: Missed) => SeedVerdict[];
}

const minutesOfDay = 24 * 60;
const minutesUntilOffered = 5;
const words = ["Clear and close to what was said.", "You quote, and you keep your opinion out of it."];

/** A verdict on every section: approved from three of five criteria on. */
const verdictsWith = (missed: Missed): SeedVerdict[] =>
  Array.from({ length: sectionCount }, (_, section) => {
    const lost = missed[section] ?? [];
    const isPassing = criterionCount - lost.length >= 3;
    return {
      verdict: isPassing ? "accept" : "reject",
      grade: isPassing ? "Pass" : "Not yet",
      feedback: `<p>${isPassing ? words[section % words.length]! : "Say what you saw before you say what you thought of it."}</p>`,
      marks: Array.from({ length: criterionCount }, (__, criterion) => !lost.includes(criterion)),
    };
  });

const lesson = Array.from({ length: sectionCount }, (_, at) => ({
  response: `<p>Minute ${at * 4 + 1} to ${at * 4 + 4}: the teacher asks, waits for six seconds, and three students answer each other.</p>`,
}));

/** Five submissions that two reviewers decided, one of them a third too, and one that waits at each seat. */
export async function makeSecondReviews(written: World): Promise<void> {
  const world: ReviewedTwice = { ...written, second: "Ray", answers: lesson, verdictsWith };
  await decided(world, "Tess", 48, { activeMinutes: 34, first: { 1: [4], 4: [0] }, second: { 1: [4], 6: [2] } });
  await decided(world, "Quinn", 47, {
    activeMinutes: 27,
    first: { 0: [3], 7: [1, 2] },
    second: { 0: [3], 7: [1, 2], 8: [0] },
  });
  await decided(world, "Priya", 46, {
    activeMinutes: 38,
    first: { 2: [0] },
    second: { 2: [0], 5: [0, 1, 2] },
    third: [{ 0: [1] }, 5],
  });

  await decided(world, "Leo", 45, {
    activeMinutes: 29,
    first: { 3: [0], 9: [0, 1] },
    second: { 3: [0], 9: [0, 1], 4: [1] },
  });
  await decided(world, "Liv", 44, {
    activeMinutes: 25,
    first: { 0: [2], 5: [0, 1, 3] },
    second: { 0: [2], 5: [0, 1, 3], 7: [3] },
  });

  const mias = await firstDone(world, "Mia", 4, { 6: [0] }, 31);
  const soon = await later(world, "Ray", mias, verdictsWith({ 6: [0, 1, 2] }));
  // two send it back, and two of three find three criteria met
  const last = verdictsWith({}).slice(6, 7);
  await later(world, "Ron", { ...soon, section_ids: mias.section_ids.slice(6, 7) }, [
    {
      ...last[0]!,
      verdict: "reject",
      grade: "Not yet",
      feedback: "<p>The last minute is missing.</p>",
      confirmed: true,
    },
  ]);

  const olus = await firstDone(world, "Olu", 3, { 3: [2] }, 26);
  await offered(world, olus.daysAgo);
  const noahs = await firstDone(world, "Noah", 3, { 9: [4] }, 33);
  await later(world, "Ray", noahs, verdictsWith({ 9: [0, 1, 4] }));
}

type FirstDone = Begun & { readonly daysAgo: number };

/** Somebody hands in, Rita accepts it at once, and decides a day later after so many minutes at work. */
export async function firstDone(
  { ago, credential_id, answers, verdictsWith }: ReviewedTwice,
  name: SeedName,
  daysAgo: number,
  missed: Missed,
  activeMinutes: number,
): Promise<FirstDone> {
  const then = ago(daysAgo);
  const work = await begin(then(name), credential_id);
  const credential_job_id = await answer(then(name), work, answers);
  await then("Rita").ask(contract.review.accept, { credential_job_id });
  await grade(ago(daysAgo - 1)("Rita"), { ...work, credential_job_id }, verdictsWith(missed), activeMinutes * 60);
  return { ...work, daysAgo: daysAgo - 1 };
}

/** What the seats of a round miss. */
interface Seats {
  /** Minutes that the first is at work. */
  readonly activeMinutes: number;
  readonly first: Missed;
  readonly second: Missed;
  /** What the third misses, and the section it is about. */
  readonly third?: readonly [Missed, number];
}

/** A round that two seats decide, or three. */
export async function decided(
  world: ReviewedTwice,
  name: SeedName,
  daysAgo: number,
  { activeMinutes, first, second, third }: Seats,
): Promise<void> {
  const { verdictsWith } = world;
  const work = await firstDone(world, name, daysAgo, first, activeMinutes);
  const soon = await later(world, world.second, work, verdictsWith(second));
  if (third) {
    const [missed, section] = third;
    const own = { ...soon, section_ids: work.section_ids.slice(section, section + 1) };
    await later(world, "Ron", own, verdictsWith(missed).slice(0, 1));
  }
  world.ago(work.daysAgo - 1);
  await world.run("review/release-idle-jobs");
}

/** Some minutes later what was opened is offered. */
async function offered({ ago, run }: World, daysAgo: number): Promise<Sessions> {
  const then = ago(daysAgo - minutesUntilOffered / minutesOfDay);
  await run("review/offer-open-jobs");
  return then;
}

/** A reviewer takes the seat that was opened last, and decides it some minutes later. */
export async function later(
  world: World,
  name: SeedName,
  work: FirstDone,
  verdicts: readonly SeedVerdict[],
): Promise<FirstDone> {
  const reviewer = (await offered(world, work.daysAgo))(name);
  await grade(reviewer, { ...work, credential_job_id: await openJob(reviewer, world.credential_id) }, verdicts);
  return { ...work, daysAgo: work.daysAgo - minutesUntilOffered / minutesOfDay };
}

async function openJob(reviewer: Session, credential_id: string): Promise<string> {
  const { jobs } = await reviewer.ask(contract.review.list, { limit: 100 });
  const found = jobs.find((each) => each.credential_id === credential_id);
  if (!found) throw new Error(`Nobody offers a job of ${credential_id}.`);
  return found.credential_job_id;
}
