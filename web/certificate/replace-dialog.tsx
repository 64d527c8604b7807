import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import { type CertificateRow, replace } from "../../shared/certificate/calls.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";

const { first_name, last_name } = replace.input.shape;
const Fields = z.object({ first_name, last_name });

/** Asks for the name a certificate should have, and issues it anew. */
export default function ReplaceDialog({
  row,
  onClose,
}: {
  readonly row: CertificateRow;
  readonly onClose: () => void;
}) {
  const { certificate_id, title } = row;
  return (
    <FormDialog title={`Correct the name on “${title}”`} onClose={onClose}>
      <SpaceBetween size="m">
        <p>
          We’ll reissue {row.first_name} {row.last_name}’s certificate with this name at a new address. The current
          certificate is marked as replaced and its page is removed. Anyone who verifies an old copy is pointed to the
          new one.
        </p>
        <CallForm
          send={api.certificate.replace}
          schema={Fields}
          values={{ first_name: row.first_name, last_name: row.last_name }}
          toInput={(fields) => ({ certificate_id, ...fields })}
          success="Certificate reissued."
          submit="Replace"
          onCancel={onClose}
          guarded={false}
          onDone={onClose}
        >
          <TextField name="first_name" label="First name" lengthMax={30} autoComplete="off" />
          <TextField name="last_name" label="Last name" lengthMax={30} autoComplete="off" />
        </CallForm>
      </SpaceBetween>
    </FormDialog>
  );
}
