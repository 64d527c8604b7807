import { createHash } from "node:crypto";
import * as z from "zod";
import { shorten } from "../../shared/certificate/own-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import type { Key } from "../data/keys/key.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { put } from "../data/steps.ts";
import { batchGet } from "../data/table.ts";
import { environment } from "../runtime/environment.ts";

const CODE_LENGTH = 10;

/** A page that may be shortened: its address on the portal, and the thing whose being there allows it. */
interface Target {
  readonly path: string;
  readonly thing: Key;
  allows(item: Record<string, unknown>): boolean;
}

const detailsPath = new RegExp(`^${paths.credentialDetails("(org_\\w{1,40})", "(crd_\\w{1,40})")}$`);

/** The page an address names, when the actor may shorten it: a learner their certificate, staff a published credential. */
function targetOf(url: URL, actor: Actor): Target | undefined {
  if (url.origin !== environment("PORTAL_ORIGIN")) return undefined;
  if (actor.role === "learner" && url.pathname === paths.certificate) {
    const [org_id, cred_id, user_id] = ["org_id", "cred_id", "user_id"].map((name) => url.searchParams.get(name) ?? "");
    if (!org_id || !cred_id || user_id !== actor.user_id) return undefined;
    return {
      path: paths.certificateOf({ org_id, cred_id, user_id }),
      thing: submissionKeys.applied(user_id, cred_id),
      allows: (item) => item.organization_id === org_id && item.certificate_id !== undefined,
    };
  }
  const [, organization_id, cred_id] = detailsPath.exec(url.pathname) ?? [];
  if (actor.role === "learner" || !cred_id || organization_id !== actor.organization_id) return undefined;
  return {
    path: url.pathname,
    thing: credentialKeys.credential(cred_id),
    allows: (item) => item.organization_id === organization_id && item.status === "published",
  };
}

/** Letters and digits made of a page's address alone, so that a page has one short link whoever asks. */
const codeOf = (path: string): string =>
  BigInt(`0x${createHash("sha256").update(path).digest("hex")}`)
    .toString(36)
    .slice(0, CODE_LENGTH);

const Link = z.object({ path: z.string() });

export const handler = implement(shorten, async ({ url }, { actor, organization_id, commit }) => {
  const refused = new Problem("shorturl.not-allowed", { fields: { url: "You can’t shorten a link to this page." } });
  const target = targetOf(new URL(url), actor);
  if (!target) throw refused;
  const code = codeOf(target.path);
  const [thing, known] = await batchGet([target.thing, platformKeys.shortLink(code)]);
  if (!thing || !target.allows(thing)) throw refused;
  if (known && Link.parse(known).path !== target.path) throw new Problem("state.changed");
  const answer = { data: { code, url: `${environment("PORTAL_ORIGIN")}/api/s/${code}` } };
  if (known) return answer;
  const link = { code, path: target.path, organization_id, created_by: actor.user_id, created_on: now() };
  return commit([put(platformKeys.shortLink(code), link)], answer);
});
