import * as z from "zod";
import { fullName } from "../../../shared/platform/full-name.ts";
import { type ReviewerTies, waive } from "../../../shared/tie/calls.ts";
import { api } from "../../api/client.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { DateField } from "../../ui/forms/date-field.tsx";
import { TextAreaField } from "../../ui/forms/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import type { TiedJob } from "./tied-job.ts";

const { reason, last_day } = waive.input.shape;
const schema = z.object({ reason, last_day });

/** Lets a reviewer take a job in spite of a tie, with a reason and until a day. */
export default function WaiveTieDialog({
  job: { credential_job_id, organization_id },
  reviewer,
  onClose,
}: {
  readonly job: TiedJob;
  readonly reviewer: ReviewerTies;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={`Waive the tie of ${fullName(reviewer)}?`} onClose={onClose}>
      <CallForm
        send={api.tie.waive}
        schema={schema}
        values={{ reason: "", last_day: "" }}
        toInput={(waiver) => ({ credential_job_id, organization_id, reviewer_id: reviewer.user_id, ...waiver })}
        submit="Waive"
        guarded={false}
        onCancel={onClose}
        onDone={() => {
          flash("success", "Tie waived.");
          onClose();
        }}
      >
        <p>
          This reviewer can accept this job until the day you choose. Once they accept it, they keep it. Other jobs
          aren’t affected.
        </p>
        <TextAreaField name="reason" label="Reason" constraint="Only admins see this." lengthMax={500} rows={3} />
        <DateField name="last_day" label="Last day" />
      </CallForm>
    </FormDialog>
  );
}
