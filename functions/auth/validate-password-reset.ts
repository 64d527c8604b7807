import { validatePasswordReset } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { findReset } from "./model/store.ts";

export const handler = implement(validatePasswordReset, async ({ email, token }) => {
  if ((await findReset(email, token)) === undefined) throw new Problem("auth.invalid-reset-link");
  return { data: { email } };
});
