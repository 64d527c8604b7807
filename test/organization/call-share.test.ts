import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { takeTokens } from "../../functions/data/count-calls.ts";
import {
  callsKey,
  callsPerCount,
  callsPerOrganization,
  countMs,
  lastCountMs,
  waitForTokensMs,
} from "../../functions/data/organization-calls.ts";
import type { Item } from "../../functions/data/table.ts";
import { contract } from "../../shared/contract.ts";
import { environmentOfFile } from "../support/environment.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { organization, user } = contract;
const { perSecond, burst } = callsPerOrganization;
const countsAtOnce = burst / callsPerCount;
const world = await lentWorld();
afterAll(() => world.stop());
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
environmentOfFile(() => world.control.settings(names));

/** Leaves an organization's bucket without tokens for so long. */
const empty = ({ organization_id }: Pick<Organization, "organization_id">, forMs: number) =>
  world.control.put([
    { ...callsKey(organization_id), version: 1, full_at: Date.now() + lastCountMs + forMs, ttl: 4_000_000_000 },
  ]);
const bucketOf = async ({ organization_id }: Pick<Organization, "organization_id">) =>
  ((await world.control.items(callsKey(organization_id).pk)) as Item[])[0];
/** How many calls were counted. */
const countsOf = async (academy: Organization) => Number((await bucketOf(academy))?.version ?? 0);
const list = (academy: Organization, name: "Ada" | "Lena" = "Ada") =>
  academy.as(name).call(organization.read, { organization_id: academy.organization_id });

test("an organization over its share is told when to come back, reading and writing, while another is served", async () => {
  const [loud, quiet] = [await world.newOrganization("Loud"), await world.newOrganization("Quiet")];
  expect((await list(loud)).status).toBe(200);
  await empty(loud, 60_000);

  for (const refused of [
    await list(loud),
    await loud.as("Ada").call(organization.update, { organization_id: loud.organization_id, overview: "<p>New</p>" }),
  ]) {
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(JSON.stringify(refused.body)).toContain("Too many requests from your organization. Try again in ");
  }
  expect((await list(quiet)).status).toBe(200);

  // what is a person's own, and whoever helps the organization, is let through
  expect((await loud.as("Ada").call(user.listNotices, {})).status).toBe(200);
  expect((await world.as("Sam").call(organization.read, { organization_id: loud.organization_id })).status).toBe(200);
  // a stranger learns nothing of it
  expect((await quiet.as("Ada").call(organization.read, { organization_id: loud.organization_id })).status).toBe(403);
  await empty(loud, -1000);
  expect((await list(loud, "Lena")).status).toBe(200); // Ada's refusal may be kept at the edge for her
});

test("an organization's calls are counted, whoever of its people makes them, and nobody else's", async () => {
  const [busy, idle] = [await world.newOrganization("Busy"), await world.newOrganization("Idle")];
  await Promise.all([busy.as("Ada").token(), busy.as("Lena").token(), idle.as("Ada").token()]);
  const calls = 400;
  for (let at = 0; at < calls; at += 8) {
    const eight = Array.from({ length: 8 }, (_, index) => list(busy, index % 2 ? "Ada" : "Lena"));
    await Promise.all([...eight, setTimeout(80)]); // no faster than tokens come back: none is refused
  }
  const counts = await countsOf(busy);
  // chance draws 80 of 400, give or take 8; less than 38 or more than 126 would come once in ten million runs
  expect(counts).toBeGreaterThan(38);
  expect(counts).toBeLessThan(126);

  const before = await countsOf(busy);
  for (let index = 0; index < 60; index++) {
    await idle.as("Ada").call(organization.read, { organization_id: busy.organization_id });
    await world.as("Sam").call(organization.read, { organization_id: busy.organization_id });
  }
  expect(await countsOf(busy)).toBe(before);
}, 120_000);

test("one person's flood is stopped at half of their organization's tokens, and the others go on", async () => {
  const loud = await world.newOrganization("Flood");
  const [ada, lena] = [loud.as("Ada"), loud.as("Lena")];
  await Promise.all([ada.token(), lena.token()]);
  const began = Date.now();
  // all within one moment of the server's clock, however long they take: hardly a token comes back meanwhile
  const eightAtOnce = (person: Person) => {
    const inThatMoment = person.later({ minutes: (began - Date.now()) / 60_000 });
    const call = () => inThatMoment.call(organization.read, { organization_id: loud.organization_id });
    return Promise.all(Array.from({ length: 8 }, call));
  };
  const replies = await eightAtOnce(ada);
  expect(replies[0]?.status).toBe(200);
  while (replies.length < 2400 && !replies.some(({ status }) => status === 429))
    replies.push(...(await eightAtOnce(ada)));
  const refused = replies.find(({ status }) => status === 429);
  expect(refused).toMatchObject({ headers: { "retry-after": "1" }, body: { error: { code: "rate.exceeded" } } });
  expect(refused?.text).toContain("Too many requests from you. Try again in a second.");
  expect((await eightAtOnce(lena)).map(({ status }) => status)).toEqual(Array(8).fill(200));
}, 120_000);

