import * as z from "zod";
import { type Call, namesThing, selectorOf } from "../../shared/http/call.ts";
import { keyScopes } from "../../shared/http/key-scopes.ts";
import { Problem } from "../../shared/http/problem.ts";
import { callsOfKey, callsPerKey, countCallOfKey } from "../data/key-calls.ts";
import type { Key } from "../data/keys/key.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { callsKey, waitForTokensMs } from "../data/organization-calls.ts";
import { batchGet, type Item } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { type Actor, anonymous, KnownOrganization, requireOpen } from "./actor.ts";
import { readKeyText } from "./key-text.ts";
import { keyCallers, type Request } from "./request.ts";

/** What authorization reads of a key. */
export const KnownKey = z.object({
  key_id: z.string(),
  organization_id: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  status: z.enum(["active", "ended"]),
  expires_on: z.string(),
  secret_hash: z.string(),
});
export type KnownKey = z.infer<typeof KnownKey>;

interface ReadKey {
  readonly key: KnownKey;
  /** The count of its calls. */
  readonly calls: Item | undefined;
}

/** The key that a request carries, and how it is decided what that key may do. */
export async function keyOf(request: Request) {
  const read = await readKey(request);
  const { organization_id, key_id } = read.key;
  return {
    organization_id,
    key_id,
    /** Reads the input: what cannot be read is a call that counts, too. */
    async counted<Input>(input: () => Input): Promise<Input> {
      try {
        return input();
      } catch (error) {
        await count(read.key, read.calls, request);
        throw error;
      }
    },
    resolve: (call: Call, input: Readonly<Record<string, unknown>>, alsoRead: readonly Key[]) =>
      resolveKeyActor(call, read, request, input, alsoRead),
  };
}

/** Reads the key each time, so that an ended one is dead at once. */
async function readKey(request: Request): Promise<ReadKey> {
  const [, sent] = /^Bearer +(\S+)$/i.exec(request.header("authorization") ?? "") ?? [];
  if (sent === undefined) throw new Problem("key.missing");
  const text = readKeyText(sent);
  if (text === undefined) throw new Problem("key.refused");
  const { key_id } = text;
  const [item, calls] = await batchGet([organizationKeys.apiKey(key_id), callsOfKey(key_id)]);
  const key = item && KnownKey.safeParse(item).data;
  if (!key || !text.matches(key.secret_hash) || key.status !== "active" || key.expires_on <= clock.iso())
    throw new Problem("key.refused");
  keyCallers.set(request, { key_id, headers: {} });
  return { key, calls };
}

/** Counts a call of a key. What is left is told in the answer's headers (draft-ietf-httpapi-ratelimit-headers-10). */
async function count({ key_id }: KnownKey, calls: Item | undefined, request: Request): Promise<void> {
  const { max, windowSeconds } = callsPerKey;
  const tell = (remaining: number) =>
    keyCallers.set(request, {
      key_id,
      headers: {
        "ratelimit-policy": `"minute";q=${max};w=${windowSeconds}`,
        ratelimit: `"minute";r=${remaining};t=${windowSeconds - (clock.seconds() % windowSeconds)}`,
      },
    });
  tell(0);
  tell(await countCallOfKey(key_id, calls));
}

/**
 * Decides whether a key may make a call, in one round of reading; `alsoRead` is read in it. A key reaches its organization as
 * an issuer does, and where a call says so no further (`isKey`).
 */
async function resolveKeyActor(
  call: Call,
  { key, calls }: ReadKey,
  request: Request,
  input: Readonly<Record<string, unknown>>,
  alsoRead: readonly Key[],
): Promise<{ actor: Actor; alsoFound: (Item | undefined)[]; bucket?: Item }> {
  const { key_id, organization_id } = key;
  const [[place, bucket, ...alsoFound]] = await Promise.all([
    batchGet([organizationKeys.organization(organization_id), callsKey(organization_id), ...alsoRead]),
    count(key, calls, request),
  ]);
  const organization = place && KnownOrganization.parse(place);
  if (organization?.status !== "active" && organization?.status !== "archived") throw new Problem("key.refused");
  if (call.keys === undefined || !key.scopes.includes(call.keys)) throw new Problem("key.scope-missing");
  const selector = selectorOf(call);
  const named = selector === undefined ? undefined : input[selector];
  if (named !== undefined && named !== organization_id)
    throw new Problem(namesThing(call) ? "resource.not-found" : "access.denied");
  requireOpen(call, organization, "issuer");
  if (waitForTokensMs(bucket, key_id) > 0) throw (await import("../data/count-calls.ts")).tooManyCalls(bucket, key_id);
  const user = { ...anonymous.user, user_id: key_id };
  const reached = { role: "issuer", reach: "organization", organization_id, organization, isKey: true } as const;
  return { actor: { ...anonymous, user_id: key_id, user, ...reached }, alsoFound, bucket };
}
