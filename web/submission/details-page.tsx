import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import ExpandableSection from "@cloudscape-design/components/expandable-section";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { Submission } from "../../shared/submission/calls.ts";
import type { ApplicationStatus } from "../../shared/submission/submission.ts";
import { api } from "../api/client.ts";
import { ArchivedWork } from "../app/archived-notice.tsx";
import { useSession } from "../app/session.tsx";
import { Rubric } from "../credential/rubric.tsx";
import { DecisionDay } from "../ui/decision-day.tsx";
import { date, money, relative } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { isReviewed, ReviewShown } from "./review-shown.tsx";
import { SectionStatus, SubmissionStatus } from "./status.tsx";
import { WithdrawApplication } from "./withdraw-application.tsx";
import { WorkShown } from "./work-shown.tsx";

const lookAgainEveryMs = 60_000;

/** What happens next, in a sentence. */
const nextWords: Readonly<Record<ApplicationStatus, string>> = {
  applied: "Pay for the credential to begin your work.",
  ready: "Your work can begin. Nobody sees it until you submit.",
  draft: "Your draft is saved. Go on whenever you like; nobody sees it until you submit.",
  submitted: "Your work waits for a reviewer. You will be told when somebody has taken it up.",
  reviewing:
    "A reviewer is looking at your work. Your results are sent together when every section is decided; you will be told.",
  revisionNeeded:
    "The reviewer handed something back. Read the feedback below, revise those sections and submit again.",
  completed: "Every section is accepted: the credential is yours.",
  closed: "This submission is closed.",
};

/** What happened to a closed submission, when, and where the money is. */
function closedWords({ closed, price = 0, issuer_name }: Submission): readonly string[] {
  if (closed === undefined) return [nextWords.closed];
  const { because, credited, returned, reason } = closed;
  const inCredit = `${money(credited)} became your product credit, which you can spend in any organization.`;
  const stays = credited > 0 ? [inCredit] : [];
  const again = "You can apply again while the credential takes applications.";
  switch (because) {
    case "refund":
      return [`${issuer_name} refunded it.${reason ? ` The reason: ${reason}` : ""}`, ...stays, again];
    case "dispute":
      return [
        `The bank took the payment back after a dispute: ${money(returned)} went back to the one who paid.`,
        ...stays,
        again,
      ];
    case "unpaid":
      return ["It was not paid for in time. Nothing was charged.", again];
    case "withdrawn":
      return ["You withdrew this application. Nothing was charged.", again];
    case "archive":
      return [
        `${issuer_name} was archived, and the time to finish was over.`,
        ...(credited > 0 ? [inCredit] : price === 0 ? ["It was free, so nothing is owed to you."] : []),
      ];
    case "account-deleted":
      return ["The account it belonged to was deleted."];
    case "revision":
      return [
        "The revision that the reviewer asked for did not come within 60 days.",
        ...(price > 0 ? [`The ${money(price)} you paid are spent: the review was done and its reviewer is paid.`] : []),
        again,
      ];
  }
}

