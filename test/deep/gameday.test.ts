import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { gameDay } from "../faults/gameday.ts";
import { faults } from "../faults/gameday-faults.ts";
import { ownWorld } from "../support/own-world.ts";
import { runbooks, runbookText } from "../support/runbooks.ts";

const world = await ownWorld();
afterAll(() => world.stop());

test.each(Object.entries(faults))(
  "the game day %s rings its alarm and ends whole by the steps of its runbook",
  (name, { alarm }) => {
    const words = ["test/faults/gameday.ts", name];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toContain(`${alarm} counted `);
    expect(stdout).toMatch(/(?:\(ended with 0\)|Runbook: [\w-]+)\n\nWhole again\.\n$/); // some are mended in the console alone
    expect(status).toBe(0);
  },
);

test.each([
  ["mail-dead-letters", "`npm run redrive -- mail --stage <stage>`"],
  ["webhook-secret", "`npm run rotate -- <webhook> --stage <stage>`"],
])("the game day %s stays broken by a runbook without the command that mends", async (name, command) => {
  expect(runbookText).toContain(command);
  const pages = new Map([...runbooks].map(([page, text]) => [page, text.replaceAll(command, "nothing")]));
  const { alarm, isWhole } = await gameDay(world, name, { pages });
  expect(alarm.counted).toBeGreaterThanOrEqual(alarm.from);
  expect(isWhole).toBe(false);
});
