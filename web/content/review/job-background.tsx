import { fullName } from "../../../shared/platform/full-name.ts";
import type { JobDetail } from "../../../shared/review/job-views.ts";
import { dateTime, duration } from "../../ui/look/format.ts";
import { Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import "../credential/credential.css";

/** What the credential asks for as a whole, and how the whole is scored. */
export function KeyMethod({ details }: { readonly details: NonNullable<JobDetail["credential_details"]> }) {
  return (
    <Stack gap="m">
      <RichText html={details.description} />
      <div>
        <p className="section-choices">How it’s scored</p>
        <RichText html={details.score_description} />
      </div>
    </Stack>
  );
}

/** Every section with what it asks for, in a list. */
export function MethodComponents({ job }: { readonly job: JobDetail }) {
  return (
    <ol className="work-list">
      {job.sections.map(({ section_id, title, description, review_estimate }, at) => (
        <li key={section_id}>
          <b>
            {at + 1}. {title}
          </b>{" "}
          <span className="job-soft">{duration(review_estimate)}</span>
          <RichText html={description} />
        </li>
      ))}
    </ol>
  );
}

type Section = JobDetail["sections"][number];
/** A section that waits again was sent back by its last review. */
const verdictOf = ({ status, grade }: Section) =>
  `${status === "accepted" ? "approved" : "rejected"}${grade ? `, grade ${grade}` : ""}`;

const acceptedBy = ({ accepted_by_me, reviewer }: JobDetail): string =>
  accepted_by_me ? "you" : reviewer ? fullName(reviewer) : "a reviewer";

/** History to a job so far, oldest first; of each section the last review. */
function eventsOf(job: JobDetail): { readonly at: string; readonly what: string }[] {
  const { created_on, accepted_on, submitted_on, completed_on, round, sections } = job;
  return [
    ...(round > 1 && created_on === submitted_on ? [] : [{ at: created_on, what: "Submitted" }]),
    ...(accepted_on ? [{ at: accepted_on, what: `Accepted by ${acceptedBy(job)}` }] : []),
    ...sections.flatMap((section, index) =>
      section.reviewed_on ? [{ at: section.reviewed_on, what: `Section ${index + 1} ${verdictOf(section)}` }] : [],
    ),
    ...(round > 1 ? [{ at: submitted_on, what: `Revision submitted, round ${round}` }] : []),
    ...(completed_on ? [{ at: completed_on, what: "Completed" }] : []),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** History to a job, as a list. */
export function JobHistory({ job }: { readonly job: JobDetail }) {
  return (
    <ol className="work-list">
      {eventsOf(job).map(({ at, what }) => (
        <li key={what}>
          <span>{what}</span>, <span className="job-soft">{dateTime(at)}</span>
        </li>
      ))}
    </ol>
  );
}
