import type { ReactNode } from "react";
import type { CredentialRow } from "../../../shared/credential/credential.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { Status } from "../../ui/look/status.tsx";
import { type AgedItem, since } from "../../ui/look/waiting.tsx";

/** A credential that waits for a person: in which state, since when, and what takes it up. */
const itemOf = (
  { cred_id, title, updated_on }: CredentialRow,
  { status, age, action, to }: Record<"age" | "action" | "to", string> & { readonly status: ReactNode },
): AgedItem => ({
  id: cred_id,
  at: updated_on,
  title,
  to,
  status,
  details: [`${age} ${since(updated_on)}`],
  actions: [{ text: action, to }],
});

const detailsOf = ({ organization_id, cred_id }: CredentialRow) => paths.credentialDetails(organization_id, cred_id);

/** For whoever approves. */
export const pendingItem = (row: CredentialRow): AgedItem =>
  itemOf(row, {
    status: <Status status="pending" words="Credential to approve" />,
    age: "Waiting since",
    action: "Review credential",
    to: detailsOf(row),
  });

/** For its author, who has feedback to read. */
export const rejectedItem = (row: CredentialRow): AgedItem =>
  itemOf(row, {
    status: <Status status="rejected" />,
    age: "Waiting since",
    action: "Read feedback",
    to: detailsOf(row),
  });

/** For its author, in the wizard. */
export const draftItem = (row: CredentialRow): AgedItem =>
  itemOf(row, {
    status: <Status status="draft" />,
    age: "Last edited",
    action: "Continue",
    to: paths.editCredentialStep(row.organization_id, row.cred_id, 0),
  });