describe("a bucket of tokens", () => {
  const start = Math.ceil(Date.now() / 10_000 + 6) * 10_000;
  const at = (ms: number) => vi.setSystemTime(start + ms);
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());
  /** How many of so many counted calls at once get their tokens, all having read the same; each of another person, or all of one. */
  const taken = async (organization_id: string, count: number, user_id?: string): Promise<number> => {
    const bucket = await bucketOf({ organization_id });
    const results = await Promise.allSettled(
      Array.from({ length: count }, (_, index) => takeTokens(organization_id, user_id ?? `usr_${index}`, bucket)),
    );
    for (const each of results.filter(({ status }) => status === "rejected"))
      expect(each).toMatchObject({ reason: { code: "rate.exceeded" } });
    return results.filter(({ status }) => status === "fulfilled").length;
  };

  test("lets a burst through once, on whichever side of a window's edge it comes", async () => {
    const id = "org_Burst";
    at(-1);
    expect(await taken(id, countsAtOnce + 10)).toBe(countsAtOnce);
    for (const ms of [0, 1, countMs - 2]) {
      at(ms);
      expect(await taken(id, 5), `${ms} ms after the edge`).toBe(0);
    }
    at(countMs - 1);
    expect(await taken(id, 5)).toBe(1);
  });

  test("gives back what its rate says and no more than it holds", async () => {
    const id = "org_Steady";
    at(0);
    expect(await taken(id, countsAtOnce + 10)).toBe(countsAtOnce);
    at(1000);
    expect(await taken(id, countsAtOnce)).toBe(perSecond / callsPerCount);
    at(3_600_000);
    expect(await taken(id, countsAtOnce + 10)).toBe(countsAtOnce);
  });

  test("has a fifth for each person once half of it is gone, and gives back a fifth of what comes back", async () => {
    const id = "org_Shared";
    at(0);
    expect(await taken(id, countsAtOnce, "usr_Loud")).toBe(countsAtOnce / 2);
    expect(await taken(id, countsAtOnce, "usr_Other")).toBe(countsAtOnce / 5);
    expect(await taken(id, 5, "usr_Quiet")).toBe(5);
    at(1000);
    // of 33 counted calls 20 have come back, so that 7 are left in the first half for anybody
    expect(await taken(id, countsAtOnce, "usr_Loud")).toBe(7);
    expect(await taken(id, countsAtOnce, "usr_Other")).toBe(perSecond / callsPerCount / 5);
  });

  test("keeps only the shares of those who have called of late", async () => {
    const id = "org_Short";
    at(0);
    await taken(id, 10);
    at(300);
    await taken(id, 1, "usr_Late");
    const names = Object.keys((await bucketOf({ organization_id: id }))!).filter((name) => name.startsWith("share#"));
    expect(names).toEqual(["share#usr_Late"]);
  });

  test("keeps nobody out when the clock is set back", async () => {
    const id = "org_Back";
    at(3_600_000);
    expect(await taken(id, countsAtOnce + 10)).toBe(countsAtOnce);
    at(0);
    expect(waitForTokensMs(await bucketOf({ organization_id: id }))).toBe(0);
    expect(await taken(id, countsAtOnce + 10)).toBe(countsAtOnce);
  });

  test("has tokens for those who overtake each other around the moment when it is full", async () => {
    let now = start;
    const ticking = vi.spyOn(Date, "now").mockImplementation(() => (now += countMs / 4)); // every look at it is later
    for (let round = 0; round < 16; round++) expect(await taken("org_Ticking", 8)).toBe(8);
    ticking.mockRestore();
  });

  test("gives its last tokens to one of those who ask at once", async () => {
    const id = "org_Last";
    at(0);
    expect(await taken(id, countsAtOnce - 1)).toBe(countsAtOnce - 1);
    expect(await taken(id, 8)).toBe(1);
    expect(await taken(id, 8)).toBe(0);
  });
});

test("a call is answered although it cannot be counted", async () => {
  const academy = await world.newOrganization("Uncounted");
  await academy.as("Ada").token();
  await world.control.faults({ rules: [{ what: "error", operation: "CountCalls", times: "always" }] });
  for (let index = 0; index < 80; index++) expect((await list(academy)).status).toBe(200);
  const met = (await world.control.seenRequests()).filter(({ fault }) => fault === "error");
  await world.control.faults();
  expect(met.length).toBeGreaterThan(0);
  expect(await countsOf(academy)).toBe(0);
}, 60_000);
