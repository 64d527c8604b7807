import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ReactNode } from "react";
import type { JobDetail } from "../../shared/job/calls.ts";
import { JobPost, ReviewerNotes } from "../credential/job-post.tsx";
import { SectionCard } from "../credential/section-card.tsx";
import { DecisionDay } from "../ui/decision-day.tsx";
import { date, duration, money, relative } from "../ui/format.ts";
import { KeyMethod } from "./job-background.tsx";
import "./job.css";

/** A job as reviewers read it before they accept: what it pays and asks, the notes, and every section with its rubric. */
export function OpenJob({
  job,
  edit = () => undefined,
}: {
  readonly job: JobDetail;
  /** The way to change a part, at the right of its title. */
  readonly edit?: (what: string) => ReactNode;
}) {
  return (
    <SpaceBetween size="l">
      <Container>
        <dl className="job-figures">
          <div>
            <dt>Pays</dt>
            <dd className="figures">{job.reviewer_total_pay === 0 ? "Unpaid" : money(job.reviewer_total_pay)}</dd>
            <dd className="job-soft">
              {job.reviewer_hourly_rate === 0 ? "For this credential" : `${money(job.reviewer_hourly_rate)} an hour`}
            </dd>
          </div>
          <div>
            <dt>Estimated time</dt>
            <dd>{duration(job.review_time)}</dd>
            <dd className="job-soft">
              {["For one section", "For both sections"][job.sections_total - 1] ??
                `For all ${job.sections_total} sections`}
            </dd>
          </div>
          <div>
            <dt>Waiting since</dt>
            <dd>{date(job.submitted_on)}</dd>
            <dd className="job-soft">{relative(job.submitted_on)}</dd>
          </div>
          {job.decision ? (
            <div>
              <dt>Decision due</dt>
              <dd>
                <DecisionDay decision={job.decision} />
              </dd>
            </div>
          ) : null}
        </dl>
      </Container>
      <JobPost criteria={job.reviewer_criteria} review_time={job.review_time} edit={edit("job description")} />
      <ReviewerNotes criteria={job.reviewer_criteria} edit={edit("notes for reviewers")} />
      {job.credential_details ? (
        <Container header={<Header variant="h2">Key method</Header>}>
          <KeyMethod details={job.credential_details} />
        </Container>
      ) : null}
      <Header variant="h2" counter={`(${job.sections.length})`}>
        Method components
      </Header>
      {job.sections.map((section, at) => (
        <SectionCard key={section.section_id} section={section} number={at + 1} />
      ))}
      <p className="job-soft">You’ll see the learner’s name and work after you accept.</p>
    </SpaceBetween>
  );
}
