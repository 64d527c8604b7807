import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import type { Submission } from "../../../shared/submission/submission-views.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../../ui/forms/use-submit.ts";
import { date } from "../../ui/look/format.ts";
import { Panel } from "../../ui/look/panel.tsx";

/** Whether reviewers may practice on a completed submission: its learner says so, and takes it back. */
export function PracticeConsent({ submission }: { readonly submission: Submission }) {
  const { organization_id } = useSession();
  const { application_id, issuer_name, practice_consent_on } = submission;
  const isGiven = practice_consent_on !== undefined;
  const { submit, pending, fault } = useSubmit<void, unknown>({
    send: () => write(api.calibration.setPracticeConsent, { organization_id, application_id, given: !isGiven }),
    onDone: () =>
      flash("success", isGiven ? "Your work is no longer used." : "Thank you. Reviewers may practice on it."),
    explain: unforeseen,
  });
  return (
    <Panel
      title="Help reviewers practice"
      actions={
        <Button loading={pending} onClick={() => void submit()}>
          {isGiven ? "Stop sharing" : "Share for practice"}
        </Button>
      }
    >
      {fault ? <Alert type="error">{fault}</Alert> : null}
      <p>
        {isGiven
          ? `You’ve shared the text of this work since ${date(practice_consent_on)}. ${issuer_name} may use it without your name as practice for reviewers. If you stop, it’s removed from their practice.`
          : `Share the text of this work, without your name, so that ${issuer_name} can use it as practice for reviewers. It doesn’t change your results, and you can stop at any time.`}
      </p>
    </Panel>
  );
}
