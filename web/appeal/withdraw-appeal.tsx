import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import type { Submission } from "../../shared/submission/submission-views.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";

/** Takes an appeal back that waits for its answer: asks first. */
export function WithdrawAppeal({ submission }: { readonly submission: Submission }) {
  const { application_id, title, appeal } = submission;
  const isUnpaid = appeal?.status === "unpaid";
  const { organization_id } = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Withdraw appeal</Button>
      {asking ? (
        <ConfirmDialog
          title={`Withdraw your appeal for “${title}”?`}
          confirm="Withdraw appeal"
          destructive
          cancel="Keep appeal"
          onConfirm={async () => {
            await write(api.appeal.withdraw, { organization_id, application_id });
            flash(
              "success",
              `Appeal withdrawn. ${isUnpaid ? "You weren’t charged." : "You can revise your submission."}`,
            );
          }}
          onClose={() => setAsking(false)}
        >
          {isUnpaid
            ? "Your appeal isn’t filed yet, so you can still appeal this decision later."
            : "The first decision stands, and you can’t appeal it again. You can revise the sections and submit again."}
          {appeal?.fee !== undefined && !isUnpaid
            ? " Your fee comes back as product credit, less the pay for sections already reviewed."
            : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
