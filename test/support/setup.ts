import { afterEach, beforeEach, expect, vi } from "vitest";

/** Whatever a test writes to console.error fails it; a test that expects one says so by spying on it itself. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  const spy = vi.mocked(console.error);
  if (!vi.isMockFunction(spy)) return;
  const said = spy.mock.calls.map((parts) => parts.map(String).join(" "));
  spy.mockRestore();
  expect(said, "console.error was called").toEqual([]);
});
