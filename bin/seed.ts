import { contract } from "../shared/contract.ts";
import { roleIds } from "../shared/permissions.ts";
import { atOffset } from "./local/cloud/clock.ts";
import type { World } from "./local/world.ts";
import { northwindBadges, northwindSingleSignOn } from "./seed/badges.ts";
import { makeContent } from "./seed/content.ts";
import { makeKey, makeOrganization, makePerson } from "./seed/make.ts";
import {
  type SeedOrganization,
  type SeedPerson,
  seedKey,
  seedOrganizations,
  seedPassword,
  seedPeople,
} from "./seed/people.ts";
import { type SeedTime, type Sessions, sessionsAt } from "./seed/session.ts";

const assistant = { role_id: "rol_00000000000000000ASSISTANT", name: "Course assistant" };

/** What a world is seeded with. */
export interface Seeded {
  /** Credentials and work beside the people. */
  readonly content: boolean;
  /** Told when people can sign in, before credentials and work are made: these live in a time of their own meanwhile. */
  readonly onPeople?: () => void;
}

/**
 * Fills a fresh world with its organizations and people and, with `content`, with a key and their credentials and work: the
 * same at every start. What follows from it, mails included, has happened when it resolves.
 */
export async function seed(world: World, { content, onPeople }: Seeded): Promise<void> {
  await world.within(async () => {
    for (const organization of Object.values<SeedOrganization>(seedOrganizations)) {
      const { role_id, name } = assistant;
      const isCys = organization.organization_id === seedOrganizations[seedPeople.Cy.organization!].organization_id;
      const roles = isCys ? { [role_id]: { name, role_perms: ["Read", "Create", "Update"] as const } } : {};
      await makeOrganization({ ...organization, roles });
    }
    for (const person of Object.values<SeedPerson>(seedPeople)) await seedPerson(person);
    if (content) await seedNorthwindKey();
  });
  const time: SeedTime = { movedMs: 0 };
  const as = sessionsAt(world.origin, time);
  await connectBadges(world, as);
  onPeople?.();
  if (content) {
    const invoke = (name: string) => atOffset(time.movedMs, () => world.functions.invoke(name, {}));
    await makeContent(agoIn(world, time), () => invoke("payment/export-payouts"), invoke);
    time.movedMs = 0;
    await world.schedules.run("organization/start-monthly-exports");
  }
  await archiveEnded(as);
  await world.settle();
}

/** Takes the seed's time back by some days, or to the present; tokens of one time are none in another. */
const agoIn = (world: World, time: SeedTime) => (days: number) => {
  time.movedMs = -days * 86_400_000;
  return sessionsAt(world.origin, time);
};

async function seedPerson({ organization, role, about: _, ...person }: SeedPerson): Promise<void> {
  if (organization === undefined || role === undefined) return makePerson({ ...person, password: seedPassword });
  const { organization_id } = seedOrganizations[organization];
  const place = { organization_id, role: roleIds[role], ...(role === "custom" && { role_id: assistant.role_id }) };
  await makePerson({ ...person, password: seedPassword, place });
}

async function seedNorthwindKey(): Promise<void> {
  const { text: _, ...key } = seedKey;
  const { organization_id } = seedOrganizations.northwind;
  await makeKey({ ...key, organization_id, created_by: seedPeople.Ada.user_id });
}

/** Northwind is connected to the badge service, Fabrikam is not. */
async function connectBadges(world: World, as: Sessions): Promise<void> {
  for (const account of [northwindBadges, northwindSingleSignOn]) world.badgr.openAccount(account);
  const { username, password, region } = northwindBadges;
  const orgid = seedOrganizations.northwind.organization_id;
  await as("Ada").ask(contract.badgr.login, { orgid, username, password, region });
}

async function archiveEnded(as: Sessions): Promise<void> {
  for (const { organization_id: id, ended } of Object.values<SeedOrganization>(seedOrganizations))
    if (ended) await as("Sam").ask(contract.organization.archive, { id, archiveStatus: true });
}
