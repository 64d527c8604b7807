import { expect, test } from "vitest";
import { nearTests } from "../../bin/near.ts";

test("near to a change are the tests of all domains that import it, unless that is half the house", async () => {
  const changed = ["functions/payment/model/settle.ts", "functions/user/model/record.ts", "test/key/key.test.ts"];
  const { tests, farther } = await nearTests(changed);
  expect(tests).toEqual(
    expect.arrayContaining(["test/payment/", "test/appeal/", "test/user/", "test/key/key.test.ts"]),
  );
  expect(tests).not.toContain("test/roster/");
  expect(farther).toEqual(["functions/user/model/record.ts"]);
});
