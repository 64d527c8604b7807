import { afterEach, describe, expect, test, vi } from "vitest";
import { signatureOf } from "../../functions/certificate/model/signature.ts";

afterEach(() => void vi.unstubAllEnvs());
const signed = { key: "key-1", on: "2026-11-22T10:00:00.000Z", with_findings: false };

describe("whether a certificate is signed", () => {
  test("is awaited where the stage signs, and not where it does not", () => {
    vi.stubEnv("CERTIFICATES_SIGNED", "yes");
    expect(signatureOf({ status: "awaitingSignature" })).toBe("awaited");
    vi.stubEnv("CERTIFICATES_SIGNED", "no");
    expect(signatureOf({ status: "awaitingSignature" })).toBe("none");
  });

  test("is never awaited of one that is no longer good, nor of one older than signing", () => {
    vi.stubEnv("CERTIFICATES_SIGNED", "yes");
    expect(signatureOf({ status: "revoked" })).toBe("none");
    expect(signatureOf(undefined)).toBe("none");
    expect(signatureOf({ status: "revoked", signed })).toBe("signed");
  });
});
