import Button from "@cloudscape-design/components/button";
import KeyValuePairs from "@cloudscape-design/components/key-value-pairs";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import * as z from "zod";
import type { CertificateRow } from "../../shared/certificate/calls.ts";
import { correctionReasonMax, type WaitingCorrection } from "../../shared/certificate/correction.ts";
import { declineCorrection } from "../../shared/certificate/correction-calls.ts";
import { fullName, noLastName } from "../../shared/platform/full-name.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { date } from "../ui/look/format.ts";

const Reason = declineCorrection.input.pick({ reason: true });

/** Shows what a learner asked of their certificate's name, and lets an admin correct it or decline. */
export default function CorrectionDialog({
  row,
  correction,
  onClose,
}: {
  readonly row: CertificateRow;
  readonly correction: WaitingCorrection;
  readonly onClose: () => void;
}) {
  const [isDeclining, setDeclining] = useState(false);
  const { certificate_id, title } = row;
  const { correction_id, first_name, last_name, reason, asked_on } = correction;
  return (
    <FormDialog title={`Request for a corrected name on “${title}”`} onClose={onClose}>
      <SpaceBetween size="l">
        <KeyValuePairs
          columns={2}
          items={[
            { label: "Name now", value: fullName(row) },
            { label: "Name asked for", value: fullName(correction) },
            { label: "Asked on", value: date(asked_on) },
            { label: "Reason", value: reason ?? "None given" },
          ]}
        />
        {isDeclining ? (
          <CallForm
            key="decline"
            send={api.certificate.declineCorrection}
            schema={Reason}
            values={{ reason: "" }}
            toInput={(fields) => ({ certificate_id, correction_id, ...fields })}
            success="Request declined."
            submit="Decline"
            destructive
            onCancel={() => setDeclining(false)}
            cancel="Back"
            guarded={false}
            onDone={onClose}
          >
            <TextAreaField
              name="reason"
              label="Reason"
              hint="The learner gets this by email and as a notification."
              lengthMax={correctionReasonMax}
            />
          </CallForm>
        ) : (
          <CallForm
            key="accept"
            send={api.certificate.replace}
            schema={z.object({})}
            values={{}}
            toInput={() => ({ certificate_id, correction_id, first_name, last_name: last_name || noLastName })}
            success="Certificate reissued."
            submit="Correct the name"
            actions={
              <Button formAction="none" onClick={() => setDeclining(true)}>
                Decline
              </Button>
            }
            onCancel={onClose}
            guarded={false}
            onDone={onClose}
          >
            <p>
              If you correct it, we’ll reissue the certificate with this name at a new address. The current certificate
              is marked as replaced and its page is removed.
            </p>
          </CallForm>
        )}
      </SpaceBetween>
    </FormDialog>
  );
}
