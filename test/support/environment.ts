import { afterAll, beforeAll } from "vitest";

/**
 * Lets what runs in the test's own process find these settings, until the file has ended. `process.env` stays the same
 * object: Vitest's `stubEnv` would go on deleting from the one there was.
 */
export function environmentOfFile(settings: () => Promise<NodeJS.Dict<string>>): void {
  let before: NodeJS.ProcessEnv;
  beforeAll(async () => {
    before = { ...process.env };
    Object.assign(process.env, await settings());
  });
  afterAll(() => restoreEnvironment(before));
}

/** Makes `process.env` hold what it held before. */
export function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
