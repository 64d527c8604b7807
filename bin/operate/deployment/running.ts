import { spawn } from "node:child_process";
import { join } from "node:path";
import { smokeTest } from "./commands.ts";

/** A reason not to go on that the operator can mend: one sentence, no stack. */
export class CannotDeploy extends Error {}

const root = join(import.meta.dirname, "../../..");

/** Runs one of the tools in sight. */
export function run(command: readonly string[]): Promise<void> {
  console.log(`\n== ${command.join(" ")}`);
  const child = spawn(process.execPath, command, { cwd: root, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("close", (code) => (code === 0 ? resolve() : reject(new CannotDeploy(failed(command)))));
  });
}

const failed = (command: readonly string[]) =>
  command.includes("deploy")
    ? "It did not come to its end, and CloudFormation takes back what it had begun. lib/runbooks/failed-deployment.md says what to do."
    : command.join() === smokeTest(command.at(-1)!).join()
      ? "The release is deployed, and the stage is not well: each line FAIL says what to do."
      : "It failed. Nothing was deployed.";

/** Ends a deployment: a stage is called well once its smoke test has proved it. */
export async function conclude(stage: string, origin: string, runs = run): Promise<void> {
  await runs(smokeTest(stage));
  console.log(`\n${stage} is well at ${origin}.`);
}
