import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import { type CertificateRow, revoke } from "../../shared/certificate/calls.ts";
import { givenReasons } from "../../shared/certificate/status-list.ts";
import { reasonWords } from "../../shared/certificate/words.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/call-form.tsx";
import { TextAreaField } from "../ui/fields.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { SelectField } from "../ui/select-fields.tsx";

const { revocation, reason } = revoke.input.shape;
const Fields = z.object({ revocation, reason });
const choices = givenReasons.map((value) => ({ value, label: reasonWords[value] }));

/** Asks why a certificate is revoked, for its page and for its learner. */
export default function RevokeDialog({ row, onClose }: { readonly row: CertificateRow; readonly onClose: () => void }) {
  const { certificate_id, first_name, last_name, title } = row;
  return (
    <FormDialog title={`Revoke the certificate of ${first_name} ${last_name}?`} onClose={onClose}>
      <SpaceBetween size="m">
        <p>
          This cannot be undone. Within a minute whoever verifies “{title}” is told that it was revoked, when, and the
          kind of reason. {first_name} {last_name} may apply again.
        </p>
        <CallForm
          send={api.certificate.revoke}
          schema={Fields}
          values={{ reason: "" } as z.input<typeof Fields>}
          toInput={(fields) => ({ certificate_id, ...fields })}
          success={`The certificate of ${first_name} ${last_name} is revoked.`}
          submit="Revoke"
          destructive
          onCancel={onClose}
          guarded={false}
          onDone={onClose}
        >
          <SelectField
            name="revocation"
            label="Kind of reason"
            hint="Its page and everybody who verifies it say this."
            placeholder="Choose a reason"
            choices={choices}
          />
          <TextAreaField
            name="reason"
            label="What happened"
            hint={`${first_name} ${last_name} reads it in a mail and a notice. Nobody else does.`}
            lengthMax={2000}
          />
        </CallForm>
      </SpaceBetween>
    </FormDialog>
  );
}
