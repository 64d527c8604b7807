import { roleIds } from "../shared/permissions.ts";
import type { World } from "./local/world.ts";
import { makeOrganization, makePerson } from "./seed/make.ts";
import { type SeedOrganization, type SeedPerson, seedOrganizations, seedPassword, seedPeople } from "./seed/people.ts";

const assistant = { role_id: "rol_00000000000000000ASSISTANT", name: "Course assistant" };

/** Fills a fresh world with its organizations and people: the same ones at every start. */
export async function seed(world: World): Promise<void> {
  await world.within(async () => {
    for (const organization of Object.values<SeedOrganization>(seedOrganizations)) {
      const { role_id, name } = assistant;
      const isCys = organization.organization_id === seedOrganizations[seedPeople.Cy.organization!].organization_id;
      const roles = isCys ? { [role_id]: { name, role_perms: ["Read", "Create", "Update"] as const } } : {};
      await makeOrganization({ ...organization, roles });
    }
    for (const person of Object.values<SeedPerson>(seedPeople)) await seedPerson(person);
  });
  await world.settle();
}

async function seedPerson({ organization, role, about: _, ...person }: SeedPerson): Promise<void> {
  if (organization === undefined || role === undefined) return makePerson({ ...person, password: seedPassword });
  const { organization_id } = seedOrganizations[organization];
  const place = { organization_id, role: roleIds[role], ...(role === "custom" && { role_id: assistant.role_id }) };
  await makePerson({ ...person, password: seedPassword, place });
}