/** `/mySubmissions/:id/details`: one submission with all that was answered and said. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const go = useNavigate();
  const { data: submission } = useSuspenseQuery({
    ...api.submission.read.query({
      organization_id,
      ...(id.startsWith("app_") ? { application_id: id } : { credential_id: id }),
    }),
    refetchInterval: lookAgainEveryMs,
  });
  const { title, issuer_name, status, sections, completed_on } = submission;
  return (
    <>
      <PageHeader
        title={title}
        description={`Issued by ${issuer_name}`}
        back={{ to: paths.mySubmissions, text: "My submissions" }}
        actions={<NextStep submission={submission} />}
      />
      <SpaceBetween size="l">
        {status === "completed" ? (
          <Alert type="success" header={`Completed on ${date(completed_on)}`}>
            {nextWords.completed}
          </Alert>
        ) : status === "revisionNeeded" ? (
          <Alert type="warning" header="Revision needed">
            {nextWords.revisionNeeded}
          </Alert>
        ) : status === "closed" ? (
          <Alert
            type="info"
            header={submission.closed ? `Closed on ${date(submission.closed.on)}` : "Closed"}
            action={
              submission.closed && submission.closed.credited > 0 ? (
                <Button onClick={() => void go(paths.productCredit)}>See your product credit</Button>
              ) : undefined
            }
          >
            {closedWords(submission).join(" ")}
          </Alert>
        ) : (
          <ArchivedWork organization_id={submission.organization_id} until={submission.archived_until} />
        )}
        <Container header={<Header variant="h2">Where it stands</Header>}>
          <SpaceBetween size="m">
            <SubmissionDetails submission={submission} />
            {status === "completed" || status === "revisionNeeded" || status === "closed" ? null : (
              <span>{nextWords[status]}</span>
            )}
            <Link to={paths.credentialDetails(submission.organization_id, submission.cred_id)}>
              About the credential
            </Link>
            {paidFor(submission) ? <Link to={paths.receipt(submission.application_id)}>Receipt</Link> : null}
          </SpaceBetween>
        </Container>
        {sections.map((section, index) => (
          <Container
            key={section.section_id}
            header={
              <Header variant="h2" actions={<SectionStatus status={section.status} />}>
                {index + 1}. {section.title}
              </Header>
            }
          >
            <SpaceBetween size="l">
              {isReviewed(section) ? <ReviewShown section={section} /> : null}
              <WorkShown section={section} />
              <ExpandableSection headerText="Task and rubric" headingTagOverride="h3">
                <SpaceBetween size="m">
                  <RichText html={section.description} />
                  <Rubric rubric={section.rubric} rubric_ext={section.rubric_ext} />
                </SpaceBetween>
              </ExpandableSection>
            </SpaceBetween>
          </Container>
        ))}
      </SpaceBetween>
    </>
  );
}

/** Whether there is a receipt: what costs something begins only when it is paid. */
const paidFor = ({ price = 0, status, closed }: Submission): boolean =>
  price > 0 && status !== "applied" && closed?.because !== "unpaid" && closed?.because !== "withdrawn";

function NextStep({ submission }: { readonly submission: Submission }) {
  const { status, cred_id, organization_id, user_id, title } = submission;
  const go = useNavigate();
  const button = (text: string, to: string, state?: object) => (
    <Button variant="primary" onClick={() => void go(to, { state })}>
      {text}
    </Button>
  );
  if (status === "applied")
    return (
      <SpaceBetween direction="horizontal" size="xs">
        <WithdrawApplication submission={submission} />
        {submission.archived_until === undefined ? button("Pay", paths.pay(cred_id), { title }) : null}
      </SpaceBetween>
    );
  if (status === "ready") return button("Begin", paths.submitWork(cred_id));
  if (status === "draft") return button("Continue", paths.submitWork(cred_id));
  if (status === "revisionNeeded") return button("Revise", paths.submitWork(cred_id));
  if (status === "completed")
    return button("View certificate", paths.certificateOf({ org_id: organization_id, cred_id, user_id }));
  return null;
}

function SubmissionDetails({ submission }: { readonly submission: Submission }) {
  const {
    status,
    price,
    created_on,
    submitted_on,
    decision,
    updated_on,
    completed_on,
    sections_accepted,
    sections_total,
    round,
  } = submission;
  const details = [
    { name: "Status", value: <SubmissionStatus status={status} /> },
    { name: "Sections accepted", value: `${sections_accepted} of ${sections_total}` },
    { name: "Applied on", value: date(created_on) },
    { name: round > 1 ? "Last submitted on" : "Submitted on", value: submitted_on ? date(submitted_on) : "Not yet" },
    ...(decision ? [{ name: "Decision by", value: <DecisionDay decision={decision} /> }] : []),
    completed_on
      ? { name: "Completed on", value: date(completed_on) }
      : { name: "Last change", value: `${date(updated_on)} (${relative(updated_on)})` },
    { name: "Price", value: price ? money(price) : "Free" },
  ];
  return (
    <dl className="facts">
      {details.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
