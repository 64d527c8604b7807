import { handler as visitPortal } from "../../../functions/platform/visit-portal.ts";
import { environment, optionalEnvironment } from "../../../functions/runtime/environment.ts";
import type { Step } from "./step.ts";

export const portal: Step = {
  name: "portal",
  proves: "the portal, its configuration and the API come through the distribution",
  otherwise: "lib/runbooks/portal-unwell.md",
  async look(course) {
    await course.wait("All of it comes", 60, async () => (await visitPortal()).unwell.length === 0 || undefined);
  },
};

export const past: Step = {
  name: "past",
  proves: "whoever comes past the distribution is refused by our function",
  otherwise: "npm run rotate -- origin; the stage's variable originSecret must not be empty",
  absent: () => (optionalEnvironment("API_ORIGIN") ? undefined : "name the API's own address in API_ORIGIN"),
  async look() {
    const answer = await fetch(new URL("/api/health", environment("API_ORIGIN")));
    const text = await answer.text();
    // The gateway, a firewall or whoever has taken the name answers 403 as well: our function alone has this code.
    if (answer.status !== 403 || !text.includes('"access.denied"'))
      throw new Error(`The API's own address answers ${answer.status}, not 403 access.denied: ${text.slice(0, 200)}`);
  },
};
