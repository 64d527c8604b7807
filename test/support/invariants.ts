import { expect } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { checkInvariants } from "../../functions/invariants/check.ts";
import { itemsOf } from "../../functions/invariants/table.ts";
import type { Organization } from "./organization.ts";
import type { World } from "./own-world.ts";

/** Expects every invariant to hold for what an organization did, once all that follows from it has happened. */
export async function expectInvariants(
  world: Pick<World, "settle" | "control">,
  { organization_id }: Organization,
): Promise<void> {
  await world.settle();
  const items = itemsOf(await world.control.everything(), organization_id);
  const findings = checkInvariants(items, { secrets: [seedPassword] });
  expect(findings.flatMap(({ id, violations }) => violations.map((violation) => `${id} ${violation}`))).toEqual([]);
}
