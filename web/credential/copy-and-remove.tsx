import { useNavigate } from "react-router";
import type { Credential, CredentialRow, Section } from "../../shared/credential/credential.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";

interface Asked {
  readonly credential: Pick<CredentialRow, "organization_id" | "credential_id" | "title">;
  readonly onClose: () => void;
}

/** Asks before a draft is made of a credential, and opens it. */
export function CopyDialog({ credential: { organization_id, credential_id, title }, onClose }: Asked) {
  const go = useNavigate();
  return (
    <ConfirmDialog
      title={`Copy “${title}”?`}
      confirm="Copy"
      onConfirm={async () => {
        const made = await write(api.credential.copy, { organization_id, credential_id });
        flash("success", `“${made.title}” was created as a draft.`);
        await go(paths.credentialDetails(organization_id, made.credential_id));
      }}
      onClose={onClose}
    >
      We’ll create a draft with the same text, sections, criteria, and price. Reviewers aren’t copied.
    </ConfirmDialog>
  );
}

/** Asks before a draft is deleted. */
export function RemoveDialog({
  credential: { organization_id, credential_id, title },
  onDone,
  onClose,
}: Asked & { readonly onDone?: () => void }) {
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      confirm="Delete draft"
      destructive
      onConfirm={async () => {
        await write(api.credential.remove, { organization_id, credential_id });
        flash("success", `“${title}” was deleted.`);
        onDone?.();
      }}
      onClose={onClose}
    >
      This deletes the draft and everything in it. You can’t undo this.
    </ConfirmDialog>
  );
}

/** Asks before a section is deleted from a credential. */
export function RemoveSectionDialog({
  credential: { organization_id, credential_id, version },
  section: { section_id, title },
  onClose,
}: {
  readonly credential: Pick<Credential, "organization_id" | "credential_id" | "version">;
  readonly section: Section;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={`Delete the section “${title}”?`}
      confirm="Delete section"
      destructive
      onConfirm={async () => {
        await write(api.credential.removeSection, { organization_id, credential_id, section_id, version });
        flash("success", `“${title}” was deleted.`);
      }}
      onClose={onClose}
    >
      This deletes the section and its rubric. You can’t undo this.
    </ConfirmDialog>
  );
}
