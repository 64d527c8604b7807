import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { dueCalendar } from "../../shared/review/calendar-file.ts";
import type { JobDetail, JobRow, JobSection } from "../../shared/review/job-views.ts";
import type { DecisionDue } from "../../shared/submission/submission.ts";
import { api } from "../api/client.ts";
import { groundsWords } from "../content/appeal/appeal-words.ts";
import { ActiveTime } from "../content/quality/active-time.tsx";
import { useKeys, useKeysWanted } from "../content/review/grading/grading-keys.tsx";
import { GradingWork } from "../content/review/grading/grading-work.tsx";
import { SectionStrip } from "../content/review/section-strip.tsx";
import { useSession } from "../session/session.tsx";
import { saveFile } from "../ui/lists/save-file.ts";
import { useUrlState } from "../ui/lists/url-state.ts";
import { decisionWords } from "../ui/look/decision-day.tsx";
import { dateTime, duration, money, relative } from "../ui/look/format.ts";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { Icon } from "../ui/look/pictures/icon.tsx";
import { FormSkeleton } from "../ui/look/skeleton.tsx";
import { DecidedSection } from "./decided-section.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import "../content/review/grading/grading.css";

const KeyboardHelp = lazy(() => import("./keyboard-help.tsx"));
/** The work can be read before the fields of its judgement are there. */
const GradingPanel = lazy(async () => ({
  default: (await import("../content/review/grading/grading-panel.tsx")).GradingPanel,
}));

/** `/acceptedJobs/submissions/:id` and `/completedJobs/submissions/:id`: the learner's work and its judgement. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: job } = useSuspenseQuery(api.review.read.query({ organization_id, credential_job_id: id }));
  return <Review key={`${job.credential_job_id} ${job.round}`} job={job} />;
}

function Review({ job }: { readonly job: JobDetail }) {
  const go = useNavigate();
  const { pathname } = useLocation();
  const waiting = job.sections.filter(({ status }) => status === "submitted");
  const first = waiting[0] ?? job.sections[0];
  const [asked, setAsked] = useUrlState("section");
  const section = job.sections.find(({ section_id }) => section_id === asked) ?? first;
  const heading = useRef<HTMLHeadingElement>(null);
  const [helping, setHelping] = useState(false);
  const [releasing, setReleasing] = useState(false);
  const [extending, setExtending] = useState(false);
  const keys = useKeysWanted();
  const outcome = useRef<HTMLDivElement>(null);
  const isLast = waiting.length <= 1 && job.accepted_by_me;
  const next = useNextJob(job, isLast);
  const left = useRef(waiting.length);
  useEffect(() => {
    if (left.current > 0 && waiting.length === 0) outcome.current?.focus(); // where work goes on
    left.current = waiting.length;
  }, [waiting.length]);

  const open = ({ section_id }: JobSection) => {
    setAsked(section_id);
    scrollTo({ top: 0 });
    requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }));
  };
  const step = (by: 1 | -1) => {
    const next = section && job.sections[job.sections.indexOf(section) + by];
    if (next) open(next);
  };
  useKeys(keys.wanted && !helping && !releasing && !extending, {
    "]": () => step(1),
    "[": () => step(-1),
    "?": () => setHelping(true),
  });

  const completed = pathname.startsWith(paths.completedJobs);
  const parts = [
    job.learner_name,
    `Submitted ${dateTime(job.submitted_on)} (${relative(job.submitted_on)})`,
    decisionWords(job) ?? "",
    job.round > 1 ? `Round ${job.round}` : "",
    job.reviewer_total_pay === 0
      ? `${duration(job.review_time)}, unpaid`
      : `${duration(job.review_time)} for ${money(job.reviewer_total_pay)}`,
  ].filter(Boolean);
  return (
    <>
      <PageHeader
        title={job.title}
        description={parts.join(" · ")}
        back={
          completed
            ? { to: paths.completedJobs, text: "Completed jobs" }
            : { to: paths.acceptedJobs, text: "Accepted jobs" }
        }
        actions={
          job.releasable ? (
            <div className="job-actions">
              {job.decision ? <DueInCalendar job={job} decision={job.decision} /> : null}
              {job.extendable ? <LightButton onClick={() => setExtending(true)}>Take two more days</LightButton> : null}
              <span className="shortcuts-button">
                <LightButton onClick={() => setHelping(true)}>Shortcuts</LightButton>
              </span>
              <LightButton onClick={() => setReleasing(true)}>Release job</LightButton>
            </div>
          ) : undefined
        }
      />
      <Stack gap="m">
        <div ref={outcome} tabIndex={-1} className="grading-outcome">
          <Outcome job={job} next={next} />
        </div>
        <SectionStrip sections={job.sections} current={section} onOpen={open} />
        {job.accepted_by_me && waiting.length > 0 ? <ActiveTime {...job} /> : null}
        {section ? (
          <div className="grading" key={section.section_id}>
            <GradingWork job={job} section={section} heading={heading} />
            {section.status === "submitted" && job.accepted_by_me ? (
              <Suspense fallback={<FormSkeleton />}>
                <GradingPanel
                  job={job}
                  section={section}
                  keysWanted={keys.wanted}
                  keysOn={keys.wanted && !helping && !releasing && !extending}
                  onStep={step}
                  onOpen={open}
                  onDecided={(left) => {
                    const next = job.sections.find(({ section_id }) => left.includes(section_id));
                    if (next) open(next);
                    else scrollTo({ top: 0 });
                  }}
                />
              </Suspense>
            ) : (
              <DecidedSection
                job={job}
                section={section}
                keysOn={keys.wanted && !helping && !releasing && !extending}
                onUndone={() => open(section)}
              />
            )}
          </div>
        ) : null}
      </Stack>
      {extending ? <ExtendDialog job={job} onClose={() => setExtending(false)} /> : null}
      {helping ? (
        <Suspense>
          <KeyboardHelp {...keys} onClose={() => setHelping(false)} />
        </Suspense>
      ) : null}
      {releasing ? (
        <ReleaseDialog
          job={job}
          onDone={() => void go(paths.acceptedJobs, { replace: true })}
          onClose={() => setReleasing(false)}
        />
      ) : null}
    </>
  );
}

/** The day the decision is due on, as a file that calendars take. */
function DueInCalendar({ job, decision }: { readonly job: JobDetail; readonly decision: DecisionDue }) {
  const { credential_job_id, title } = job;
  const save = () => {
    const url = new URL(paths.acceptedJob(credential_job_id), location.origin).href;
    const text = dueCalendar({ credential_job_id, title, decision, url, nowMs: Date.now() });
    saveFile({ fileName: "decision-due.ics", contents: new Blob([text], { type: "text/calendar" }) });
  };
  return (
    <LightButton onClick={save}>
      <Icon name="calendar" /> Add to calendar
    </LightButton>
  );
}

