import fc from "fast-check";
import { expect } from "vitest";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { World } from "../support/own-world.ts";
import { type Command, chosen, commands, type Learner, model, newDesk, newLearner } from "./walk-model.ts";
import { Walker } from "./walk-steps.ts";

/** The invariants are checked whenever so many steps were taken. */
const STEPS_BETWEEN_CHECKS = 50;
const names = ["Lena", "Leo", "Liv"] as const;
const prices = [0, 12, 25];

/** A step: three of four are commands that would change something now, the others any at all. */
const step = fc.record({
  who: fc.nat(names.length - 1),
  of: fc.nat(prices.length - 1),
  allowed: fc.integer({ min: 0, max: 3 }),
  pick: fc.nat(),
  by: fc.constantFrom(0 as const, 1 as const),
  section: fc.constantFrom(0 as const, 1 as const),
});

/** The steps of a seed. */
export const stepsOf = (seed: number, count: number) =>
  fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0]!;

/** What a step does in the model: the command, and whether the rules allow it; undefined when there is nothing to do. */
export function modelled(
  learners: readonly Learner[],
  { who, of, allowed, pick, by, section }: ReturnType<typeof stepsOf>[number],
) {
  const learner = learners[who]!;
  const purchase = learner.purchases[of]!;
  const about = { by, section };
  const command = allowed > 0 ? chosen(learner, purchase, about, pick) : commands[pick % commands.length];
  const expected = command && model(command, learner, purchase, about);
  if (command === undefined || expected === undefined || expected === "impossible") return undefined;
  if (command === "follow")
    for (const each of learners) if (each !== learner) model(command, each, each.purchases[0]!, about);
  return { learner, purchase, about, command, expected };
}

/** Sixteen people: three learners, two reviewers, two admins, and nine who try what is not theirs. */
async function peopleOf(world: World, academy: Organization, partner: Organization) {
  const reviewers = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")] as const;
  const strangers = [
    ...(["Ivan", "Isa", "Cy", "Rob"] as const).map((name) => academy.as(name)),
    world.as("Sam"),
    ...(["Ada", "Ivan", "Lena"] as const).map((name) => partner.as(name)),
    await acceptedReviewer(partner, "Rita"),
  ];
  return names.map((name, index) => ({
    learner: academy.as(name),
    other: academy.as(names[(index + 1) % names.length]!),
    admin: academy.as(index === 1 ? "Abe" : "Ada"),
    reviewers,
    strangers,
  }));
}

/**
 * Walks through the product by a seed, in an organization of its own, one step after the other by whoever it is; each is
 * compared with the model, and the invariants with what is stored. Answers the commands that were done.
 */
export async function walk(world: World, seed: number, count: number): Promise<Command[]> {
  const [academy, partner] = [
    await world.newOrganization("Compass Academy"),
    await world.newOrganization("Partner School"),
  ];
  const people = await peopleOf(world, academy, partner);
  const ids = await Promise.all(
    prices.map((price) => publishedCredential(academy, people[0]!.reviewers, { price, rate: 20 })),
  );
  const credentials = ids.map((credential_id, index) => ({ credential_id, priceCents: prices[index]! * 100 }));
  const desk = newDesk(credentials);
  const learners = names.map(() => newLearner(desk, credentials));
  const walkers = people.map((each) => new Walker(world, each));
  const done: Command[] = [];
  const path: string[] = [];
  for (const [index, taken] of stepsOf(seed, count).entries()) {
    if (index > 0 && index % STEPS_BETWEEN_CHECKS === 0) await expectInvariants(world, academy);
    const next = modelled(learners, taken);
    if (next === undefined) continue;
    const { purchase, command, about, expected } = next;
    path.push(`${names[taken.who]} ${taken.of}.${about.by}${about.section} ${command}`);
    const where = `seed ${seed}: ${path.slice(-12).join(", ")}`;
    const answered = await walkers[taken.who]!.take(command, purchase, about);
    expect(answered, `${where} is ${expected}`).toBe(expected === "done");
    const looked =
      command === "follow"
        ? learners.flatMap(({ purchases }, who) => purchases.map((each) => ({ who, each })))
        : [{ who: taken.who, each: purchase }];
    for (const { who, each } of looked) {
      const stored = () => walkers[who]!.look(each);
      await expect
        .poll(stored, { timeout: 60_000, message: where })
        .toEqual(walkers[who]!.expected(learners[who]!, each));
    }
    if (expected === "done") done.push(command);
  }
  await expectInvariants(world, academy);
  return done;
}
