import { expect, it } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { itemsOf } from "../../functions/platform/model/invariants/table.ts";
import { everyCredential } from "../certificate/every-credential.ts";
import { world } from "../support/world.ts";
import { organizationsWrittenByHand } from "../support/written-by-hand.ts";

/** Runs when all other tests of the run are through, over everything they have done. */
it("every invariant holds for the whole world after all that the tests did to it", async () => {
  await world.settle();
  const everything = await world.control.everything();
  const byHand = organizationsWrittenByHand(everything).flatMap((organization_id) =>
    itemsOf(everything, organization_id),
  );
  const objects = byHand.flatMap((item) => [item.stripe_payment_id, item.paypal_order_id]).filter(Boolean);
  const left = new Set<unknown>([
    ...byHand,
    ...everything.filter(({ pk }) => objects.includes(String(pk).split("#")[2])), // marks name no organization
  ]);
  const dead = (await world.control.queues()).filter(({ name }) => name.endsWith("-dead"));
  const deadEvents = new Set(JSON.stringify(dead).match(/evt_\w+/g) ?? []);
  const findings = await checkInvariants(
    everything.filter((item) => !left.has(item)),
    { secrets: [seedPassword], deadEvents },
  );
  const violations = findings.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`));
  expect(violations.slice(0, 50), `${violations.length} violations`).toEqual([]);
});

it("every credential that was signed follows the Open Badges schema and verifies as what is stored of it", async () => {
  await world.settle();
  const everything = await world.control.everything();
  const byHand = organizationsWrittenByHand(everything);
  const { count, faults } = await everyCredential(
    world.origin,
    everything.filter(({ organization_id }) => !byHand.includes(String(organization_id))),
  );
  expect(faults.slice(0, 20), `${faults.length} faults`).toEqual([]);
  expect(count).toBeGreaterThan(process.env.TEST_SHARE ? -1 : 0); // a share of the files may have signed none
});
