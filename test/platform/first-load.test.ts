import { expect, test } from "vitest";
import { builtPortal } from "../../bin/local/prepare.ts";
import { budgets, firstLoad } from "../bench/first-load.ts";

test("sign-in, the credential list, the certificate and the verifying page stay within their first load, brotli", async () => {
  const portal = await builtPortal();
  for (const path of ["/login", "/credentials", "/Certificate", "/verify"] as const) {
    const { bytes, files } = firstLoad(portal, path);
    expect(bytes / 1024, `${path}: ${files.join(" ")}`).toBeLessThanOrEqual(budgets[path].kilobytes);
  }
});
