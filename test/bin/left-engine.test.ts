import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDynamodb } from "../../bin/local/aws/dynamodb.ts";

test("a table engine whose world was killed is ended before another opens its file", async () => {
  const directory = mkdtempSync(join(tmpdir(), "laurel-engine-"));
  const left = await startDynamodb({ directory });
  const next = await startDynamodb({ directory });
  onTestFinished(async () => {
    await Promise.all([left.stop(), next.stop()]);
    rmSync(directory, { recursive: true });
  });
  expect((await fetch(next.url)).status).toBeGreaterThan(0);
  await expect(fetch(left.url)).rejects.toThrow("fetch failed");
});
