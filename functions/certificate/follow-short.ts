import * as z from "zod";
import { certificatePath } from "../../shared/certificate/addresses.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { followShort } from "../../shared/certificate/own-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import * as paths from "../../shared/platform/paths.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { get } from "../data/table.ts";
import { environment } from "../runtime/environment.ts";

const Link = z.object({ path: z.string().startsWith("/") });

/** Leads to the portal's own origin and nowhere else: what is stored is a path. */
export const handler = implement(followShort, async ({ code }) => {
  const link = await get(Link, platformKeys.shortLink(code));
  if (!link) throw new Problem("resource.not-found");
  const path = (await ownPageOf(link.path)) ?? link.path;
  return { status: 302, headers: { location: `${environment("PORTAL_ORIGIN")}${path}` }, body: "" };
});

/** The certificate's own page where the path names one that is signed and shown. */
async function ownPageOf(path: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(path, environment("PORTAL_ORIGIN"));
  const [cred_id, user_id] = [searchParams.get("cred_id"), searchParams.get("user_id")];
  if (pathname !== paths.certificate || !cred_id || !user_id) return undefined;
  const applied = await get(Applied, submissionKeys.applied(user_id, cred_id));
  if (applied?.certificate_id === undefined) return undefined;
  const certificate = await get(Certificate, certificateKeys.certificate(applied.certificate_id));
  if (!certificate?.signed || certificate.visibility !== "shown") return undefined;
  return certificatePath(certificate.certificate_id);
}
