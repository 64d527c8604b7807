import { validatePasswordReset } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../runtime/implement.ts";
import { findReset } from "./store.ts";

export const handler = implement(validatePasswordReset, async ({ email, token }) => {
  if ((await findReset(email, token)) === undefined) throw new Problem("auth.invalid-reset-link");
  return { data: { email } };
});
