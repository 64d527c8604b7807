import { afterEach, beforeEach, expect, vi } from "vitest";

/** Whatever a test writes to console.error fails it. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

/** What a test put in the place of something ends here, and not in the test: restored there, the spy above would be too. */
afterEach(() => {
  const said = vi.mocked(console.error).mock.calls.map((parts) => parts.map(String).join(" "));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(said, "console.error was called").toEqual([]);
});
