import type { JobRow } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";

/** Asks before a job in hand goes back to the pool. */
export function ReleaseDialog({
  job,
  onDone,
  onClose,
}: {
  readonly job: Pick<
    JobRow,
    "credential_job_id" | "organization_id" | "title" | "sections_graded" | "reviewer_total_pay"
  >;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { credential_job_id, organization_id, title, sections_graded, reviewer_total_pay } = job;
  const isPaid = reviewer_total_pay > 0;
  return (
    <ConfirmDialog
      title={`Release “${title}”?`}
      confirm="Release job"
      destructive
      cancel="Keep job"
      onConfirm={async () => {
        await write(api.review.release, { credential_job_id, organization_id });
        flash("success", "Job released.");
        onDone?.();
      }}
      onClose={onClose}
    >
      It goes back to open jobs, where another reviewer can accept it.{" "}
      {sections_graded > 0 ? "Your section decisions stand unless that reviewer changes them. " : null}
      {isPaid && sections_graded > 0 ? "You’re paid for those that stand when the job ends." : null}
      {isPaid && sections_graded === 0 ? "You won’t be paid for it." : null}
    </ConfirmDialog>
  );
}
