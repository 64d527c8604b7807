import { describe, expect, test } from "vitest";
import { codeAt, newRecoveryCodes, recoveryHash, written } from "../../functions/auth/model/one-time-code.ts";

/** The secret of RFC 6238's appendix B, and the last six digits of its codes by SHA-1. */
const secret = Buffer.from("12345678901234567890");
const known: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

describe("a code", () => {
  test.each(known)("at second %i is the one that RFC 6238 names", (seconds, code) => {
    expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code);
  });

  test("comes of a secret that is written as RFC 4648 says", () => {
    expect(written(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect(written(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  });
});

test("a recovery code is the same however it is typed, and another person's is not", () => {
  const [code] = newRecoveryCodes();
  expect(new Set(newRecoveryCodes()).size).toBe(10);
  const hash = recoveryHash("usr_1", code!);
  expect(recoveryHash("usr_1", ` ${code!.toLowerCase().replaceAll("-", " ")}`)).toBe(hash);
  expect(recoveryHash("usr_1", code!.replaceAll("0", "o").replaceAll("1", "l"))).toBe(hash);
  expect(recoveryHash("usr_2", code!)).not.toBe(hash);
});
