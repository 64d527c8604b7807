import { buildFunctions, handlerFile } from "../../bin/build.ts";
import type { World } from "../../bin/local/world.ts";
import { sessionsAt } from "../../bin/seed/session.ts";
import { callsOf } from "../../shared/contract.ts";
import { publicPrefix, wire } from "../../shared/http/call.ts";
import { keyScopes } from "../../shared/http/key-scopes.ts";
import { create } from "../../shared/key/calls.ts";
import { recordRequests, writes } from "../support/world/request-counts.ts";
import { coldByKey } from "./fresh-processes.ts";
import { judged, line, title } from "./print.ts";

/** Prints what import and first call of a list take where a key asks for it, beside a person of the portal. */
export async function benchColdByKey(outdir: string, pairs: number): Promise<void> {
  title(
    `Cold path by key: processor time of import and first call of credential/list, ${pairs} pairs in fresh processes`,
  );
  await buildFunctions({ outdir });
  const { milliseconds, ratios } = await coldByKey(handlerFile(outdir, "credential/list"), pairs);
  for (const [name, value] of Object.entries(milliseconds)) line(`${name}, median ms`, value.toFixed(1));
  const ratio = (name: string) => {
    const { median, low, high } = ratios[name]!;
    return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  };
  line("a key's over the portal's", ratio("key"), "goal ≤ 1.05");
  line("the portal's over itself (noise)", ratio("again"), "0.97–1.03 is a quiet machine");
}

/** Prints how often each list that a key reads asks the table, for a key and for a person of the portal. Fails above one more. */
export async function benchReadsByKey(world: World): Promise<void> {
  title("Reads of the table for each list that a key may read: of the portal, and by key");
  const spending = recordRequests();
  const ada = sessionsAt(world.origin)("Ada");
  const { key } = await ada.ask(create, { name: "Bench", scopes: [...keyScopes] });
  const headers = { authorization: `Bearer ${key}` };
  const lists = callsOf().filter(
    ({ call }) => call.keys !== undefined && !writes(call) && call.input.safeParse({}).success,
  );
  for (const { domain, file, call } of lists) {
    const name = `-${domain}-${file}`;
    const readsOf = async (ask: () => Promise<unknown>) => {
      await ask(); // the first call of all reads what later ones remember
      spending.forget();
      await ask();
      return spending.of(name, call)?.reads ?? Number.NaN;
    };
    const input: Record<string, string> = "kind" in call.input.shape ? { kind: "sale" } : {}; // a key reads billing history a kind at a time
    const ofPortal = await readsOf(() => ada.ask(call, input));
    const byKey = await readsOf(async () => {
      const { status } = await fetch(
        `${world.origin}/api${publicPrefix}${wire(call).path}?${new URLSearchParams(input)}`,
        { headers },
      );
      if (status !== 200) throw new Error(`${call.route} answered ${status}.`);
    });
    judged(`${domain}.${file}`, `${ofPortal} and ${byKey}`, "bound one more", byKey <= ofPortal + 1);
  }
}
