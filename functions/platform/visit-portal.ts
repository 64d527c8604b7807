import { environment } from "../runtime/environment.ts";
import { describeError, log } from "../runtime/log.ts";

const TIMEOUT_MS = 10_000;

/** What is looked at, in the order in which a browser needs it; each says what it found, or throws. */
const looks = {
  page: async (at: Visit) => {
    const script = /<script[^>]* src="([^"]+)"/.exec(await at("/"))?.[1];
    if (script === undefined) throw new Error("The page names no script.");
    await at(script);
  },
  configuration: async (at: Visit) => void JSON.parse(await at("/config.json")),
  api: async (at: Visit) => void JSON.parse(await at("/api/health")),
  // The gateway itself refuses whoever has no token, in its own words: what a function answers came past the authorizer.
  authorizer: async (at: Visit) => {
    const { message } = JSON.parse(await at("/api/user/profile", 401)) as { message?: string };
    if (message !== "Unauthorized") throw new Error("A call without a token is let in.");
  },
};
type Visit = (path: string, status?: number) => Promise<string>;

/** Looks at the portal, its configuration and the API through the distribution: a white page fails no function of ours. */
export async function handler(): Promise<{ unwell: string[] }> {
  const at: Visit = async (path, status = 200) => {
    const answer = await fetch(new URL(path, environment("PORTAL_ORIGIN")), {
      headers: { "cache-control": "no-cache" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status !== status) throw new Error(`${path} answers ${answer.status}.`);
    return answer.text();
  };
  const unwell: string[] = [];
  for (const [what, look] of Object.entries(looks)) {
    try {
      await look(at);
    } catch (error) {
      log("error", "portal_unwell", { page: what, error: describeError(error) });
      unwell.push(what);
    }
  }
  return { unwell };
}
