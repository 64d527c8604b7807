import { readUnfinished } from "../../shared/credential/calls.ts";
import { implement } from "../runtime/implement.ts";
import { loadOwn } from "./guards.ts";
import { readSteps } from "./unfinished.ts";

/** What the caller keeps of the steps of a credential, and nobody else's. */
export const handler = implement(readUnfinished, async ({ credential_id }, { actor }) => {
  const [steps] = await Promise.all([readSteps(actor.user_id, credential_id), loadOwn(credential_id, actor)]);
  return { data: { steps } };
});
