import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { commandsOf, gameDay } from "../faults/gameday.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { ownWorld } from "../support/own-world.ts";

const world = await ownWorld();
afterAll(() => world.stop());

test("a wrong total rings its alarm, and the runbook's own commands make it whole", async () => {
  const academy = await world.newOrganization("Drilled Academy");
  await publishedCredential(academy, [await acceptedReviewer(academy, "Rita")]);
  await world.settle();

  const { alarm, commands, isWhole } = await gameDay(world, "wrong-total");
  expect(alarm).toEqual({ name: "invariants-violated", runbook: "invariants", counted: 1, from: 1 });
  const ended = commands.map(({ command, code }) => [command.replace(" --stage <stage>", ""), code]);
  expect(ended).toEqual([
    ["npm run check:invariants --", 1],
    ["npm run repair --", 1],
    ["npm run repair -- --write", 0],
    ["npm run check:invariants --", 0],
  ]);
  expect(commands.at(-1)!.said).toContain("All invariants hold.");
  expect(isWhole).toBe(true);
}, 120_000);

test("a runbook without the command that mends leaves the fault", async () => {
  const text = readFileSync("lib/runbooks.md", "utf8").replaceAll(" --write`", "`");
  const { commands, isWhole } = await gameDay(world, "wrong-total", { text });
  expect(isWhole).toBe(false);
  expect(commands.at(-1)!.code).toBe(1);
}, 120_000);

test("the commands are those of one runbook, in its order", () => {
  const text = "\n## one\n\n1. `npm run repair`, then `npm run migrate -- --write`.\n\n## two\n\n`npm run verify`\n";
  expect(commandsOf(text, "one")).toEqual(["npm run repair", "npm run migrate -- --write"]);
  expect(() => commandsOf(text, "three")).toThrow("no runbook three");
});
