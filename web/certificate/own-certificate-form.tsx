import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OwnCertificate } from "../../shared/certificate/calls.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { ListError } from "../ui/lists/list-states.tsx";
import { FormSkeleton } from "../ui/look/skeleton.tsx";

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
