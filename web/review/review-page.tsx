import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { JobDetail } from "../../shared/review/job-views.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { JobHistory } from "../content/review/job-background.tsx";
import { SectionState } from "../content/review/section-strip.tsx";
import { ReviewShown } from "../content/submission/review-shown.tsx";
import type { PageModule } from "../session/page.ts";
import { useSession } from "../session/session.tsx";
import { currentSession } from "../session/session-store.ts";
import { Failure } from "../ui/forms/errors.tsx";
import { DecisionDay, returnShown } from "../ui/look/decision-day.tsx";
import { counted, dateTime, duration, pay } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { Status } from "../ui/look/status.tsx";

const Dispute = lazy(() => import("./dispute.tsx"));
const JobTies = lazy(() => import("../content/tie/job-ties.tsx"));
const ReassignDialog = lazy(() => import("../content/review/reassign-dialog.tsx"));

const queryOf = (organization_id: string, credential_job_id: string) =>
  api.review.read.query({ organization_id, credential_job_id });

export const load: PageModule["load"] = ({ params: { id = "" }, queries }) => {
  void queries.prefetchQuery(queryOf(currentSession()?.organization_id ?? "", id));
};

const back = { to: paths.reviews, text: "Reviews", returns: true } as const;

/** Each reading of disputed work is audited, so that it is read once for as long as the page is looked at. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** `/jobs/:id`: a review as its organization sees it, or, where it is an admin's to decide, all that it takes to do so. */
export function Page() {
  const { id: credential_job_id = "" } = useParams();
  const { organization_id, can } = useSession();
  const { data: job } = useSuspenseQuery(queryOf(organization_id, credential_job_id));
  const toDecide = useQuery({
    ...api.review.readAdjudication.query({ organization_id, credential_job_id }),
    ...once,
    enabled: can(api.review.adjudicate),
  });
  if (toDecide.isLoading) return <PageSkeleton />;
  const { because, sections: [section, ...others] = [] } = toDecide.data ?? {};
  if (because && section)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Dispute job={job} because={because} sections={[section, ...others]} back={back} />
      </Suspense>
    );
  return <Review job={job} error={toDecide.error} onAgain={() => void toDecide.refetch()} />;
}

/** Who has it, what was decided, and when. The work itself stays between learner and reviewer. */
function Review({
  job,
  error,
  onAgain,
}: {
  readonly job: JobDetail;
  /** Why it is not known whether the review is to be decided. */
  readonly error: Error | null;
  readonly onAgain: () => void;
}) {
  const { can } = useSession();
  const [taken, setTaken] = useState(false);
  const isInvolved = error instanceof ApiError && error.status === 403;
  return (
    <>
      <PageHeader
        title={job.title}
        description={`Review of ${counted(job.sections_total, "section")}`}
        back={back}
        actions={job.reassignable ? <Button onClick={() => setTaken(true)}>Reassign</Button> : undefined}
      />
      <SpaceBetween size="l">
        {isInvolved ? (
          <LightMessage kind="info" header="Another admin decides this review">
            You reviewed or submitted this work, so you can’t decide it.
          </LightMessage>
        ) : error ? (
          <Failure error={error} onAgain={onAgain} />
        ) : null}
        <Particulars job={job} />
        <Panel title="History">
          <JobHistory job={job} />
        </Panel>
        {job.sections.map((section, index) => (
          <Panel
            key={section.section_id}
            title={`${index + 1}. ${section.title}`}
            description={`Estimated time ${duration(section.review_estimate)}`}
            actions={<SectionState status={section.status} />}
          >
            {section.reviewed_on ? (
              <ReviewShown section={section} statusAbove />
            ) : (
              <p>Shown once the round is decided.</p>
            )}
          </Panel>
        ))}
        {can(api.tie.list) ? (
          <Suspense fallback={null}>
            <JobTies job={job} />
          </Suspense>
        ) : null}
      </SpaceBetween>
      {taken ? (
        <Suspense fallback={null}>
          <ReassignDialog jobs={[job]} onClose={() => setTaken(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Particulars({ job }: { readonly job: JobDetail }) {
  const { reviewer, decision, status, reviewer_total_pay } = job;
  const returns_on = returnShown(job);
  return (
    <Panel title="Review">
      <KeyValues
        items={[
          { label: "Status", value: <Status status={status} /> },
          {
            label: "Reviewer",
            value: reviewer ? (
              <Link to={paths.reviewerProfile(reviewer.user_id)}>{fullName(reviewer)}</Link>
            ) : (
              "Not assigned"
            ),
          },
          { label: "Round", value: job.round },
          { label: "Approved", value: `${job.sections_accepted} of ${counted(job.sections_total, "section")}` },
          { label: "Estimated time", value: duration(job.review_time) },
          { label: "Pay", value: pay(reviewer_total_pay) },
          ...(decision ? [{ label: "Decision due", value: <DecisionDay decision={decision} /> }] : []),
          ...(returns_on ? [{ label: "Returns to open jobs if not started by", value: dateTime(returns_on) }] : []),
        ]}
      />
    </Panel>
  );
}
