import type { World } from "../../bin/local/world.ts";
import { seed } from "../../bin/seed.ts";
import { callsOf } from "../../shared/contract.ts";
import { recordRequests, writes } from "../support/world/request-counts.ts";
import { line, title } from "./print.ts";

/** Prints what each call of the journey asks of AWS, at its worst while the seed is made through the API. */
export async function benchRequests(world: World): Promise<void> {
  title("AWS requests per call as the seeded world is made by the API (besides the authorization read)");
  const spending = recordRequests();
  await seed(world, { content: true });
  for (const changing of [false, true]) {
    for (const { domain, file, call } of callsOf()) {
      const spent = writes(call) === changing ? spending.of(`-${domain}-${file}`, call) : undefined;
      if (!spent) continue;
      const { calls, depth, reads, transactions, others } = spent;
      const counted = `${reads} reads, ${depth} deep${changing ? `, ${transactions} transactions` : ""}`;
      line(`${domain}/${file} ×${calls}`, counted, others > 0 ? `${others} to other services` : "");
    }
  }
}
