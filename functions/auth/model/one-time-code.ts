import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { recoveryCodeCount } from "../../../shared/auth/factor.ts";
import { brand } from "../../../shared/platform/brand.ts";
import { clock } from "../../runtime/clock.ts";

const STEP_SECONDS = 30;
/** Clocks of telephones are off: the code before and the one after are good, too. */
const STEPS_OFF = [0, -1, 1];
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Without letters that look like digits. */
const recoveryLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new secret that an authenticator app and we share: 160 random bits. */
export const newSecret = (): Buffer => randomBytes(20);

/** A secret as apps take it. */
export function written(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The address that hands a secret to an app: its label is what the app shows beside the codes. */
export function addressOf(secret: Buffer, email: string): string {
  const label = [brand.product, email].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?${new URLSearchParams({ secret: written(secret), issuer: brand.product })}`;
}

/** The code of a half minute, counted from 1970 (RFC 6238 with SHA-1 and six digits, which every app knows). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const from = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Which half minute a code is of, now or beside now; undefined when of none. */
export function stepOf(secret: Buffer, code: string): number | undefined {
  const digits = code.replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(digits)) return undefined;
  const now = Math.floor(clock.seconds() / STEP_SECONDS);
  return STEPS_OFF.map((off) => now + off).find((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(digits)),
  );
}

/** Ten codes of 80 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(16)]
      .map((byte) => recoveryLetters[byte % 32])
      .join("")
      .replace(/(.{4})(?!$)/g, "$1-"),
  );

/** What is kept of a recovery code; however it is written, it is the same. */
export function recoveryHash(user_id: string, code: string): string {
  const letters = code.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return createHash("sha256").update(`${user_id} ${letters}`).digest("base64url");
}
