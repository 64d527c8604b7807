import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { revisionDays } from "../../shared/submission/rules.ts";
import type { ApplicationStatus, DecisionDue } from "../../shared/submission/submission.ts";
import type { Submission } from "../../shared/submission/submission-views.ts";
import { api } from "../api/client.ts";
import { PracticeConsent } from "../content/calibration/practice-consent.tsx";
import { Rubric } from "../content/credential/rubric.tsx";
import { ArchivedWork } from "../content/organization/archived-notice.tsx";
import { isReviewed, ReviewShown } from "../content/submission/review-shown.tsx";
import { SectionStatus, SubmissionStatus } from "../content/submission/status.tsx";
import { WithdrawApplication } from "../content/submission/withdraw-application.tsx";
import { WorkShown } from "../content/submission/work-shown.tsx";
import { useSession } from "../session/session.tsx";
import { momentThere } from "../ui/look/day-there.ts";
import { DecisionDay, decisionWords } from "../ui/look/decision-day.tsx";
import { counted, date, dateTime, money, relative } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Disclosure, Panel, Stack } from "../ui/look/panel.tsx";
import { RichText } from "../ui/look/rich-text.tsx";

const lookAgainEveryMs = 60_000;

/** What happens next, in a sentence. */
const nextWords: Readonly<Record<ApplicationStatus, string>> = {
  applied: "Pay for this credential to start your submission.",
  ready: "You can start your submission. No one sees it until you submit.",
  draft: "Your draft is saved. No one sees it until you submit.",
  submitted: "Your submission is waiting for a reviewer. We’ll notify you when someone accepts it.",
  reviewing: "A reviewer is reviewing your submission. We’ll notify you when all your results are ready.",
  revisionNeeded: "Read the feedback below, revise each section that wasn’t approved, and submit again.",
  completed: "Every section is approved. You earned this credential.",
  closed: "This submission is closed.",
};

