import * as z from "zod";
import { reassign } from "../../../shared/review/calls.ts";
import { api } from "../../api/client.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { TextAreaField } from "../../ui/forms/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";

const schema = z.object({ reason: reassign.input.shape.reason });

/** A job that staff take from its reviewer, and the words it goes by. */
export interface Reassigned {
  readonly credential_job_id: string;
  readonly organization_id: string;
  readonly title: string;
}

/** Takes a job from its reviewer, with a reason, and offers it to the credential's others. */
export default function ReassignDialog({
  job: { title, credential_job_id, organization_id },
  onClose,
}: {
  readonly job: Reassigned;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={`Reassign “${title}”?`} onClose={onClose}>
      <CallForm
        send={api.review.reassign}
        schema={schema}
        values={{ reason: "" }}
        toInput={({ reason }) => ({ credential_job_id, organization_id, reason })}
        submit="Reassign"
        guarded={false}
        onCancel={onClose}
        onDone={() => {
          flash("success", "Job reassigned. It’s open to the other reviewers.");
          onClose();
        }}
      >
        <p>
          The job is offered to the credential’s other reviewers. If the current reviewer decided sections, those
          decisions stand and are paid as usual.
        </p>
        <TextAreaField
          name="reason"
          label="Reason"
          constraint="We’ll email this to the reviewer."
          lengthMax={500}
          rows={3}
        />
      </CallForm>
    </FormDialog>
  );
}
