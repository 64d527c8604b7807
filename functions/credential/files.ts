import type * as z from "zod";
import type { Attachment, SupportAttachmentInput } from "../../shared/credential/steps.ts";
import { Problem } from "../../shared/http/problems.ts";
import type { Actor } from "../runtime/actor.ts";
import type { StoredCriteria } from "./store.ts";

const refuse = (field: string, message: string) =>
  new Problem("input.invalid", { message, fields: { [field]: message } });

/** Refuses attachments that are not uploads of the actor's organization for learners to read. */
export function demandOwnFiles(attachments: readonly Attachment[], { organization_id }: Actor): void {
  if (attachments.some(({ key }) => !key.startsWith(`resources/${organization_id}/`)))
    throw refuse("credential_details.attachments", "Please upload the required document");
}

type SupportFile = StoredCriteria["support_attachment"];

/** The reviewers' file: the stored one kept, or an upload of the organization. */
export async function storeSupportFile(
  sent: z.output<typeof SupportAttachmentInput> | null,
  { organization_id }: Actor,
  stored: SupportFile,
): Promise<SupportFile> {
  if (sent === null || sent.key === stored?.key) return sent && stored;
  const { attach_name, attach_type, key } = sent;
  if (!key?.startsWith(`support/${organization_id}/`))
    throw refuse("reviewer_criteria.support_attachment", "Please upload the required document");
  return { attach_name, attach_type, key };
}
