import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Step } from "./steps.ts";
import { documents, retryConflicts } from "./table.ts";

/**
 * Carries out one write without a transaction, for half the price. It is for what nothing else hangs on: its
 * refusals are not told apart, and after a lost answer it may be done twice.
 */
export async function alone(step: Extract<Step, { kind: "write" }>): Promise<void> {
  const { Put: whole, Update: update, Delete: removal } = step.operation;
  if (whole) await retryConflicts(() => documents().send(new PutCommand(whole)));
  if (update) await retryConflicts(() => documents().send(new UpdateCommand(update as UpdateCommand["input"])));
  if (removal) await retryConflicts(() => documents().send(new DeleteCommand(removal)));
}
