import { relative } from "node:path";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { cpuSeconds } from "../../bin/cpu-seconds.ts";
import { noteSpent } from "./world/spending.ts";

/** Said of how a test clicks where a page loads a part then: the tests await what appears, as a person does. */
const ofTheTestItself = /^A component suspended inside an `act` scope/;

/** Whatever a test writes to console.error fails it. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

/** What a test put in the place of something ends here, and not in the test: restored there, the spy above would be too. */
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls.map((parts) => parts.map(String).join(" "));
  const said = calls.filter((each) => !ofTheTestItself.test(each));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(said, "console.error was called").toEqual([]);
});

const file = relative(process.cwd(), expect.getState().testPath ?? "");
process.env.STARTED_BY = file; // a world of its own notes there what it took
const before = cpuSeconds();
afterAll(() => noteSpent({ file, isWorld: false, seconds: cpuSeconds() - before }));
