import { parseArgs } from "node:util";
import { outputOf } from "./outputs.ts";

const environment = `
It uses the AWS credentials and the region of the environment, and the table of cdk.out/outputs.json (written by cdk
deploy --outputs-file) or of TABLE_NAME.`;

/**
 * A command over a stage's whole table that writes with --write and only says what it would otherwise. Prints its usage
 * for --help, and with exit 1 where no table is known; an error ends it with exit 1.
 */
export async function tableCommand(usage: string, work: (write: boolean) => Promise<void>): Promise<void> {
  try {
    const { values } = parseArgs({
      options: { write: { type: "boolean", default: false }, help: { type: "boolean" } },
    });
    process.env.TABLE_NAME ||= outputOf("TableName") ?? "";
    if (!values.help && process.env.TABLE_NAME) return await work(values.write);
    console.log(`${usage}\n${environment}`);
    process.exitCode = values.help ? 0 : 1;
  } catch (error) {
    console.error((error as Error).stack);
    process.exitCode = 1;
  }
}
