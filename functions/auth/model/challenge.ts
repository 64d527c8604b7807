import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import * as z from "zod";
import type { Context } from "../../chain/implement.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { create } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { cookie, cookieName } from "./session.ts";
import { hashOf } from "./tokens.ts";

/** How long a code may be typed after the password. */
const LIFE_SECONDS = 300;
const ALGORITHM = "aes-256-gcm";

const ChallengeRecord = z.object({
  user_id: z.string(),
  email: z.string(),
  /** The pool's refresh token, which opens with the cookie alone. */
  sealed: z.string(),
  remember: z.boolean(),
  /** Epoch seconds: when the session began that the token renews. */
  auth_time: z.number().default(0), // of before there were proofs, for the minutes that it lives
  /** The person whose invitation is shown. */
  invited: z.string().optional(),
  /** Hash of the code that was right: the same, sent again, goes on from there. */
  passed: z.string().optional(),
  expires_at: z.number(),
});

/** A sign-in whose password was right, and whose code is waited for. */
export interface Challenge extends Omit<z.infer<typeof ChallengeRecord>, "sealed" | "expires_at"> {
  readonly key: Key;
  readonly refreshToken: string;
  /** What its browser is known by once it is remembered: the same however often the code is sent. */
  readonly deviceText: string;
}

/**
 * Keeps a sign-in until its code comes. The browser gets a cookie that no script reads; the table has its hash, and the
 * pool's token encrypted by it, so that neither can go on with the session alone.
 */
export async function askForCode(
  reply: Context["reply"],
  { refreshToken, ...asked }: Omit<Challenge, "key" | "deviceText">,
): Promise<void> {
  const text = randomBytes(32).toString("base64url");
  const expires_at = clock.seconds() + LIFE_SECONDS;
  const record = { ...asked, sealed: sealedBy(text, refreshToken), expires_at, ttl: expires_at };
  await transact([create(organizationKeys.challenge(hashOf(text)), record)]);
  reply.setCookie(cookie("challenge", text, LIFE_SECONDS));
}

/** The sign-in that the request goes on with; undefined when there is none, or its time is over. */
export async function readChallenge(request: Context["request"]): Promise<Challenge | undefined> {
  const text = request.cookie(cookieName("challenge"));
  if (!text) return undefined;
  const key = organizationKeys.challenge(hashOf(text));
  const found = await get(ChallengeRecord, key);
  if (found === undefined || found.expires_at <= clock.seconds()) return undefined;
  const { sealed, expires_at, ...challenge } = found;
  const deviceText = derived(text, "device").toString("base64url");
  return { ...challenge, key, refreshToken: openedBy(text, sealed), deviceText };
}

/** Takes the cookie away. */
export const clearChallenge = (reply: Context["reply"]): void => reply.setCookie(cookie("challenge", "", 0));

/** A secret that only the cookie gives: of one purpose it tells nothing of another's, nor of the cookie. */
const derived = (text: string, purpose: "challenge" | "device") =>
  Buffer.from(hkdfSync("sha256", text, "", purpose, 32));

function sealedBy(text: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, derived(text, "challenge"), iv);
  const parts = [iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString("base64");
}

function openedBy(text: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(ALGORITHM, derived(text, "challenge"), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}
