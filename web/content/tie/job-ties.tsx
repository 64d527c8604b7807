import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { fullName } from "../../../shared/platform/full-name.ts";
import type { ReviewerTies } from "../../../shared/tie/calls.ts";
import type { Conflict } from "../../../shared/tie/ties.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { date } from "../../ui/look/format.ts";
import { StatusText } from "../../ui/look/status-text.tsx";
import { JobOffers } from "../review/job-offers.tsx";
import "../review/job.css";
import { Panel } from "../../ui/look/panel.tsx";
import type { TiedJob } from "./tied-job.ts";

const WaiveTieDialog = lazy(() => import("./waive-tie-dialog.tsx"));

const words: Record<Conflict["reason"], string> = {
  self: "It’s their own work",
  family: "Family",
  business: "Business partner",
  supervisor: "Supervisor or supervised",
  coauthor: "Co-author",
  employer: "Same employer",
  ownStaff: "Both work for your organization",
  emailDomain: "Same email domain",
  exchange: "The learner reviewed their work within a year",
  creator: "Wrote this credential",
};

const standingOf = ({ accepted, tied }: ReviewerTies) => {
  if (accepted) return tied ? "Has the job, and couldn’t accept it now" : "Has the job";
  return tied ? "Can’t accept" : "Can accept";
};
/** Whether a tie keeps somebody from the job, or would without a waiver. */
const isWaivable = ({ conflicts }: ReviewerTies) =>
  conflicts.some(({ hard }) => hard) && conflicts.every(({ reason }) => reason !== "self");

/** What ties a credential's reviewers to the learner of a job, for admins alone. */
export default function JobTies({ job }: { readonly job: TiedJob }) {
  const { credential_job_id, organization_id } = job;
  const { organization } = useSession();
  const zone = organization ? { timeZone: organization.timezone } : {};
  const { data } = useSuspenseQuery(api.tie.list.query({ credential_job_id, organization_id }));
  const [waived, setWaived] = useState<ReviewerTies>();
  const tied = data.reviewers.filter(({ conflicts }) => conflicts.length > 0);
  return (
    <>
      <JobOffers reviewers={data.reviewers} />
      <Panel title="Ties to the learner" description="Only admins see this. Don’t tell the reviewer or the learner.">
        {tied.length === 0 ? <p>None of this credential’s reviewers has a tie to the learner.</p> : null}
        {tied.some(({ conflicts }) => conflicts.some(({ hard }) => !hard)) ? (
          <p>
            Minor ties don’t keep a reviewer from a job. Working for your organization is one: its own staff may review
            each other.
          </p>
        ) : null}
        <ul className="job-ties">
          {tied.map((reviewer) => (
            <li key={reviewer.user_id}>
              <div>
                <b>{fullName(reviewer)}</b>
                <div>{reviewer.conflicts.map(({ reason }) => words[reason]).join(" · ")}</div>
                {reviewer.waiver ? (
                  <div className="job-soft">
                    Waived through {date(reviewer.waiver.ends_on, zone)}: {reviewer.waiver.reason}
                  </div>
                ) : null}
              </div>
              <StatusText kind={reviewer.tied ? "stopped" : "info"}>{standingOf(reviewer)}</StatusText>
              {isWaivable(reviewer) ? (
                <Button ariaLabel={`Waive tie of ${fullName(reviewer)}`} onClick={() => setWaived(reviewer)}>
                  Waive
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {data.no_other_ties ? (
          <p className="job-soft">The reviewer confirmed that their list of ties is complete.</p>
        ) : null}
        {waived ? (
          <Suspense fallback={null}>
            <WaiveTieDialog job={job} reviewer={waived} onClose={() => setWaived(undefined)} />
          </Suspense>
        ) : null}
      </Panel>
    </>
  );
}
