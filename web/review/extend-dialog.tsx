import type { JobRow } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { decisionWords } from "../ui/look/decision-day.tsx";

/** Asks before a reviewer takes the days that they may take once in a round. */
export function ExtendDialog({
  job,
  onClose,
}: {
  readonly job: Pick<JobRow, "credential_job_id" | "organization_id" | "title">;
  readonly onClose: () => void;
}) {
  const { credential_job_id, organization_id, title } = job;
  return (
    <ConfirmDialog
      title={`Take two more days for “${title}”?`}
      confirm="Take two more days"
      onConfirm={async () => {
        const { decision } = await write(api.review.extend, { credential_job_id, organization_id });
        flash("success", `${decisionWords({ decision })}.`);
      }}
      onClose={onClose}
    >
      Your decision will be due two working days later. You can do this once per round. The learner’s decision date
      stays the same. If it passes first, we’ll tell them the decision is late.
    </ConfirmDialog>
  );
}
