import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import SegmentedControl from "@cloudscape-design/components/segmented-control";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Tabs from "@cloudscape-design/components/tabs";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Credential } from "../../../../shared/credential/credential.ts";
import type { CredentialPart } from "../../../../shared/credential/rules.ts";
import { fullName } from "../../../../shared/platform/full-name.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { OpenJob } from "../../../content/review/open-job.tsx";
import { useSession } from "../../../session/session.tsx";
import { counted } from "../../../ui/look/format.ts";
import { Panel } from "../../../ui/look/panel.tsx";
import { Avatar } from "../../../ui/look/pictures/avatar.tsx";
import { PageSkeleton } from "../../../ui/look/skeleton.tsx";
import { ApplyButton } from "../../apply.tsx";
import { LearnerView } from "../../learner-view.tsx";
import { faultsOf, todoOf } from "../publishing.ts";
import { wizardSteps } from "../steps.ts";
import { useDraft } from "../wizard-context.ts";
import "./preview.css";
import { asLearnersGetIt, jobOf, submissionOf } from "./preview-subjects.ts";

const HandingInPreview = lazy(() => import("./handing-in-preview.tsx"));
const GradingPreview = lazy(() => import("./grading-preview.tsx"));

/** Step 5: the credential as learners will read it and the job as reviewers will, with the way back to each step. */
export function PreviewStep() {
  const { credential, unsaved } = useDraft();
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
  const faults = faultsOf(credential, organization?.timezone);
  const done = credential.status !== "draft" && credential.status !== "rejected";
  return (
    <SpaceBetween size="l">
      {faults.length + unsaved.size > 0 && !done ? (
        <Alert type="warning" header="Before you can publish">
          <ul className="wizard-faults">
            {[...unsaved].toSorted().map((step) => (
              <li key={step}>
                <Link to={paths.editCredentialStep(organization_id, credential_id, step)}>
                  {wizardSteps[step]?.title}
                </Link>
                : Save your changes. They aren’t in this preview yet.
              </li>
            ))}
            {faults.map(({ step, field, message }) => (
              <li key={field}>
                <Link to={paths.editCredentialStep(organization_id, credential_id, step)}>
                  {wizardSteps[step]?.title}
                </Link>
                : {todoOf({ field, message }, credential)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Tabs
        ariaLabel="Preview"
        tabs={[
          { id: "details", label: "Credential Details", content: <ForLearners credential={credential} edit={link} /> },
          { id: "job", label: "Job Post", content: <ForReviewers credential={credential} edit={link} /> },
        ]}
      />
    </SpaceBetween>
  );
}

/** One of two pages, chosen above it; what is typed into it is not kept. */
function Pages({
  label,
  pages: [first, second],
  hasSections,
}: {
  readonly label: string;
  readonly pages: readonly [PreviewedPage, PreviewedPage];
  readonly hasSections: boolean;
}) {
  const [shown, setShown] = useState(first.text);
  const isSecond = shown === second.text && hasSections;
  return (
    <SpaceBetween size="l">
      {hasSections ? (
        <div className="wizard-pages">
          <SegmentedControl
            label={label}
            selectedId={shown}
            options={[first, second].map(({ text }) => ({ id: text, text }))}
            onChange={({ detail }) => setShown(detail.selectedId)}
          />
          {isSecond ? <p className="wizard-soft">Try it out. Nothing you type here is saved.</p> : null}
        </div>
      ) : null}
      <div className="wizard-shown">
        <Suspense
          fallback={
            <div className="wizard-waiting">
              <PageSkeleton />
            </div>
          }
        >
          {isSecond ? second.content() : first.content()}
        </Suspense>
      </div>
    </SpaceBetween>
  );
}

interface PreviewedPage {
  readonly text: string;
  readonly content: () => ReactNode;
}

interface Previewed {
  readonly credential: Credential;
  readonly edit: (part: CredentialPart, what: string) => ReactNode;
}

/** The credential's page as learners read it, and the one on which they hand in their work. */
function ForLearners({ credential, edit }: Previewed) {
  const [now] = useState(() => new Date().toISOString());
  const { organization_id, credential_id, price } = credential;
  const actions = (
    <SpaceBetween size="s">
      <ApplyButton price={price} obstacle={{ reason: "Learners apply here." }} />
      <SpaceBetween direction="horizontal" size="s">
        <Link className="edit-link" to={paths.editCredentialStep(organization_id, credential_id, 0)}>
          Edit title
        </Link>
        <Link className="edit-link" to={paths.editCredentialStep(organization_id, credential_id, 4)}>
          Edit price
        </Link>
      </SpaceBetween>
    </SpaceBetween>
  );
  return (
    <Pages
      label="What learners see"
      hasSections={credential.scores_and_submissions.sections.length > 0}
      pages={[
        {
          text: "Before they apply",
          content: () => (
            <LearnerView credential={asLearnersGetIt(credential)} actions={actions} heading="h2" edit={edit} />
          ),
        },
        {
          text: "When they submit work",
          content: () => <HandingInPreview submission={submissionOf(credential, now)} />,
        },
      ]}
    />
  );
}

/** The job as reviewers read it before they accept, and the page on which they judge the work; below, who they are. */
function ForReviewers({ credential, edit }: Previewed) {
  const [now] = useState(() => new Date().toISOString());
  return (
    <SpaceBetween size="l">
      <Pages
        label="What reviewers see"
        hasSections={credential.scores_and_submissions.sections.length > 0}
        pages={[
          {
            text: "Before they accept",
            content: () => (
              <OpenJob job={jobOf(credential, now, { accepted: false })} edit={(what) => edit("criteria", what)} />
            ),
          },
          {
            text: "When they review",
            content: () => <GradingPreview job={jobOf(credential, now, { accepted: true })} />,
          },
        ]}
      />
      <Reviewers credential={credential} edit={edit("reviewers", "reviewers")} />
    </SpaceBetween>
  );
}

function Reviewers({ credential, edit }: { readonly credential: Credential; readonly edit: ReactNode }) {
  const chosen = credential.assigned_reviewers?.length ?? 0;
  const reviewers = credential.reviewers ?? [];
  return (
    <Panel title="Reviewers" actions={edit}>
      {reviewers.length === 0 ? (
        <Box color="text-body-secondary">
          {chosen === 0 ? "No reviewers yet." : `${counted(chosen, "reviewer")} chosen.`}
        </Box>
      ) : (
        <ul className="wizard-people">
          {reviewers.map(({ user_id, image, title, ...reviewer }) => (
            <li key={user_id}>
              <Avatar src={image} of={fullName(reviewer)} size={40} />
              <div>
                <b>{fullName(reviewer)}</b>
                <p className="wizard-soft">{title}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
