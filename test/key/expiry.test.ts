import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import { signOutEverybody } from "../support/people.ts";

const dayMs = 86_400_000;
const world = await lentWorld(); // its clock is moved
let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Reminded School");
  await Promise.all([school.as("Ada").token(), school.as("Abe").token(), school.as("Ivan").token()]);
});
afterAll(async () => {
  await expectInvariants(world, school);
  await world.stop();
});

const make = async (name: string, days: number) =>
  answered(await school.as("Ada").call(contract.key.create, { name, scopes: ["credential:read"], days })).made.key_id;

/** The clock runs so many days later, as it does every hour. */
async function later(days: number): Promise<void> {
  await world.control.moveClock(days * dayMs);
  signOutEverybody(world.origin);
  await world.control.runSchedule("remind-expiry");
  await world.settle();
}

/** How often each of them has heard by mail that the key ends. */
async function heardOf(name: string): Promise<number[]> {
  const mails = await Promise.all(["Ada", "Abe", "Ivan"].map((each) => world.mails.to(school.as(each as "Ada").email)));
  const isReminder = (subject: string) => subject.startsWith("API key ends ") && subject.endsWith(`: ${name}`);
  return mails.map((all) => all.filter(({ subject }) => isReminder(subject)).length);
}

test("every admin hears 14 and 3 days before that a key ends, once each, and not of one that was ended or lives shorter", async () => {
  await make("Registrar", 30);
  await make("Trial", 2);
  const ended = await make("Former", 30);
  answered(await school.as("Abe").call(contract.key.end, { key_id: ended }));
  await later(15);
  expect(await heardOf("Registrar")).toEqual([0, 0, 0]);
  await later(1);
  await later(0.5);
  expect(await heardOf("Registrar")).toEqual([1, 1, 0]);
  await later(10.5);
  await later(0.5);
  expect(await heardOf("Registrar")).toEqual([2, 2, 0]);
  await later(3.5);
  expect(await heardOf("Registrar")).toEqual([2, 2, 0]);
  expect([await heardOf("Trial"), await heardOf("Former")]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test("a clock that stood still says once what is still to come, and nothing of a key whose last day is over", async () => {
  signOutEverybody(world.origin);
  await make("Late", 30);
  await make("Over", 20);
  await later(28);
  expect([await heardOf("Late"), await heardOf("Over")]).toEqual([
    [1, 1, 0],
    [0, 0, 0],
  ]);
  await later(1);
  expect(await heardOf("Late")).toEqual([1, 1, 0]);
});