/** The job of theirs whose decision is due next, besides this one. */
function useNextJob({ credential_job_id, organization_id }: JobDetail, enabled: boolean): JobRow | undefined {
  const asked = { organization_id, status: "accepted", sort: "due", limit: 2 } as const;
  const { data } = useQuery({ ...api.review.listAssigned.query(asked), enabled });
  return data?.jobs.find(
    (other) => other.credential_job_id !== credential_job_id && ["accepted", "reviewing"].includes(other.status),
  );
}

/** What became of the job, once nothing in it waits for the reviewer, and which comes next. */
function Outcome({ job, next }: { readonly job: JobDetail; readonly next: JobRow | undefined }) {
  const action = next ? (
    <Link className="light-button" to={paths.acceptedJob(next.credential_job_id)}>
      Next job: {next.title}
    </Link>
  ) : undefined;
  if (job.status === "awaitingResult") {
    return (
      <LightMessage kind="info" header="You’re done with this review" action={action}>
        The learner gets the result once it’s final.
      </LightMessage>
    );
  }
  if (job.status === "completed") {
    return (
      <Stack gap="l">
        <LightMessage
          kind="success"
          header={job.reviewed_again ? "This review is finished" : "Every section is approved"}
          action={action}
        >
          {job.submission_status === "completed" ? "The learner earned the credential." : null}{" "}
          {job.reviewer_total_pay > 0 ? (
            <>
              {money(job.reviewer_total_pay)} is now due. See <Link to={paths.payments}>your payments</Link>.
            </>
          ) : null}
        </LightMessage>
        {job.appeal ? (
          <Panel title="This was an appeal" description={groundsWords[job.appeal.grounds]}>
            <p className="work-plain">{job.appeal.text}</p>
          </Panel>
        ) : null}
      </Stack>
    );
  }
  if (job.status === "revisionNeeded") {
    return (
      <LightMessage kind="info" header="Sent back for revision" action={action}>
        The learner will revise the sections you rejected and submit again to you.{" "}
        <Link to={paths.acceptedJobs}>View your accepted jobs</Link>.
      </LightMessage>
    );
  }
  return null;
}
