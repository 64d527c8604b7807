import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { withFactor } from "../support/fixtures/factor.ts";
import { lentWorld } from "../support/lent-world.ts";

const { auth, organization, user } = contract;
const world = await lentWorld(); // its functions are deployed with another setting
beforeAll(() => world.control.requireFactor(true));
afterAll(async () => {
  await world.control.requireFactor(false);
  await world.stop();
});

const required = { status: 403, body: { error: { code: "auth.factor-required" } } };

describe("where a stage requires two-step sign-in of who has power over others", () => {
  test("admins and issuers do nothing in any organization without it, all others what they may", async () => {
    const school = await world.newOrganization("Powerful School");
    const here = { organization_id: school.organization_id };
    for (const name of ["Ada", "Ivan"] as const) {
      const person = school.as(name);
      expect(await person.call(organization.read, here)).toMatchObject(required);
      expect(await person.call(organization.listUsers, here)).toMatchObject(required);
      expect((await person.call(auth.readFactor, {})).status).toBe(200);
      await withFactor(person);
      expect((await person.call(organization.listUsers, here)).status).toBe(200);
    }
    for (const name of ["Pia", "Rita", "Lena", "Cy"] as const)
      expect((await school.as(name).call(organization.read, here)).status, name).toBe(200);
  });

  test("a super administrator does nothing without it, on the platform or in an organization, and turns it on all the same", async () => {
    const sam = world.as("Sam");
    const { organization_id } = await world.newOrganization("Managed School");
    const acts = [
      () => sam.call(organization.list, {}),
      () => sam.call(organization.read, { organization_id }),
      () => sam.call(user.readProfile, {}),
    ];
    for (const act of acts) expect(await act()).toMatchObject(required);
    expect((await sam.call(user.countNotices, {})).status).toBe(200);
    await withFactor(sam);
    for (const act of acts.slice(0, 2)) expect((await act()).status).toBe(200);
  });
});
