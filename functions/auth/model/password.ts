import { passwordFault } from "../../../shared/auth/password.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Refuses a password that is one of the common ones, or the e-mail. Its length is the contract's. */
export function requireGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (fault) throw new Problem("input.invalid", { message: fault, fields: { password: fault } });
  if (!isCommonPassword(password)) return;
  throw new Problem("auth.common-password", { field: "password" });
}
