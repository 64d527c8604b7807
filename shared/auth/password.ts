import * as z from "zod";

/** Characters of a password. */
export const passwordLength = { min: 8, max: 256 } as const;

/** A password to be set; `message` when there is none or it cannot be one. */
export const newPassword = (message: string) =>
  z
    .string(message)
    .min(1, { error: message, abort: true })
    .min(passwordLength.min, "Password must be atleast 8 characters")
    .max(passwordLength.max, message);

/** What is wrong with a password besides its length; the server also knows the common ones. */
export function passwordFault(password: string, email: string): string | undefined {
  const same = password.trim().toLowerCase() === email.trim().toLowerCase();
  return same ? "Your password can’t be your email address." : undefined;
}

/** The new password of a form with its repetition. */
export const passwordsMatch = (password: string, repeated: string): string | undefined =>
  password === repeated ? undefined : "Password field does not match";
