import * as z from "zod";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { PasswordField, TextField } from "../../ui/forms/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";

const Fields = z.object({
  password: z.string().min(1, "Please enter valid Password"),
  code: z.string().trim().min(1, "Enter a code."),
});
const nothing = { password: "", code: "" };

/** The password and a code: what a change of the second factor needs. */
function ProofFields() {
  const { email } = useSession().user;
  return (
    <>
      <PasswordField name="password" label="Password" hint={email} autoComplete="current-password" autoFocus />
      <TextField
        name="code"
        label="Code"
        hint="Six digits from your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        lengthMax={40}
      />
    </>
  );
}

/** Turns two-step sign-in off. */
export function EndFactorDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog title="Turn off two-step sign-in?" onClose={onClose}>
      <CallForm
        send={api.auth.endFactor}
        schema={Fields}
        values={nothing}
        toInput={(typed) => typed}
        submit="Turn off"
        destructive
        guarded={false}
        success="Two-step sign-in is off."
        onCancel={onClose}
        onDone={onClose}
      >
        <p>Your password alone will sign you in. Recovery codes and remembered devices are removed.</p>
        <ProofFields />
      </CallForm>
    </FormDialog>
  );
}

/** Makes new recovery codes. */
export function RenewCodesDialog({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}) {
  return (
    <FormDialog title="Replace your recovery codes" onClose={onClose}>
      <CallForm
        send={api.auth.renewRecoveryCodes}
        schema={Fields}
        values={nothing}
        toInput={(typed) => typed}
        submit="Replace codes"
        guarded={false}
        onCancel={onClose}
        onDone={({ recovery_codes }) => onDone(recovery_codes)}
      >
        <p>You’ll get ten new codes. The ones you have now stop working.</p>
        <ProofFields />
      </CallForm>
    </FormDialog>
  );
}
