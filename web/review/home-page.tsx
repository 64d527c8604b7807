import { useQuery } from "@tanstack/react-query";
import * as paths from "../../shared/platform/paths.ts";
import type { JobRow } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { useSession } from "../session/session.tsx";
import { decisionWords, returnShown } from "../ui/look/decision-day.tsx";
import { count, counted, duration, money, weekday } from "../ui/look/format.ts";
import { Home, since, type WaitingItem, WaitingList } from "../ui/look/waiting.tsx";
import { JobState, jobPath } from "./job-columns.tsx";

const shownMax = 5;
const lookAgainEveryMs = 60_000;

/** `/` of a reviewer: the work they have promised to review, what they may take, and what they are owed. */
export function Page() {
  return (
    <ApprovedOnly title="Your reviews">
      <Reviews />
    </ApprovedOnly>
  );
}

function Reviews() {
  const { organization_id, user } = useSession();
  const first = { organization_id, sort: "due", limit: shownMax } as const;
  const inHand = useQuery({
    ...api.review.listAssigned.query({ ...first, status: "accepted" }),
    refetchInterval: lookAgainEveryMs,
  });
  const open = useQuery({
    ...api.review.list.query({ organization_id, sort: "oldest", limit: shownMax }),
    refetchInterval: lookAgainEveryMs,
  });
  const revised = useQuery(api.review.listAssigned.query({ ...first, status: "revisionNeeded", limit: 1 }));
  const pay = useQuery(api.review.payments.query({ organization_id, limit: 1 }));
  const lists = () => {
    const withLearners = revised.data?.total ?? 0;
    const due = pay.data?.due ?? 0;
    const accepted = inHand.data?.jobs ?? [];
    const theirs = accepted.filter(({ status }) => status !== "awaitingResult"); // the others have no due day and come last
    const total = inHand.data?.total ?? 0;
    const finished = theirs.length < accepted.length ? total - theirs.length : 0;
    return (
      <>
        <WaitingList
          title="Waiting for your review"
          total={total - finished}
          items={theirs.map(promised)}
          empty="You’re all caught up. Jobs you accept appear here."
          more={[
            { text: "All accepted jobs", to: paths.acceptedJobs },
            ...(finished > 0 ? [{ text: `${count(finished)} waiting for the result`, to: paths.acceptedJobs }] : []),
            ...(withLearners > 0
              ? [
                  {
                    text: `${counted(withLearners, "revision")} with ${withLearners === 1 ? "the learner" : "learners"}`,
                    to: `${paths.acceptedJobs}?tab=revisionNeeded`,
                  },
                ]
              : []),
            ...(due > 0 ? [{ text: `${money(due)} due`, to: paths.payments }] : []),
          ]}
        />
        <WaitingList
          title="Open jobs"
          total={open.data?.total ?? 0}
          items={open.data?.jobs.map(offered) ?? []}
          empty="No open jobs right now. We’ll notify you when a learner submits work you can review."
          more={[
            { text: "All open jobs", to: paths.openJobs },
            { text: "Your credentials", to: paths.assignedCredentials },
          ]}
        />
      </>
    );
  };
  return <Home title={`Welcome, ${user.first_name}`} asked={[inHand, open, revised, pay]} lists={lists} />;
}

function promised(job: JobRow): WaitingItem {
  const { credential_job_id, title, learner_name, submitted_on } = job;
  const returns_on = returnShown(job);
  return {
    id: credential_job_id,
    title,
    to: jobPath(job),
    status: <JobState job={job} />,
    details: [
      learner_name && `By ${learner_name}`,
      `Waiting since ${since(submitted_on)}`,
      decisionWords(job),
      returns_on && `Returns to other reviewers on ${weekday(returns_on)}`,
    ],
    actions: [{ text: "Review", to: jobPath(job) }],
  };
}

function offered(job: JobRow): WaitingItem {
  const { credential_job_id, cred_id, title, issuer_name, submitted_on, review_time, reviewer_total_pay } = job;
  return {
    id: credential_job_id,
    title,
    to: jobPath(job),
    status: <span>{issuer_name}</span>,
    details: [
      job.practice_first ? "Practice before you accept" : undefined,
      reviewer_total_pay === 0 ? "No pay" : `Pays ${money(reviewer_total_pay)}`,
      `Estimated time ${duration(review_time)}`,
      `Waiting since ${since(submitted_on)}`,
    ],
    actions: [
      ...(job.practice_first ? [{ text: "Practice", to: paths.practice(cred_id) }] : []),
      { text: "View job", to: jobPath(job) },
    ],
  };
}
