import { spawn } from "node:child_process";
import { join } from "node:path";
import { ulid } from "ulid";
import { expect } from "vitest";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun, submitted, verdict } from "../support/fixtures/work.ts";
import type { World } from "../support/own-world.ts";
import type { Person } from "../support/people.ts";
import { settingsOf } from "../support/program.ts";
import type { Item, Tables } from "./tables.ts";

const { auth, credential, organization, submission, user, review } = contract;

/** What violates an invariant in a table, a line each. */
export async function violationsIn(tables: Tables, name: string): Promise<string[]> {
  return (await checkInvariants(await tables.items(name))).flatMap(({ id, violations }) =>
    violations.map((each) => `${id} ${each}`),
  );
}

const historyMs = 90 * 86_400_000;

/** Fills a table up to so many items with the history of its members: most of a table that has been used is its audit. */
export async function fillUp(tables: Tables, count: number): Promise<number> {
  const all = await tables.items(tables.first);
  const members = all.filter(({ pk, sk }) => pk.startsWith("USER#") && sk.startsWith("MEMBER#"));
  const since = Date.now() - historyMs;
  const rows = Array.from({ length: Math.max(0, count - all.length) }, (_, index): Item => {
    const { user_id, organization_id } = members[index % members.length]!;
    const event_id = `evt_${ulid(since + index)}`;
    const at = new Date(since + index).toISOString();
    const who = { organization_id, user_id, actor_id: user_id, subject_id: user_id };
    return { ...platformKeys.audit(String(user_id), event_id), ...who, type: "issuer.saved", event_id, at, version: 1 };
  });
  await tables.write(tables.first, rows);
  return all.length + rows.length;
}

/** Whether an item says that it is of an organization, or its key does. */
const isOf = (organization_id: string, item: Item): boolean =>
  item.organization_id === organization_id || `${item.pk} ${item.sk}`.includes(organization_id);

/** Deletes what an organization has, and spoils one in a hundred states of all others. Answers how many of each. */
export async function damage(
  tables: Tables,
  name: string,
  { organization_id, spared }: { organization_id: string; spared: (item: Item) => boolean },
): Promise<{ readonly deleted: number; readonly spoilt: number }> {
  const items = await tables.items(name);
  const deleted = items.filter((item) => isOf(organization_id, item));
  await tables.remove(name, deleted);
  const stated = items.filter(
    (item) => typeof item.status === "string" && item.sk === "META" && !isOf(organization_id, item) && !spared(item),
  );
  const spoilt = stated.filter((_, index) => index % 100 === 0).map((item) => ({ ...item, status: "lost" }));
  await tables.write(name, spoilt);
  return { deleted: deleted.length, spoilt: spoilt.length };
}

/** Something that was answered with 200, and how it is seen that it is there. */
export interface Acknowledged {
  readonly what: string;
  readonly isThere: () => Promise<boolean>;
}

/** What is there before the moment to which the table goes back. */
export interface Before {
  readonly people: { readonly [name in "Lena" | "Leo" | "Rita" | "Ada" | "Liv"]: Person };
  readonly credential_id: string;
  readonly paid_id: string;
}

/** An organization with work to come. */
export async function prepare(world: World): Promise<Before> {
  const academy = await world.newOrganization("Recovery Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  const credential_id = await publishedCredential(academy, [rita]);
  const paid_id = await publishedCredential(academy, [rita], { price: 25 });
  const [lena, leo, liv, ada] = [academy.as("Lena"), academy.as("Leo"), academy.as("Liv"), academy.as("Ada")];
  for (const each of [lena, leo, liv, ada]) await each.token();
  await submitted(leo, credential_id);
  await world.settle();
  return { people: { Lena: lena, Leo: leo, Rita: rita, Ada: ada, Liv: liv }, credential_id, paid_id };
}

/** Life goes on after the damage: work is earned, paid and begun, somebody is deleted, a name is changed. */
export async function goOn(world: World, { people, credential_id, paid_id }: Before): Promise<Acknowledged[]> {
  const { Lena, Leo, Rita, Ada, Liv } = people;
  const job = await accepted(Lena, credential_id, Rita);
  for (const index of [0, 1] as const)
    expect((await Rita.call(review.acceptSection, verdict(job, index))).status).toBe(200);
  const bought_id = await paidPurchase(Lena, paid_id, world.origin);
  const work = await begun(Liv, credential_id);
  const [section_id] = work.section_ids;
  const saved = { application_id: work.application_id, section_id: section_id!, response: "<p>Saved late.</p>" };
  expect((await Liv.call(submission.saveSection, saved)).status).toBe(200);
  expect((await Leo.call(user.remove, { user_id: Leo.user_id, email: Leo.email })).status).toBe(200);
  await world.control.runSchedule("erase-people", 3_600_000);
  const renamed = `Renamed Academy ${Date.now()}`;
  expect((await Ada.call(organization.rename, { orgName: renamed })).status).toBe(200);
  await world.settle();
  const statusOf = async (application_id: string) =>
    (await Lena.call(submission.read, { application_id })).body.data?.status;
  return [
    { what: "work was earned", isThere: async () => (await statusOf(job.application_id)) === "completed" },
    { what: "a purchase was paid", isThere: async () => (await statusOf(bought_id)) === "ready" },
    {
      what: "a section was saved",
      isThere: async () => (await Liv.call(submission.read, { credential_id })).text.includes("Saved late."),
    },
    {
      what: "an account was deleted",
      isThere: async () => {
        const { email, password } = Leo;
        const { body } = await world.anyone.call(auth.login, { email, password, isRemember: false });
        return body.error?.code === "ERRUSRDELETED";
      },
    },
    {
      what: "an organization was renamed",
      isThere: async () => (await Ada.call(organization.read, {})).text.includes(renamed),
    },
  ];
}

/** What a member of the lost organization reads there. */
export async function whatIsRead(person: Person): Promise<unknown[]> {
  const calls = [credential.list, organization.listUsers, organization.listBillingHistory, organization.readAnalytics];
  return Promise.all(calls.map(async (call) => (await person.call(call, {})).body));
}

/** Starts a command of an operator, and kills it as soon as it has begun to write. */
export async function killedOnceWriting(
  world: World,
  tables: Tables,
  { table, words }: { table: string; words: readonly [string, ...string[]] },
): Promise<void> {
  const before = JSON.stringify(await tables.items(table)).length;
  const [name, ...rest] = words;
  const env = { PATH: process.env.PATH, ...(await settingsOf(world)) };
  const child = spawn(process.execPath, [join("bin/operate", `${name}.ts`), ...rest], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver && JSON.stringify(await tables.items(table)).length === before);
  child.kill("SIGKILL");
  expect(await ended).toBe("SIGKILL");
}
