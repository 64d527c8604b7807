import type { JobRow } from "../../shared/job/calls.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { flash } from "../ui/flash.ts";

/** Asks before a job in hand goes back to the pool. */
export function ReleaseDialog({
  job,
  onDone,
  onClose,
}: {
  readonly job: Pick<JobRow, "credential_job_id" | "organization_id" | "title" | "sections_graded">;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { credential_job_id, organization_id, title, sections_graded } = job;
  return (
    <ConfirmDialog
      title={`Release “${title}”?`}
      confirm="Release job"
      destructive
      cancel="Keep it"
      onConfirm={async () => {
        await write(api.job.release, { credential_job_id, organization_id });
        flash("success", "Job released.");
        onDone?.();
      }}
      onClose={onClose}
    >
      It goes back to the open jobs, where another reviewer may take it.{" "}
      {sections_graded > 0
        ? "Sections you decided stay decided until that reviewer changes them, and you are paid for those that stay yours once the job has ended."
        : "You will not be paid for it."}
    </ConfirmDialog>
  );
}
