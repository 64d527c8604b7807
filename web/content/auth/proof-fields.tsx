import * as z from "zod";
import { useSession } from "../../session/session.tsx";
import { PasswordField, TextField } from "../../ui/forms/fields.tsx";

/** What is typed into `OwnPasswordField`. */
export const ownPassword = z.string().min(1, "Please enter valid Password");
/** What is typed into `AnyCodeField`. */
export const anyCode = z.string().trim().min(1, "Enter a code.");

/** The password of whoever is signed in. */
export const OwnPasswordField = () => (
  <PasswordField
    name="password"
    label="Password"
    hint={useSession().user.email}
    autoComplete="current-password"
    autoFocus
  />
);

/** A code of two-step sign-in: of the app or, once each, of those for recovery. */
export const AnyCodeField = ({ autoFocus }: { readonly autoFocus?: boolean }) => (
  <TextField
    name="code"
    label="Code"
    hint="Six digits from your authenticator app, or one of your recovery codes."
    autoComplete="one-time-code"
    autoFocus={autoFocus}
    lengthMax={40}
  />
);
