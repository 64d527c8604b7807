import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { followShort } from "../../shared/submission/calls.ts";
import { keys } from "../data/keys.ts";
import { get } from "../data/table.ts";
import { environment } from "../process/environment.ts";
import { implement } from "../runtime/implement.ts";

const Link = z.object({ path: z.string().startsWith("/") });

/** Leads to the portal's own origin and nowhere else: what is stored is a path. */
export const handler = implement(followShort, async ({ code }) => {
  const link = await get(Link, keys.shortLink(code));
  if (!link) throw new Problem("resource.not-found");
  return { status: 302, headers: { location: `${environment("PORTAL_ORIGIN")}${link.path}` }, body: "" };
});
