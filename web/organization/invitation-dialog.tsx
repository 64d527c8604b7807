import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { InvitationForm } from "./invitation-form.tsx";

/** Invites people into an organization, without leaving its users. */
export default function InvitationDialog({
  organization_id,
  onClose,
}: {
  readonly organization_id: string;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog size="large" title="Invite people" onClose={onClose}>
      <InvitationForm
        organization_id={organization_id}
        submit="Send invitations"
        cancel="Cancel"
        onCancel={onClose}
        onDone={onClose}
      />
    </FormDialog>
  );
}
