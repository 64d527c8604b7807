import * as z from "zod";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { renewSession } from "../../session/session-store.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { PasswordField } from "../../ui/forms/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";

const Fields = z.object({ password: z.string().min(1, "Please enter valid Password") });

/**
 * Asks for the password once more where the server wants a sign-in of the last minutes, or the session is over; the page
 * behind stays as it is. Nobody but its person can sign in here.
 */
export function SignInAgain({
  reason,
  cancel,
  onDone,
  onClose,
}: {
  /** Why it is asked, as a sentence. */
  readonly reason: string;
  /** What the button beside says; 'Cancel' unless told. */
  readonly cancel?: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { email } = useSession().user;
  return (
    <FormDialog title="Confirm it’s you" onClose={onClose}>
      <CallForm
        send={api.auth.login}
        schema={Fields}
        values={{ password: "" }}
        toInput={({ password }) => ({ email, password })}
        submit="Continue"
        guarded={false}
        fieldFor={({ code }) => (code === "ERRLOGIN" ? "password" : undefined)}
        onCancel={onClose}
        {...(cancel && { cancel })}
        onDone={(answer) => {
          renewSession(answer);
          onDone();
        }}
      >
        <p>{reason}</p>
        <PasswordField name="password" label="Password" hint={email} autoComplete="current-password" autoFocus />
      </CallForm>
    </FormDialog>
  );
}
