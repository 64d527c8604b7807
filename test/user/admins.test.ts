import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { handler as remove } from "../../functions/user/remove.ts";
import { handler as setStatus } from "../../functions/user/set-status.ts";
import { handler as update } from "../../functions/user/update.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { operate } from "../support/program.ts";
import { type RaceHarness, type Racer, raceHarness } from "../support/race.ts";

const { user } = contract;
const world = await lentWorld();
const sam = world.as("Sam");
let harness: RaceHarness;
beforeAll(async () => {
  harness = await raceHarness(world.control);
});
afterAll(async () => {
  await harness.stop();
  await world.stop();
});

const refused = { status: 409, body: { error: { code: "user.last-admin" } } };

/** An organization with the admins Ada and Abe, and what is done to them there. */
async function led(name: string) {
  const school = await world.newOrganization(name);
  const { organization_id } = school;
  const [ada, abe] = [school.as("Ada"), school.as("Abe")];
  await Promise.all([ada.token(), abe.token()]);
  return {
    school,
    ada,
    abe,
    set: (by: Person, { user_id }: Person, status: "active" | "disabled" | "suspended") =>
      by.call(user.setStatus, { organization_id, user_id, status }),
    give: (by: Person, { user_id }: Person, role: keyof typeof roleIds) =>
      by.call(user.update, { organization_id, user_id, role: roleIds[role] }),
    remove: (by: Person, { user_id, email }: Person) => by.call(user.remove, { organization_id, user_id, email }),
    counted: async () => {
      const { pk, sk } = organizationKeys.admins(organization_id);
      return (await world.control.item(pk, sk))?.count;
    },
  };
}

describe("an admin whose account is disabled", () => {
  test("is no other admin: the last who can act is not removed, deleted, disabled or given another role", async () => {
    const { school, ada, abe, ...does } = await led("Acting School");
    expect(await does.set(sam, ada, "disabled")).toMatchObject({ status: 200 });
    expect(await does.set(sam, ada, "disabled")).toMatchObject({ status: 200 });
    expect(await does.counted()).toBe(1);
    expect(await does.remove(abe, abe)).toMatchObject(refused);
    expect(await does.remove(sam, abe)).toMatchObject(refused);
    expect(await does.set(sam, abe, "disabled")).toMatchObject(refused);
    expect(await does.give(sam, abe, "issuer")).toMatchObject(refused);
    await expectInvariants(world, school);
    expect(await does.set(sam, ada, "active")).toMatchObject({ status: 200 });
    expect(await does.counted()).toBe(2);
    expect(await does.remove(abe, abe)).toMatchObject({ status: 200 });
    expect(await does.set(sam, ada, "disabled")).toMatchObject(refused);
    await expectInvariants(world, school);
  });

  test("is counted once: not again when they are suspended, given another role or removed meanwhile", async () => {
    const { school, ada, abe, ...does } = await led("Counting School");
    expect(await does.set(sam, ada, "disabled")).toMatchObject({ status: 200 });
    for (const status of ["suspended", "active"] as const)
      expect([(await does.set(abe, ada, status)).status, await does.counted()]).toEqual([200, 1]);
    for (const role of ["issuer", "admin"] as const)
      expect([(await does.give(abe, ada, role)).status, await does.counted()]).toEqual([200, 1]);
    expect([(await does.set(sam, ada, "active")).status, await does.counted()]).toEqual([200, 2]);
    expect([(await does.set(sam, ada, "disabled")).status, await does.counted()]).toEqual([200, 1]);
    expect([(await does.remove(abe, ada)).status, await does.counted()]).toEqual([200, 1]);
    await expectInvariants(world, school);
  });

  test("of the release before is counted out by npm run migrate, and one that was enabled by it is counted in", async () => {
    const { school, ada, abe, ...does } = await led("Former School");
    const { pk, sk } = organizationKeys.membership(ada.user_id, school.organization_id);
    const admins = organizationKeys.admins(school.organization_id);
    const asFormerly = async () => {
      const [member, count] = [await world.control.item(pk, sk), await world.control.item(admins.pk, admins.sk)];
      const { is_disabled: _, ...former } = member!;
      await world.control.put([former, { ...count, count: 2 }]);
    };
    const migrate = async () => (await operate(world, "migrate", "--units-per-second", "5000", "--write")).said;
    await migrate();
    expect(await does.set(sam, ada, "disabled")).toMatchObject({ status: 200 });
    const marked = (await world.control.item(pk, sk))!;
    await asFormerly();
    expect(await migrate()).toMatch(/^1 items were brought up to date\./);
    expect(await does.counted()).toBe(1);
    await expectInvariants(world, school);
    expect(await migrate()).toMatch(/^0 items/);
    expect(await does.give(sam, abe, "issuer")).toMatchObject(refused);

    expect(await does.set(sam, ada, "active")).toMatchObject({ status: 200 });
    const { version } = (await world.control.item(pk, sk))!;
    const count = await world.control.item(admins.pk, admins.sk);
    await world.control.put([
      { ...marked, version },
      { ...count, count: 1 },
    ]);
    expect(await migrate()).toMatch(/^1 items were brought up to date\./);
    expect(await does.counted()).toBe(2);
    await expectInvariants(world, school);
  });
});

describe("of two admins of whom one at least stays,", () => {
  let school: Organization;
  let [ada, abe]: Person[] = [];
  beforeAll(async () => {
    ({ school, ada, abe } = await led("Racing School"));
    await sam.token();
  });

  const disabling = ({ user_id }: Person) => ({
    handler: setStatus,
    person: sam,
    input: { organization_id: school.organization_id, user_id, status: "disabled" },
  });
  const partitions = () => [
    ...[ada!, abe!, sam].map(({ user_id }) => organizationKeys.user(user_id).pk),
    organizationKeys.organization(school.organization_id).pk,
  ];
  const raced = async (racers: readonly Racer[], unguarded: readonly string[]) => {
    const copy = await harness.copy(partitions());
    const statuses = await copy.race(racers, { unguarded });
    const admins = (await copy.items(partitions().at(-1)!)).find(({ sk }) => sk === "ADMINS");
    return [...statuses, admins?.count];
  };

  test.each([
    { how: "is disabled", other: () => disabling(ada!) },
    {
      how: "leaves",
      other: () => ({ handler: remove, person: ada!, input: { user_id: ada!.user_id, email: ada!.email } }),
    },
    {
      how: "is given another role by the first",
      other: () => ({ handler: update, person: abe!, input: { user_id: ada!.user_id, role: roleIds.issuer } }),
    },
  ])(
    "one is disabled while the other $how: the second is refused, and not where nothing guards the count",
    async ({ other }) => {
      const guard = organizationKeys.admins(school.organization_id).pk;
      expect(await raced([disabling(abe!), other()], [])).toEqual([200, 409, 1]);
      expect(await raced([other(), disabling(abe!)], [])).toEqual([200, 409, 1]);
      expect(await raced([disabling(abe!), other()], [guard])).toEqual([200, 200, 0]);
    },
  );

  test("one who is disabled while they are made an issuer is counted out once, and twice where nothing guards them", async () => {
    const demoting = { handler: update, person: ada!, input: { user_id: abe!.user_id, role: roleIds.issuer } };
    const guard = [organizationKeys.user(abe!.user_id).pk, organizationKeys.organization(school.organization_id).pk];
    expect(await raced([disabling(abe!), demoting], [])).toEqual([200, 409, 1]);
    expect(await raced([demoting, disabling(abe!)], [])).toEqual([200, 409, 1]);
    expect(await raced([disabling(abe!), demoting], guard)).toEqual([200, 200, 0]);
  });
});
