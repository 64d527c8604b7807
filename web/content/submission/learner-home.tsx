import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as paths from "../../../shared/platform/paths.ts";
import type { SubmissionRow } from "../../../shared/submission/submission-views.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { counted, date } from "../../ui/look/format.ts";
import { Home, since, type WaitingItem, WaitingList } from "../../ui/look/waiting.tsx";
import { homeQueries, waitingMax } from "./home-queries.ts";
import { SubmissionStatus } from "./status.tsx";

/** What is the learner's to do, revisions first, and what was decided; then the rest of the page. */
export function LearnerHome({ children }: { readonly children: ReactNode }) {
  const { organization_id, user } = useSession();
  const queries = homeQueries(api, organization_id);
  const revisions = useQuery(queries.revisions);
  const drafts = useQuery(queries.drafts);
  const decided = useQuery(queries.decided);
  const lists = () => {
    const waiting = [...(revisions.data?.submissions ?? []), ...(drafts.data?.submissions ?? [])];
    const { totals } = drafts.data ?? {};
    const total = (revisions.data?.total ?? 0) + (drafts.data?.total ?? 0);
    const handedIn = totals?.Submitted ?? 0;
    return (
      <div className="home-lists">
        <WaitingList
          title="Waiting for you"
          total={total}
          items={waiting.slice(0, waitingMax).map(itemOf)}
          empty={totals?.all ? "You’re all caught up." : "Nothing in progress. Apply below."}
          more={[
            ...(handedIn > 0
              ? [
                  {
                    text: `${counted(handedIn, "submission")} in review`,
                    to: `${paths.mySubmissions}?tab=Submitted`,
                  },
                ]
              : []),
            ...(totals?.all ? [{ text: "All my submissions", to: paths.mySubmissions }] : []),
          ]}
        />
        {decided.data && decided.data.total > 0 ? (
          <WaitingList
            title="Decided"
            total={decided.data.total}
            items={decided.data.submissions.map((row) => decidedItem(row, user.user_id))}
            empty=""
            more={[{ text: "All my credentials", to: paths.myCredentials }]}
          />
        ) : null}
      </div>
    );
  };
  return (
    <Home title={`Welcome, ${user.first_name}`} asked={[revisions, drafts, decided]} lists={lists}>
      {children}
    </Home>
  );
}

/** What the learner does next with it; the feedback of a revision is one click away. */
function actionsFor({ status, application_id, cred_id }: SubmissionRow): WaitingItem["actions"] {
  const work = paths.submitWork(cred_id);
  if (status === "applied") return [{ text: "Pay", to: paths.pay(cred_id) }];
  if (status !== "revisionNeeded") return [{ text: status === "ready" ? "Start" : "Continue", to: work }];
  return [
    { text: "Read feedback", to: paths.mySubmission(application_id) },
    { text: "Revise", to: work },
  ];
}

function itemOf(row: SubmissionRow): WaitingItem {
  const { application_id, title, status, sections_total, sections_answered, sections_accepted, updated_on, revise_by } =
    row;
  const progress =
    status === "revisionNeeded"
      ? `${sections_accepted} of ${sections_total} sections approved`
      : status === "draft"
        ? `${sections_answered} of ${sections_total} sections answered`
        : undefined;
  return {
    id: application_id,
    title,
    to: paths.mySubmission(application_id),
    status: <SubmissionStatus {...row} />,
    details: [progress, `Since ${since(updated_on)}`, revise_by && `Revise by ${date(revise_by)}`],
    actions: actionsFor(row),
  };
}

function decidedItem({ application_id, organization_id, ...row }: SubmissionRow, user_id: string): WaitingItem {
  const { title, status, cred_id, completed_on, updated_on } = row;
  const to = paths.mySubmission(application_id);
  const earned = status === "completed";
  return {
    id: application_id,
    title,
    to,
    status: <SubmissionStatus status={status} />,
    details: [since(completed_on ?? updated_on)],
    actions: [
      {
        text: earned ? "Certificate" : "View reason",
        to: earned ? paths.certificateOf({ org_id: organization_id, cred_id, user_id }) : to,
      },
    ],
  };
}
