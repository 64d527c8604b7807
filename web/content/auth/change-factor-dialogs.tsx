import * as z from "zod";
import { api } from "../../api/client.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { AnyCodeField, anyCode, OwnPasswordField, ownPassword } from "./proof-fields.tsx";

/** The password and a code: what a change of the second factor needs. */
const proof = {
  schema: z.object({ password: ownPassword, code: anyCode }),
  values: { password: "", code: "" },
  toInput: <Typed,>(typed: Typed) => typed,
  guarded: false,
};

/** Turns two-step sign-in off. */
export function EndFactorDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog title="Turn off two-step sign-in?" onClose={onClose}>
      <CallForm
        send={api.auth.endFactor}
        {...proof}
        submit="Turn off"
        destructive
        success="Two-step sign-in is off."
        onCancel={onClose}
        onDone={onClose}
      >
        <p>Your password alone will sign you in. Recovery codes and remembered devices are removed.</p>
        <OwnPasswordField />
        <AnyCodeField />
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
        {...proof}
        submit="Replace codes"
        onCancel={onClose}
        onDone={({ recovery_codes }) => onDone(recovery_codes)}
      >
        <p>You’ll get ten new codes. The ones you have now stop working.</p>
        <OwnPasswordField />
        <AnyCodeField />
      </CallForm>
    </FormDialog>
  );
}
