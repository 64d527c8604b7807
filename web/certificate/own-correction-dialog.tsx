import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import KeyValuePairs from "@cloudscape-design/components/key-value-pairs";
import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import type { OwnCertificate } from "../../shared/certificate/calls.ts";
import { type Correction, correctionReasonMax } from "../../shared/certificate/correction.ts";
import { askCorrection } from "../../shared/certificate/correction-calls.ts";
import { fullName, noLastName } from "../../shared/platform/full-name.ts";
import { personName } from "../../shared/platform/person.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { NameFields, TextAreaField } from "../ui/forms/fields.tsx";
import { date } from "../ui/look/format.ts";
import { OwnCertificateForm } from "./own-certificate-dialog.tsx";

const { reason } = askCorrection.input.shape;
const Fields = z.object({ first_name: personName(), last_name: personName(), reason });

/** Lets a learner ask for a certificate with a corrected name, and says where their request stands. */
export default function OwnCorrectionDialog({
  certificate_id,
  onClose,
}: {
  readonly certificate_id: string;
  readonly onClose: () => void;
}) {
  return (
    <OwnCertificateForm certificate_id={certificate_id} title="Corrected name" onClose={onClose}>
      {(certificate) => <Request certificate={certificate} onClose={onClose} />}
    </OwnCertificateForm>
  );
}

function Request({ certificate, onClose }: { readonly certificate: OwnCertificate; readonly onClose: () => void }) {
  const { status, correction, title } = certificate;
  if (status === "revoked" || status === "replaced")
    return (
      <SpaceBetween size="m">
        <Alert type="info">
          {status === "revoked"
            ? `Your certificate for “${title}” was revoked, so its name can’t be corrected.`
            : `Your certificate for “${title}” was replaced. The new one is in My credentials.`}
        </Alert>
        <Button onClick={onClose}>Close</Button>
      </SpaceBetween>
    );
  return correction?.status === "waiting" ? (
    <Waiting certificate={certificate} correction={correction} onClose={onClose} />
  ) : (
    <Ask certificate={certificate} onClose={onClose} />
  );
}

function Waiting({
  certificate: { certificate_id, organization_id, issuer_name, title },
  correction,
  onClose,
}: {
  readonly certificate: OwnCertificate;
  readonly correction: Correction;
  readonly onClose: () => void;
}) {
  const { correction_id, asked_on } = correction;
  return (
    <SpaceBetween size="m">
      <p>
        You asked {issuer_name} on {date(asked_on)} to correct the name on your certificate for “{title}”. You’ll get an
        email once they decide.
      </p>
      <KeyValuePairs
        items={[
          { label: "Name you asked for", value: fullName(correction) },
          ...(correction.reason ? [{ label: "Your reason", value: correction.reason }] : []),
        ]}
      />
      <CallForm
        send={api.certificate.withdrawCorrection}
        schema={z.object({})}
        values={{}}
        toInput={() => ({ organization_id, certificate_id, correction_id })}
        success="Request withdrawn."
        submit="Withdraw request"
        onCancel={onClose}
        cancel="Close"
        guarded={false}
        onDone={onClose}
      >
        {null}
      </CallForm>
    </SpaceBetween>
  );
}

function Ask({
  certificate: { certificate_id, organization_id, issuer_name, title, correction, ...name },
  onClose,
}: {
  readonly certificate: OwnCertificate;
  readonly onClose: () => void;
}) {
  return (
    <SpaceBetween size="m">
      {correction?.status === "declined" ? (
        <Alert type="warning" header={`Declined on ${date(correction.decided_on)}: ${fullName(correction)}`}>
          {correction.declined_because}
        </Alert>
      ) : null}
      <p>
        Your certificate for “{title}” says {fullName(name)}. If {issuer_name} agrees, they reissue it with the name you
        enter, at a new address. The current one is then no longer valid.
      </p>
      <CallForm
        send={api.certificate.askCorrection}
        schema={Fields}
        values={{ first_name: name.first_name, last_name: name.last_name || noLastName, reason: "" }}
        toInput={({ reason: why, ...asked }) => ({
          organization_id,
          certificate_id,
          ...asked,
          ...(why && { reason: why }),
        })}
        success="Request sent."
        submit="Send request"
        onCancel={onClose}
        guarded={false}
        onDone={onClose}
      >
        <NameFields of="writer" />
        <TextAreaField
          name="reason"
          label="Reason (optional)"
          hint={`${issuer_name}’s admins see this with your request.`}
          lengthMax={correctionReasonMax}
        />
      </CallForm>
    </SpaceBetween>
  );
}
