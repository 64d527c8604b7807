import { parseArgs } from "node:util";
import { enterStage } from "./outputs.ts";

const environment = `
It uses the AWS credentials of the environment, and the table of the stage or the one that TABLE_NAME names.`;

/**
 * A command over a stage's whole table that writes with --write and only says what it would otherwise. Prints its usage
 * for --help, and with exit 1 where no table is known; an error ends it with exit 1.
 */
export async function tableCommand(
  usage: string,
  work: (write: boolean, unitsPerSecond: number) => Promise<void>,
): Promise<void> {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: "string" },
        write: { type: "boolean", default: false },
        "units-per-second": { type: "string", default: "200" },
        help: { type: "boolean" },
      },
    });
    const unitsPerSecond = Number(values["units-per-second"]);
    if (!(unitsPerSecond > 0)) throw new Error("Units per second are a number above 0.");
    if (!values.help) await enterStage(values.stage);
    if (!values.help && process.env.TABLE_NAME) return await work(values.write, unitsPerSecond);
    console.log(`${usage}\n${environment}`);
    process.exitCode = values.help ? 0 : 1;
  } catch (error) {
    console.error((error as Error).stack);
    process.exitCode = 1;
  }
}
