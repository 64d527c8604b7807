import { offeredIn, type RankedReviewer, rankReviewers, waveHours } from "../../shared/review/waves.ts";

/*
 * What offering in waves does, in a made-up quarter: 200 jobs of 12 reviewers, some of whom look for jobs far more often than
 * they can review. The same draws for both ways of offering, and the same on every machine.
 */

/** What came of a way of offering. */
export interface Outcome {
  /** Of the minutes that each reviewer got: 0 where all got as many, towards 1 where one got all. */
  readonly gini: number;
  /** Business hours from opening to acceptance. */
  readonly medianWaitHours: number;
  /** Of the decisions, the share within the business days promised. */
  readonly inTime: number;
}

const [jobCount, jobsADay, hoursADay, dueDays] = [200, 5, 8, 7];
const ticksAnHour = 4;
const ticksADay = hoursADay * ticksAnHour;
const DAY_MS = 86_400_000;
const epochMs = Date.UTC(2026, 0, 5);
/** Days are of eight hours here. */
const momentOf = (tick: number): number => epochMs + (tick / ticksADay) * DAY_MS;

/** Numbers from 0 to 1 that a seed always gives (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Worker {
  readonly id: string;
  /** How likely they look for jobs in a quarter of an hour. */
  readonly looks: number;
  readonly minutesADay: number;
  /** They accept nothing while they have as much in hand. */
  readonly inHandMax: number;
  readonly skills: number;
  readonly queue: { job: Work; left: number }[];
  minutes: number;
  inTime: number;
  ended: number;
  latest?: number;
}

interface Work {
  readonly id: string;
  readonly opens: number;
  readonly minutes: number;
  offered: string[];
  wave: number;
  takenAt?: number;
  endedAt?: number;
}

/** Three look all day long, three several times a day, the others once or twice; all can review as much. */
const workersFrom = (draw: () => number): Worker[] =>
  Array.from({ length: 12 }, (_, at) => ({
    id: `usr_${at}`,
    looks: at < 3 ? 0.9 : at < 6 ? 0.2 : 0.06,
    minutesADay: 60 + Math.floor(draw() * 60),
    inHandMax: 600,
    skills: 1 + Math.floor(draw() * 3),
    queue: [],
    minutes: 0,
    inTime: 0,
    ended: 0,
  }));

const jobsFrom = (draw: () => number): Work[] =>
  Array.from({ length: jobCount }, (_, at) => ({
    id: `job_${at}`,
    opens: Math.floor(((at + draw()) / jobsADay) * ticksADay),
    minutes: 60 + 30 * Math.floor(draw() * 5),
    offered: [],
    wave: 0,
  }));

const inHand = ({ queue }: Worker): number => queue.reduce((sum, { job }) => sum + job.minutes, 0);

const rankedAs = (worker: Worker): RankedReviewer => ({
  reviewer_id: worker.id,
  calibrated: true,
  soft_tie: false,
  skills_matched: worker.skills,
  skills_total: 3,
  open_minutes: inHand(worker),
  in_time: worker.inTime,
  in_time_of: worker.ended,
  ...(worker.latest !== undefined && { last_job_on: new Date(momentOf(worker.latest)).toISOString() }),
});

function runThrough(inWaves: boolean): Outcome {
  const draw = drawing(20_260_901);
  const workers = workersFrom(draw);
  const jobs = jobsFrom(draw);
  const everybody = workers.map(({ id }) => id);
  for (let tick = 0; jobs.some(({ endedAt }) => endedAt === undefined); tick++) {
    const open = jobs.filter((job) => job.opens <= tick && job.takenAt === undefined);
    for (const job of open) offer(job, tick);
    for (const worker of workers) {
      const isLooking = draw() < worker.looks;
      const job = isLooking && open.find((each) => each.takenAt === undefined && each.offered.includes(worker.id));
      if (job && inHand(worker) + job.minutes <= worker.inHandMax) take(worker, job, tick);
      review(worker, tick);
    }
  }
  return outcomeOf(workers, jobs);

  function offer(job: Work, tick: number): void {
    if (!inWaves) job.offered = everybody;
    const due = waveHours.filter((hours) => job.opens + hours * ticksAnHour <= tick).length;
    if (!inWaves || due === job.wave) return;
    const ranked = rankReviewers(workers.map(rankedAs), { job_id: job.id, nowMs: momentOf(tick) });
    job.wave = due;
    job.offered = offeredIn(due, ranked, { offered: job.offered, declined: 0 });
  }
}

function take(worker: Worker, job: Work, tick: number): void {
  job.takenAt = tick;
  worker.latest = tick;
  worker.minutes += job.minutes;
  worker.queue.push({ job, left: job.minutes });
}

function review(worker: Worker, tick: number): void {
  const [current] = worker.queue;
  if (!current) return;
  current.left -= worker.minutesADay / ticksADay;
  if (current.left > 0) return;
  worker.queue.shift();
  current.job.endedAt = tick;
  worker.ended++;
  if (isInTime(current.job)) worker.inTime++;
}

const isInTime = ({ opens, endedAt = Number.POSITIVE_INFINITY }: Work): boolean =>
  endedAt - opens <= dueDays * ticksADay;

function outcomeOf(workers: readonly Worker[], jobs: readonly Work[]): Outcome {
  const waits = jobs.map(({ opens, takenAt = 0 }) => (takenAt - opens) / ticksAnHour).toSorted((a, b) => a - b);
  return {
    gini: giniOf(workers.map(({ minutes }) => minutes)),
    medianWaitHours: waits[Math.floor(waits.length / 2)]!,
    inTime: jobs.filter(isInTime).length / jobs.length,
  };
}

/** The mean difference of two, by twice the mean. */
function giniOf(values: readonly number[]): number {
  const total = values.reduce((sum, each) => sum + each, 0);
  const differences = values.flatMap((one) => values.map((other) => Math.abs(one - other)));
  return differences.reduce((sum, each) => sum + each, 0) / (2 * values.length * total);
}

/** Both ways of offering, for the same jobs and reviewers. */
export const simulateOffers = (): { readonly firstCome: Outcome; readonly waves: Outcome } => ({
  firstCome: runThrough(false),
  waves: runThrough(true),
});

/** Prints them beside each other. */
export function benchWaves(): void {
  const { firstCome, waves } = simulateOffers();
  const line = (name: string, value: (outcome: Outcome) => string) =>
    console.log(`${name.padEnd(34)}${value(firstCome).padStart(12)}${value(waves).padStart(10)}`);
  console.log(`${jobCount} jobs, 12 reviewers${"first come".padStart(24)}${"waves".padStart(10)}`);
  line("Gini of minutes", ({ gini }) => gini.toFixed(2));
  line("median business hours to acceptance", ({ medianWaitHours }) => medianWaitHours.toFixed(1));
  line("decided in time", ({ inTime }) => `${Math.round(inTime * 100)} %`);
}
