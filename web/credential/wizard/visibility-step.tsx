import Button from "@cloudscape-design/components/button";
import * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import { ReviewersStep } from "../../../shared/credential/steps.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { ReviewerCards } from "../reviewer-cards.tsx";
import { StepForm } from "./step-form.tsx";
import { useDraft } from "./wizard-context.ts";

const schema = z.object({ assigned_reviewers: ReviewersStep });
type Values = z.input<typeof schema>;

const valuesOf = (credential: Credential | undefined): Values => ({
  assigned_reviewers: credential?.assigned_reviewers ?? [],
});

/** Step 3: the reviewers who will see submissions. */
export function VisibilityStep() {
  const { credential, organization_id, goTo } = useDraft();
  const { can } = useSession();
  const choosing = (text: string) => (
    <Button formAction="none" onClick={() => goTo(2)}>
      {text}
    </Button>
  );
  return (
    <StepForm
      schema={schema}
      valuesOf={valuesOf}
      fieldOf={(name) => name}
      unfinishedOf={({ assigned_reviewers }) => ({ part: { assigned_reviewers } })}
      typedOf={({ assigned_reviewers }) => assigned_reviewers && { assigned_reviewers }}
      send={({ assigned_reviewers }, { credential_id, version } = credential) =>
        write(api.credential.update, {
          organization_id,
          credential_id,
          version,
          step: 3,
          assigned_reviewers,
          btnType: "continue",
        })
      }
    >
      <ReviewerCards
        credential_id={credential.credential_id}
        organization_id={organization_id}
        skills={credential.reviewer_criteria?.skills}
        ifNone={
          credential.reviewer_criteria
            ? {
                title: "No reviewers in this category yet",
                text: can(api.reviewer.listApplications)
                  ? "Choose another category, or approve reviewer applications first. Your draft is saved."
                  : "Choose another category, or ask an admin to approve reviewers first. Your draft is saved.",
                action: choosing("Change category"),
              }
            : {
                title: "Choose a category first",
                text: "Then the reviewers of that category appear here.",
                action: choosing("Choose a category"),
              }
        }
      />
    </StepForm>
  );
}
