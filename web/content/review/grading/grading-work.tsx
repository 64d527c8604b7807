import type { Ref } from "react";
import type { JobDetail, JobSection } from "../../../../shared/review/job-views.ts";
import { Disclosure, Panel } from "../../../ui/look/panel.tsx";
import { ReviewerNotes } from "../../credential/job-post.tsx";
import { DeclarationShown } from "../../submission/declaration-shown.tsx";
import { JobHistory, KeyMethod, MethodComponents } from "../job-background.tsx";
import { SectionWork } from "../section-work.tsx";
import "./grading.css";

/** What is judged, at the left: the work on one section, and below it all that helps to judge it. */
export function GradingWork({
  job,
  section,
  heading,
}: {
  readonly job: JobDetail;
  readonly section: JobSection;
  readonly heading: Ref<HTMLHeadingElement>;
}) {
  const number = job.sections.indexOf(section) + 1;
  return (
    <div className="grading-work">
      <SectionWork section={section} number={number} round={job.round} heading={heading} />
      {job.revision_note ? (
        <Panel title="What the learner changed">
          <p className="key-values-text">{job.revision_note}</p>
        </Panel>
      ) : null}
      {job.declaration ? (
        <Panel title="AI tools">
          <DeclarationShown declaration={job.declaration} />
        </Panel>
      ) : null}
      {job.reviewer_criteria?.notes ? <ReviewerNotes criteria={job.reviewer_criteria} /> : null}
      {job.credential_details ? (
        <Disclosure framed level={2} title="Key method">
          <KeyMethod details={job.credential_details} />
        </Disclosure>
      ) : null}
      <Disclosure framed level={2} title="Method components">
        <MethodComponents job={job} />
      </Disclosure>
      <Disclosure framed level={2} title="History">
        <JobHistory job={job} />
      </Disclosure>
    </div>
  );
}
