import ExpandableSection from "@cloudscape-design/components/expandable-section";
import type { Ref } from "react";
import type { JobDetail, JobSection } from "../../shared/job/calls.ts";
import { ReviewerNotes } from "../credential/job-post.tsx";
import { DeclarationShown } from "../submission/ai-declaration.tsx";
import { Panel } from "../ui/panel.tsx";
import { JobHistory, KeyMethod, MethodComponents } from "./job-background.tsx";
import { SectionWork } from "./section-work.tsx";
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
      {job.declaration ? (
        <Panel title="AI tools">
          <DeclarationShown declaration={job.declaration} />
        </Panel>
      ) : null}
      {job.reviewer_criteria?.notes ? <ReviewerNotes criteria={job.reviewer_criteria} /> : null}
      {job.credential_details ? (
        <ExpandableSection variant="container" headerText="Key method">
          <KeyMethod details={job.credential_details} />
        </ExpandableSection>
      ) : null}
      <ExpandableSection variant="container" headerText="Method components">
        <MethodComponents job={job} />
      </ExpandableSection>
      <ExpandableSection variant="container" headerText="History">
        <JobHistory job={job} />
      </ExpandableSection>
    </div>
  );
}
