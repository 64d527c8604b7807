import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { type Command, chosen, commands, type Learner, model, newLearner } from "./walk-model.ts";
import { Walker } from "./walk-steps.ts";

/** Chosen for its walks: every command is done at least once, two purchases are completed, two are revised. */
const SEED = 20261303;
const STEPS = 36;
const learners = ["Lena", "Leo", "Liv"] as const satisfies readonly MemberName[];

let academy: Organization;
let reviewers: readonly [Person, Person];
let credentials: readonly { credential_id: string; priceCents: number }[];

beforeAll(async () => {
  academy = await world.newOrganization("Compass Academy");
  reviewers = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
  const prices = [0, 12, 25];
  const ids = await Promise.all(prices.map((price) => publishedCredential(academy, reviewers, { price, rate: 20 })));
  credentials = ids.map((credential_id, index) => ({ credential_id, priceCents: prices[index]! * 100 }));
});
afterAll(() => expectInvariants(world, academy));

/** A step: three of four are commands that would change something now, the others any at all. */
const step = fc.record({
  of: fc.nat(2),
  allowed: fc.integer({ min: 0, max: 3 }),
  pick: fc.nat(),
  by: fc.constantFrom(0 as const, 1 as const),
  section: fc.constantFrom(0 as const, 1 as const),
});
const walks = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
  seed: SEED,
  numRuns: learners.length,
});

/** Walks one learner's purchases; answers how often each command was done. */
async function walk(learner: Learner, walker: Walker, steps: (typeof walks)[number]): Promise<Command[]> {
  const done: Command[] = [];
  const path: string[] = [];
  for (const { of, allowed, pick, by, section } of steps) {
    const purchase = learner.purchases[of]!;
    const command = allowed > 0 ? chosen(learner, purchase, { by, section }, pick) : commands[pick % commands.length];
    if (command === undefined) continue;
    const expected = model(command, learner, purchase, { by, section });
    path.push(`${of}:${command}`);
    const where = path.join(" ");
    if (expected === "impossible") continue;
    const answered = await walker.take(command, purchase, { by, section });
    expect(answered, `${where} is ${expected}`).toBe(expected === "done");
    const stored = () => walker.look(purchase);
    await expect.poll(stored, { timeout: 60_000, message: where }).toEqual(walker.expected(learner, purchase));
    if (expected === "done") done.push(command);
  }
  return done;
}

it("keeps to the states of payments, submissions and jobs whatever is tried in whatever order", async () => {
  const done = await Promise.all(
    learners.map((name, index) => {
      const others = learners.filter((each) => each !== name).map((each) => academy.as(each));
      const people = { learner: academy.as(name), other: others[0]!, admin: academy.as("Ada"), reviewers };
      return walk(newLearner(credentials), new Walker(world, people), walks[index]!);
    }),
  );
  const neverDone = commands.filter((command) => !done.flat().includes(command));
  expect(neverDone).toEqual(["payByDeclinedCard", "trespass"]);
});
