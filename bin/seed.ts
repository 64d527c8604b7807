import { contract } from "../shared/contract.ts";
import { roleIds } from "../shared/permissions.ts";
import type { World } from "./local/world.ts";
import { makeContent } from "./seed/content.ts";
import { makeOrganization, makePerson } from "./seed/make.ts";
import { type SeedOrganization, type SeedPerson, seedOrganizations, seedPassword, seedPeople } from "./seed/people.ts";
import { type Sessions, sessionsAt } from "./seed/session.ts";

const assistant = { role_id: "rol_00000000000000000ASSISTANT", name: "Course assistant" };

/**
 * Fills a fresh world with its organizations and people and, with `content`, with their credentials and work: the same at
 * every start. What follows from it, mails included, has happened when it resolves.
 */
export async function seed(world: World, { content }: { content: boolean }): Promise<void> {
  await world.within(async () => {
    for (const organization of Object.values<SeedOrganization>(seedOrganizations)) {
      const { role_id, name } = assistant;
      const isCys = organization.organization_id === seedOrganizations[seedPeople.Cy.organization!].organization_id;
      const roles = isCys ? { [role_id]: { name, role_perms: ["Read", "Create", "Update"] as const } } : {};
      await makeOrganization({ ...organization, roles });
    }
    for (const person of Object.values<SeedPerson>(seedPeople)) await seedPerson(person);
  });
  const as = sessionsAt(world.origin);
  if (content) await makeContent(as);
  await archiveEnded(as);
  await world.settle();
}

async function seedPerson({ organization, role, about: _, ...person }: SeedPerson): Promise<void> {
  if (organization === undefined || role === undefined) return makePerson({ ...person, password: seedPassword });
  const { organization_id } = seedOrganizations[organization];
  const place = { organization_id, role: roleIds[role], ...(role === "custom" && { role_id: assistant.role_id }) };
  await makePerson({ ...person, password: seedPassword, place });
}

async function archiveEnded(as: Sessions): Promise<void> {
  for (const { organization_id: id, ended } of Object.values<SeedOrganization>(seedOrganizations))
    if (ended) await as("Sam").ask(contract.organization.archive, { id, archiveStatus: true });
}
