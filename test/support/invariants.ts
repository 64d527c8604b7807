import { expect } from "vitest";
import type { Organization } from "./organization.ts";
import type { World } from "./own-world.ts";

/** Expects every invariant to hold for what an organization did, once all that follows from it has happened. */
export async function expectInvariants(
  world: Pick<World, "settle" | "control">,
  { organization_id }: Pick<Organization, "organization_id">,
): Promise<void> {
  await world.settle();
  expect(await world.control.violations(organization_id)).toEqual([]);
}
