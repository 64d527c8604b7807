import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { scheduledOf } from "../../../lib/background.ts";
import { absentLocally, type Step } from "./step.ts";

export const schedules: Step = {
  name: "schedules",
  proves: "the function of each schedule does its work when it is asked, or is at it after twenty seconds",
  otherwise: "lib/runbooks/function-errors.md",
  absent: () => absentLocally("LAMBDA", "runs its schedules itself, and has no Lambda to ask"),
  async look({ stage, region }) {
    const client = new LambdaClient({ region, maxAttempts: 1 });
    const failing: string[] = [];
    const waiting = scheduledOf(stage);
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const fault = await faultOf(client, name);
        if (fault !== undefined) failing.push(`${name}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: SCHEDULES_AT_A_TIME }, work));
    if (failing.length > 0) throw new Error(failing.sort().join("\n      "));
  },
};

/** A new account runs ten functions at once, and people need some of them. */
const SCHEDULES_AT_A_TIME = 4;
/** All of them take no more than half of a run's five minutes, whatever they have to do. */
const AT_WORK_MS = 20_000;

/** What keeps a schedule's function from its work; undefined where it does it. */
async function faultOf(client: LambdaClient, FunctionName: string): Promise<string | undefined> {
  try {
    const { FunctionError, Payload } = await client.send(new InvokeCommand({ FunctionName, Payload: "{}" }), {
      abortSignal: AbortSignal.timeout(AT_WORK_MS),
    });
    return (
      FunctionError &&
      `${FunctionError} ${Buffer.from(Payload ?? [])
        .toString()
        .slice(0, 200)}`
    );
  } catch (error) {
    const { name, message } = error as Error;
    return name === "AbortError" || name === "TimeoutError" ? undefined : `${name}, ${message}`;
  }
}
