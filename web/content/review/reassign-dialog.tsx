import { isBlank } from "../../../shared/http/text.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { FormView } from "../../ui/forms/call-form.tsx";
import { TextAreaField } from "../../ui/forms/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { rules } from "../../ui/forms/rules.ts";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { counted } from "../../ui/look/format.ts";
import { eachOf, tellFailed } from "./each-of.ts";

/** A job that staff take from its reviewer, and the words it goes by. */
export interface Reassigned {
  readonly credential_job_id: string;
  readonly organization_id: string;
  readonly title: string;
}

/** Takes one or several jobs from their reviewers, with a reason, and offers them to their credentials' others. */
export default function ReassignDialog({
  jobs,
  onDone,
  onClose,
}: {
  readonly jobs: readonly [Reassigned, ...Reassigned[]];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const [first, ...others] = jobs;
  const isOne = others.length === 0;
  const of = useCallForm({
    values: { reason: "" },
    resolver: rules<{ reason: string }>(({ reason }) => ({
      reason: isBlank(reason) ? "Give a reason. The reviewer sees it." : undefined,
    })),
    send: ({ reason }) =>
      eachOf(jobs, ({ credential_job_id, organization_id }) =>
        write(api.review.reassign, { credential_job_id, organization_id, reason }),
      ),
    onDone: ({ done, failed }) => {
      flash(
        "success",
        isOne
          ? "Job reassigned. It’s open to the other reviewers."
          : `${counted(done, "job")} reassigned, open to the other reviewers.`,
      );
      tellFailed(failed, "reassigned");
      onDone?.();
      onClose();
    },
  });
  return (
    <FormDialog title={isOne ? `Reassign “${first.title}”?` : `Reassign ${jobs.length} jobs?`} onClose={onClose}>
      <FormView of={of} submit="Reassign" guarded={false} onCancel={onClose}>
        <p>
          {isOne ? "The job is offered to the credential’s other reviewers. " : null}
          {isOne ? null : "Each job is offered to the other reviewers of its credential. "}
          {isOne ? "If the current reviewer" : "Where the current reviewer"} decided sections, those decisions stand and
          are paid as usual.
        </p>
        <TextAreaField
          name="reason"
          label="Reason"
          constraint={isOne ? "We’ll email this to the reviewer." : "We’ll email this to each reviewer."}
          lengthMax={500}
          rows={3}
        />
      </FormView>
    </FormDialog>
  );
}
