import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import type { CertificateRow } from "../../shared/certificate/calls.ts";
import { fullName, noLastName } from "../../shared/platform/full-name.ts";
import { personName } from "../../shared/platform/person.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { NameFields } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";

const Fields = z.object({ first_name: personName(), last_name: personName() });

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
          We’ll reissue {fullName(row)}’s certificate with this name at a new address. The current certificate is marked
          as replaced and its page is removed. Anyone who verifies an old copy is pointed to the new one.
          {row.correction ? " Their request for a corrected name is closed with it." : null}
        </p>
        <CallForm
          send={api.certificate.replace}
          schema={Fields}
          values={{ first_name: row.first_name, last_name: row.last_name || noLastName }}
          toInput={(fields) => ({ certificate_id, ...fields })}
          success="Certificate reissued."
          submit="Replace"
          onCancel={onClose}
          guarded={false}
          onDone={onClose}
        >
          <NameFields of="another" />
        </CallForm>
      </SpaceBetween>
    </FormDialog>
  );
}