/** What happened to a closed submission, when, and where the money is. */
function closedWords({ closed, price = 0, issuer_name }: Submission): readonly string[] {
  if (closed === undefined) return [nextWords.closed];
  const { because, credited, returned, reason } = closed;
  const inCredit = `${money(credited)} is now product credit you can use in any organization.`;
  const stays = credited > 0 ? [inCredit] : [];
  const again = "You can apply again while the credential is open.";
  switch (because) {
    case "refund":
      return [`${issuer_name} refunded it.${reason ? ` Reason: ${reason}` : ""}`, ...stays, again];
    case "dispute":
      return [
        `The bank reversed your payment after a dispute. ${money(returned)} was returned to the payer.`,
        ...stays,
        again,
      ];
    case "unpaid":
      return ["It wasn’t paid for in time. You weren’t charged.", again];
    case "withdrawn":
      return ["You withdrew this application. You weren’t charged.", again];
    case "archive":
      return [
        `${issuer_name} was archived and the time to finish passed.`,
        ...(credited > 0 ? [inCredit] : price === 0 ? ["It was free, so no refund is due."] : []),
      ];
    case "account-deleted":
      return ["The account was deleted."];
    case "revision":
      return [
        `The requested revision wasn’t submitted within ${revisionDays.end} days.`,
        ...(price > 0 ? [`The ${money(price)} you paid isn’t refunded because the review was done.`] : []),
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
  const { title, issuer_name, status, sections, completed_on, completed_in } = submission;
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
          <Alert type="success" header={`Completed on ${momentThere(completed_on, completed_in)}`}>
            {nextWords.completed}
          </Alert>
        ) : submission.appeal?.status === "filed" ? (
          <Alert
            type="info"
            header="Your appeal is in review"
            action={<Button onClick={() => void go(paths.appeal(submission.application_id))}>View appeal</Button>}
          >
            {decisionWords(submission.appeal)}
          </Alert>
        ) : submission.appeal?.status === "unpaid" ? (
          <Alert
            type="warning"
            header="Your appeal is waiting for payment"
            action={<Button onClick={() => void go(paths.appeal(submission.application_id))}>View appeal</Button>}
          >
            Pay the fee to file it, or revise each section that wasn’t approved and submit again.
          </Alert>
        ) : status === "revisionNeeded" ? (
          <Alert
            type="warning"
            header={submission.revise_by ? `Submit your revision by ${dateTime(submission.revise_by)}` : undefined}
          >
            {nextWords.revisionNeeded} Each time you save, you have {revisionDays.end} days again.
          </Alert>
        ) : status === "closed" ? (
          <Alert
            type="info"
            header={submission.closed ? `Closed on ${date(submission.closed.on)}` : "Closed"}
            action={
              submission.closed && submission.closed.credited > 0 ? (
                <Button onClick={() => void go(paths.productCredit)}>View product credit</Button>
              ) : undefined
            }
          >
            {closedWords(submission).join(" ")}
          </Alert>
        ) : (
          <ArchivedWork organization_id={submission.organization_id} until={submission.archived_until} />
        )}
        <Panel title="Details">
          <Stack gap="m">
            <SubmissionDetails submission={submission} />
            {status === "completed" || status === "revisionNeeded" || status === "closed" ? null : (
              <span>{nextWords[status]}</span>
            )}
            <SpaceBetween direction="horizontal" size="l">
              <Link to={paths.credentialDetails(submission.organization_id, submission.cred_id)}>View credential</Link>
              {submission.appeal ? <Link to={paths.appeal(submission.application_id)}>Your appeal</Link> : null}
              {paidFor(submission) ? <Link to={paths.receipt(submission.application_id)}>Receipt</Link> : null}
            </SpaceBetween>
          </Stack>
        </Panel>
        {submission.revision_note ? (
          <Panel title="What you changed">
            <p className="key-values-text">{submission.revision_note}</p>
          </Panel>
        ) : null}
        {sections.map((section, index) => (
          <Panel
            key={section.section_id}
            title={`${index + 1}. ${section.title}`}
            actions={<SectionStatus status={section.status} />}
          >
            <Stack gap="l">
              {isReviewed(section) ? <ReviewShown section={section} statusAbove /> : null}
              <WorkShown section={section} />
              <Disclosure title="Instructions and rubric">
                <Stack gap="m">
                  <RichText html={section.description} />
                  <Rubric rubric={section.rubric} rubric_ext={section.rubric_ext} />
                </Stack>
              </Disclosure>
            </Stack>
          </Panel>
        ))}
        {status === "completed" ? <PracticeConsent submission={submission} /> : null}
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
  if (status === "ready") return button("Start", paths.submitWork(cred_id));
  if (status === "draft") return button("Continue", paths.submitWork(cred_id));
  if (submission.appeal?.status === "filed") return null;
  if (status === "revisionNeeded")
    return (
      <SpaceBetween direction="horizontal" size="xs">
        {submission.appealable_until ? (
          <Button onClick={() => void go(paths.appeal(submission.application_id))}>Appeal</Button>
        ) : null}
        {button("Revise", paths.submitWork(cred_id))}
      </SpaceBetween>
    );
  if (status === "completed")
    return button("View certificate", paths.certificateOf({ org_id: organization_id, cred_id, user_id }));
  return null;
}

/** The day a decision is promised for, and how soon most come. */
function Promised({ decision, days }: { readonly decision: DecisionDue; readonly days: number | undefined }) {
  return (
    <>
      <DecisionDay decision={decision} />
      {days === undefined ? null : <div className="panel-description">{nineOfTenWords(days)}</div>}
    </>
  );
}

const nineOfTenWords = (days: number): string =>
  days === 0
    ? "Nine out of ten decisions come the same working day."
    : `Nine out of ten decisions come within ${counted(days, "working day")}.`;

function SubmissionDetails({ submission }: { readonly submission: Submission }) {
  const {
    status,
    appealed,
    price,
    created_on,
    submitted_on,
    decision,
    nine_of_ten_days,
    updated_on,
    completed_on,
    completed_in,
    sections_accepted,
    sections_total,
    round,
  } = submission;
  const details = [
    { label: "Status", value: <SubmissionStatus status={status} appealed={appealed} /> },
    { label: "Sections approved", value: `${sections_accepted} of ${sections_total}` },
    { label: "Applied on", value: date(created_on) },
    { label: round > 1 ? "Last submitted on" : "Submitted on", value: submitted_on ? date(submitted_on) : "Not yet" },
    ...(decision ? [{ label: "Decision by", value: <Promised decision={decision} days={nine_of_ten_days} /> }] : []),
    completed_on
      ? { label: "Completed on", value: momentThere(completed_on, completed_in) }
      : { label: "Last updated", value: `${date(updated_on)} (${relative(updated_on)})` },
    { label: "Price", value: price ? money(price) : "Free" },
  ];
  return <KeyValues items={details} />;
}
