import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "../process/clock.ts";
import { describeError, log } from "../process/log.ts";
import { callsKey, callsPerCount, callsPerOrganization } from "./organization-calls.ts";
import { change, documents } from "./table.ts";

/**
 * Counts a call, and those that were not drawn, for its organization. It is tried once, and never refuses the call: where so
 * many are counted that they meet, a few fewer are enough.
 */
export async function countCalls(organization_id: string): Promise<void> {
  const ttl = clock.seconds() + 2 * callsPerOrganization.windowSeconds;
  const step = change(callsKey(organization_id), { add: { used: callsPerCount }, set: { ttl } }, { orCreate: true });
  try {
    await documents().send(new TransactWriteCommand({ TransactItems: [step.operation] }));
  } catch (error) {
    log("warn", "call_not_counted", { organization_id, error: describeError(error) });
  }
}
