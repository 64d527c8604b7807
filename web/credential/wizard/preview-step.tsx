import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Tabs from "@cloudscape-design/components/tabs";
import { Link } from "react-router";
import type { CredentialPart } from "../../../shared/credential/rules.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { useSession } from "../../app/session.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { counted } from "../../ui/format.ts";
import { CredentialContent } from "../credential-content.tsx";
import { CredentialHeader } from "../credential-header.tsx";
import { JobPost, ReviewerNotes } from "../job-post.tsx";
import { faultsOf } from "./publishing.ts";
import { wizardSteps } from "./steps.ts";
import { useDraft } from "./wizard-context.ts";

/** Step 5: the credential as learners will read it and the job as reviewers will, with the way back to each step. */
export function PreviewStep() {
  const { credential } = useDraft();
  const { organization } = useSession();
  const { organization_id, credential_id } = credential;
  const link = (part: CredentialPart, what: string) => {
    const step = wizardSteps.findIndex((each) => each.part === part);
    return (
      <Link
        className="edit-link"
        to={paths.editCredentialStep(organization_id, credential_id, step)}
        aria-label={`Edit ${what}`}
      >
        Edit
      </Link>
    );
  };
  const chosen = credential.assigned_reviewers?.length ?? 0;
  const faults = faultsOf(credential, organization?.timezone);
  const done = credential.status !== "draft" && credential.status !== "rejected";
  return (
    <SpaceBetween size="l">
      {faults.length > 0 && !done ? (
        <Alert type="warning" header="Before you can publish">
          <ul className="wizard-faults">
            {faults.map(({ step, field, message }) => (
              <li key={field}>
                <Link to={paths.editCredentialStep(organization_id, credential_id, step)}>
                  {wizardSteps[step]?.title}
                </Link>
                : {message}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {credential.status === "rejected" && credential.feedback ? (
        <Alert type="info" header="Why it was rejected">
          {credential.feedback.replaceAll(/<[^<>]*>/g, " ")}
        </Alert>
      ) : null}
      <Tabs
        ariaLabel="What to preview"
        tabs={[
          {
            id: "details",
            label: "Credential Details",
            content: (
              <SpaceBetween size="l">
                <CredentialHeader
                  heading="h2"
                  credential={credential}
                  actions={
                    <SpaceBetween direction="horizontal" size="s">
                      <Link className="edit-link" to={paths.editCredentialStep(organization_id, credential_id, 0)}>
                        Edit title
                      </Link>
                      <Link className="edit-link" to={paths.editCredentialStep(organization_id, credential_id, 4)}>
                        Edit price
                      </Link>
                    </SpaceBetween>
                  }
                />
                <CredentialContent credential={credential} edit={link} />
              </SpaceBetween>
            ),
          },
          {
            id: "job",
            label: "Job Post",
            content: (
              <SpaceBetween size="l">
                <JobPost
                  criteria={credential.reviewer_criteria}
                  review_time={credential.review_time}
                  pay={credential}
                  edit={link("criteria", "job description")}
                />
                <ReviewerNotes criteria={credential.reviewer_criteria} edit={link("criteria", "notes for reviewers")} />
                <Container
                  header={
                    <Header variant="h2" actions={link("reviewers", "reviewers")}>
                      Reviewers
                    </Header>
                  }
                >
                  {(credential.reviewers ?? []).length === 0 ? (
                    <Box color="text-body-secondary">
                      {chosen === 0 ? "Nobody is chosen yet." : `${counted(chosen, "reviewer")} chosen.`}
                    </Box>
                  ) : (
                    <ul className="wizard-people">
                      {(credential.reviewers ?? []).map(({ user_id, first_name, last_name, image, title }) => (
                        <li key={user_id}>
                          <Avatar src={image} of={`${first_name} ${last_name}`} size={40} />
                          <div>
                            <b>
                              {first_name} {last_name}
                            </b>
                            <p className="wizard-soft">{title}</p>
                          </div>
                        </li>
                      ))}
                    </ul>
                  )}
                </Container>
              </SpaceBetween>
            ),
          },
        ]}
      />
    </SpaceBetween>
  );
}
