import { prove } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { proofStep } from "../chain/proof.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change, type Step } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { acceptedCode, onVersion, readFactor } from "./model/factor.ts";
import { requireOwnPassword } from "./model/own-password.ts";

/** A code is good for one proof, as it is for one sign-in: of the same at once one is taken. */
export const handler = implement(prove, async (input, { actor }) => {
  const { user_id, authTime } = actor;
  const { factor_since } = actor.user;
  const steps = factor_since === undefined ? await byPassword(actor, input) : await byCode(actor, input);
  await transact([...steps, proofStep({ user_id, authTime, factor_since })]);
  return { data: {} };
});

async function byPassword(actor: Actor, { password }: { password?: string }): Promise<Step[]> {
  const message = "Please enter valid Password";
  if (password === undefined) throw new Problem("input.invalid", { message, fields: { password: message } });
  await requireOwnPassword(actor, password);
  return [];
}

/** The proof counts while the factor is the one that this code is of. */
async function byCode({ user_id, user }: Actor, { code }: { code?: string }): Promise<Step[]> {
  if (code === undefined) throw new Problem("auth.code-needed");
  const factor = await readFactor(user_id);
  if (factor?.since !== user.factor_since) throw new Problem("state.changed"); // turned off or on anew in between
  const { set, steps } = await acceptedCode(factor!, code);
  return [change(organizationKeys.factor(user_id), { set }, onVersion(factor!)), ...steps];
}
