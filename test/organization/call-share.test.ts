import { afterAll, expect, test } from "vitest";
import { callsKey, callsPerCount, callsPerOrganization } from "../../functions/data/organization-calls.ts";
import { contract } from "../../shared/contract.ts";
import type { Organization } from "../support/organization.ts";
import { ownWorld } from "../support/own-world.ts";

const { organization, user } = contract;
const { max, windowSeconds } = callsPerOrganization;
const world = await ownWorld();
afterAll(() => world.stop());

/** The counters of an organization in this window and those that a slow test may reach. */
const windowsOf = ({ organization_id }: Organization, count = 30) => {
  const { pk, sk } = callsKey(organization_id);
  return Array.from({ length: count }, (_, index) => ({ pk, sk: String(Number(sk) + index) }));
};
const use = (academy: Organization, used: number) =>
  world.control.put(windowsOf(academy).map((key) => ({ ...key, version: 1, used, ttl: 4_000_000_000 })));
const usedOf = async ({ organization_id }: Organization): Promise<number> => {
  const items = await world.control.items(callsKey(organization_id).pk);
  return items.reduce((sum, { used }) => sum + Number(used), 0);
};
const list = (academy: Organization, name: "Ada" | "Lena" = "Ada") =>
  academy.as(name).call(organization.read, { organization_id: academy.organization_id });

test("an organization over its share is told when to come back, reading and writing, while another is served", async () => {
  const [loud, quiet] = [await world.newOrganization("Loud"), await world.newOrganization("Quiet")];
  expect((await list(loud)).status).toBe(200);
  await use(loud, max);

  for (const refused of [
    await list(loud),
    await loud.as("Ada").call(organization.update, { organization_id: loud.organization_id, overview: "<p>New</p>" }),
  ]) {
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(windowSeconds);
    expect(JSON.stringify(refused.body)).toContain("Too many requests from your organization. Try again in ");
  }
  expect((await list(quiet)).status).toBe(200);

  // what is a person's own, and whoever helps the organization, is let through
  expect((await loud.as("Ada").call(user.listNotices, {})).status).toBe(200);
  expect((await world.as("Sam").call(organization.read, { organization_id: loud.organization_id })).status).toBe(200);
  // a stranger learns nothing of it
  expect((await quiet.as("Ada").call(organization.read, { organization_id: loud.organization_id })).status).toBe(403);
  await use(loud, 0);
  expect((await list(loud, "Lena")).status).toBe(200); // Ada's refusal may be kept at the edge for her
});

test("an organization's calls are counted, whoever of its people makes them, and nobody else's", async () => {
  const [busy, idle] = [await world.newOrganization("Busy"), await world.newOrganization("Idle")];
  await Promise.all([busy.as("Ada").token(), busy.as("Lena").token(), idle.as("Ada").token()]);
  const calls = 400;
  for (let at = 0; at < calls; at += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, index) => list(busy, index % 2 ? "Ada" : "Lena")));
  }
  const used = await usedOf(busy);
  // chance draws 40 of 400, give or take 6; less than 10 or more than 76 would come once in ten million runs
  expect(used % callsPerCount).toBe(0);
  expect(used).toBeGreaterThan(100);
  expect(used).toBeLessThan(760);

  const before = await usedOf(busy);
  for (let index = 0; index < 60; index++) {
    await idle.as("Ada").call(organization.read, { organization_id: busy.organization_id });
    await world.as("Sam").call(organization.read, { organization_id: busy.organization_id });
  }
  expect(await usedOf(busy)).toBe(before);
}, 120_000);

test("a flood is stopped where its share ends", async () => {
  const loud = await world.newOrganization("Flood");
  await use(loud, max - 5 * callsPerCount);
  let served = 0;
  while ((await list(loud)).status === 200) {
    served++;
    expect(served, "calls that were let through").toBeLessThan(600);
  }
  expect((await list(loud, "Lena")).status).toBe(429);
}, 60_000);

test("a call is answered although it cannot be counted", async () => {
  const academy = await world.newOrganization("Uncounted");
  await academy.as("Ada").token();
  await world.control.faults({ rules: [{ what: "error", operation: "CountCalls", times: "always" }] });
  for (let index = 0; index < 80; index++) expect((await list(academy)).status).toBe(200);
  const met = (await world.control.seenRequests()).filter(({ fault }) => fault === "error");
  await world.control.faults();
  expect(met.length).toBeGreaterThan(0);
  expect(await usedOf(academy)).toBe(0);
}, 60_000);
