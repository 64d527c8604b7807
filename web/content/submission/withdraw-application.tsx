import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import type { Submission } from "../../../shared/submission/submission-views.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { flash } from "../../ui/dialogs/flash.ts";

/** Takes an application back that is not paid: asks first; the page then shows what became of it. */
export function WithdrawApplication({ submission }: { readonly submission: Submission }) {
  const { organization_id } = useSession();
  const [asking, setAsking] = useState(false);
  const { application_id, title } = submission;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Withdraw application</Button>
      {asking ? (
        <ConfirmDialog
          title={`Withdraw your application for “${title}”?`}
          confirm="Withdraw application"
          destructive
          cancel="Keep it"
          onConfirm={async () => {
            await write(api.payment.withdrawApplication, { organization_id, application_id });
            flash("success", "Application withdrawn. You weren’t charged.");
          }}
          onClose={() => setAsking(false)}
        >
          You won’t be charged, and any product credit you reserved is back in your balance. You can apply again at the
          current price while the credential is open.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
