import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import { type CertificateRow, revoke } from "../../shared/certificate/calls.ts";
import { givenReasons } from "../../shared/certificate/status-list.ts";
import { reasonWords } from "../../shared/certificate/words.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";

const { revocation, reason } = revoke.input.shape;
const Fields = z.object({ revocation, reason });
const choices = givenReasons.map((value) => ({ value, label: reasonWords[value] }));

/** Asks why a certificate is revoked, for its page and for its learner. */
export default function RevokeDialog({ row, onClose }: { readonly row: CertificateRow; readonly onClose: () => void }) {
  const { certificate_id, title } = row;
  const name = fullName(row);
  return (
    <FormDialog title={`Revoke ${name}’s certificate?`} onClose={onClose}>
      <SpaceBetween size="m">
        <p>
          You can’t undo this. Within a minute, anyone who verifies “{title}” sees that it was revoked, when, and the
          type of reason. {name} can apply again.
        </p>
        <CallForm
          send={api.certificate.revoke}
          schema={Fields}
          values={{ reason: "" } as z.input<typeof Fields>}
          toInput={(fields) => ({ certificate_id, ...fields })}
          success={`${name}’s certificate was revoked.`}
          submit="Revoke"
          destructive
          onCancel={onClose}
          guarded={false}
          onDone={onClose}
        >
          <SelectField
            name="revocation"
            label="Type of reason"
            hint="Shown on the certificate and to anyone who verifies it."
            placeholder="Choose a reason"
            choices={choices}
          />
          <TextAreaField
            name="reason"
            label="What happened"
            hint={`${name} gets this by email and as a notification. No one else sees it.`}
            lengthMax={2000}
          />
        </CallForm>
      </SpaceBetween>
    </FormDialog>
  );
}
