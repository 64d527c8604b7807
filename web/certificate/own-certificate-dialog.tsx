import Alert from "@cloudscape-design/components/alert";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod";
import type { OwnCertificate } from "../../shared/certificate/calls.ts";
import { reasonWords } from "../../shared/certificate/words.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { CallForm } from "../ui/forms/call-form.tsx";
import { CheckboxField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { ListError } from "../ui/lists/list-states.tsx";
import { date, dateTime } from "../ui/look/format.ts";
import { FormSkeleton } from "../ui/look/skeleton.tsx";

const Fields = z.object({ with_findings: z.boolean(), with_email: z.boolean() });

/** A dialog about an own certificate, which is read when it opens. */
export function OwnCertificateForm({
  certificate_id,
  title,
  onClose,
  children,
}: {
  readonly certificate_id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (certificate: OwnCertificate) => ReactNode;
}) {
  const { organization_id } = useSession();
  const reading = useQuery(api.certificate.read.query({ organization_id, certificate_id }));
  return (
    <FormDialog title={title} onClose={onClose}>
      {reading.isPending ? (
        <FormSkeleton />
      ) : reading.isError ? (
        <ListError
          error={reading.error}
          header="We couldn’t load the certificate"
          onAgain={() => void reading.refetch()}
        />
      ) : (
        children(reading.data)
      )}
    </FormDialog>
  );
}

/** Where an own certificate stands: whether it is signed and still good, and why not. */
function Standing({ certificate }: { readonly certificate: OwnCertificate }) {
  const { status, signature, signed_on, revoked_on, revocation, revoked_because, issuer_name } = certificate;
  if (status === "revoked" || status === "replaced")
    return (
      <Alert
        type="warning"
        header={`${status === "revoked" ? "Revoked" : "Replaced"}${revoked_on ? ` on ${date(revoked_on)}` : ""}`}
      >
        {status === "replaced"
          ? `${issuer_name} reissued it with a corrected name.`
          : `${revocation ? `${reasonWords[revocation]}. ` : ""}${revoked_because ?? ""}`}
      </Alert>
    );
  if (signature === "none") return <p>It isn’t digitally signed. We confirm it on the certificate’s page instead.</p>;
  if (signed_on === undefined)
    return <Alert type="info">We’re signing it. In about a minute, anyone can verify it.</Alert>;
  return <p>Signed on {dateTime(signed_on)}. Anyone with the link can verify it.</p>;
}

/** What the learner decides about an own certificate, and where it stands. */
export default function OwnCertificateDialog({
  certificate_id,
  title,
  onClose,
}: {
  readonly certificate_id: string;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const { organization_id } = useSession();
  return (
    <OwnCertificateForm certificate_id={certificate_id} title={`Your certificate “${title}”`} onClose={onClose}>
      {(certificate) => (
        <SpaceBetween size="m">
          <Standing certificate={certificate} />
          {certificate.status === "revoked" || certificate.status === "replaced" ? null : (
            <CallForm
              send={api.certificate.chooseContents}
              schema={Fields}
              values={{ with_findings: certificate.with_findings, with_email: certificate.with_email }}
              toInput={(fields) => ({ organization_id, certificate_id, ...fields })}
              success="Saved. We’ll sign your certificate again within a minute."
              submit="Save"
              onCancel={onClose}
              guarded={false}
              onDone={onClose}
            >
              <CheckboxField
                name="with_findings"
                label="Show review results for each criterion"
                hint="Anyone who opens your certificate sees which criteria you met and your points. The credential they can download also lists the ones you didn’t meet. Copies downloaded earlier don’t change."
              />
              <CheckboxField
                name="with_email"
                label="Include your hashed email address"
                hint="Some digital wallets use it to confirm the credential is yours. It’s salted and hashed, but someone who knows your name could still guess it."
              />
            </CallForm>
          )}
        </SpaceBetween>
      )}
    </OwnCertificateForm>
  );
}
