import { expect, test } from "vitest";
import { world } from "../world.ts";

test("a person of the seeded world signs in through the gateway", async () => {
  const token = await world.as("Ada").token();
  expect(token.split(".")).toHaveLength(3);
});

test("an organization of a test has people of its own", async () => {
  const academy = await world.newOrganization();
  expect((await academy.as("Lena").token()).split(".")).toHaveLength(3);
});
