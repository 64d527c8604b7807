import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import type { Submission } from "../../shared/submission/calls.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../app/session.tsx";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { flash } from "../ui/flash.ts";

/** Takes an appeal back that waits for its answer: asks first. */
export function WithdrawAppeal({ submission: { application_id, title } }: { readonly submission: Submission }) {
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
            await write(api.submission.withdrawAppeal, { organization_id, application_id });
            flash("success", "Appeal withdrawn. You can revise your submission.");
          }}
          onClose={() => setAsking(false)}
        >
          The first decision stands, and you can’t appeal it again. You can revise the sections and submit again.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
