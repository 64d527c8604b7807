import { createHash, randomBytes } from "node:crypto";
import type { Context } from "../../chain/implement.ts";
import { alone } from "../../data/alone.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { change } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { cookie, cookieName } from "./session.ts";

/** How long a device is known after somebody signed in there: the longest that browsers keep a cookie. */
const KNOWN_SECONDS = 400 * 86_400;

/** A device and an address that signed in there; neither can be read from it. */
const hashOf = (device: string, email: string): string =>
  createHash("sha256").update(`${device} ${email}`).digest("base64url");

const deviceOf = (request: Context["request"]): string | undefined =>
  /^[\w-]{43}$/.exec(request.cookie(cookieName("device")) ?? "")?.[0];

/** By what a sign-in is counted on a device where the same address has signed in before; undefined on any other. */
export async function knownDevice(request: Context["request"], email: string): Promise<string | undefined> {
  const device = deviceOf(request);
  if (device === undefined) return undefined;
  const hash = hashOf(device, email);
  const [known] = await batchGet([organizationKeys.knownDevice(hash)]);
  return known && Number(known.ttl) > clock.seconds() ? hash : undefined;
}

/** Has a device known by the address that has signed in there. */
export async function rememberDevice(
  { request, reply }: Pick<Context, "request" | "reply">,
  email: string,
): Promise<void> {
  const device = deviceOf(request) ?? randomBytes(32).toString("base64url");
  const ttl = clock.seconds() + KNOWN_SECONDS;
  await alone(change(organizationKeys.knownDevice(hashOf(device, email)), { set: { ttl } }, { orCreate: true }));
  reply.setCookie(cookie("device", device, KNOWN_SECONDS));
}
