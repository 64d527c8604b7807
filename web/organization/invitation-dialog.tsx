import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { InvitationForm } from "./invitation-form.tsx";

/** Invites people into an organization, without leaving its users. */
export default function InvitationDialog({
  organization_id,
  firstRole,
  onClose,
}: {
  readonly organization_id: string;
  /** What the first of them is invited as, where that is known: the value of its choice. */
  readonly firstRole?: string | undefined;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog size="large" title="Invite people" onClose={onClose}>
      <InvitationForm
        organization_id={organization_id}
        firstRole={firstRole}
        submit="Send invitations"
        cancel="Cancel"
        onCancel={onClose}
        onDone={onClose}
      />
    </FormDialog>
  );
}
