import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ReactNode } from "react";
import { reviewerDays } from "../../../shared/credential/rules.ts";
import type { JobDetail } from "../../../shared/review/job-views.ts";
import { counted, date, duration, money, pay, relative } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { Panel } from "../../ui/look/panel.tsx";
import { JobPost, ReviewerNotes } from "../credential/job-post.tsx";
import { SectionCard } from "../credential/section-card.tsx";
import { KeyMethod } from "./job-background.tsx";
import { acceptedWords } from "./offer-words.ts";
import "./job.css";

/** Whether who accepts the job has a day for it. */
const hasDays = (criteria: JobDetail["reviewer_criteria"]): boolean =>
  Boolean(criteria?.clock || criteria?.second_review || criteria?.appeals);

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
      <Panel>
        <KeyValues
          large
          label="Job overview"
          items={[
            {
              label: "Pay",
              value: pay(job.reviewer_total_pay),
              note:
                job.reviewer_hourly_rate === 0 ? "For this credential" : `${money(job.reviewer_hourly_rate)} an hour`,
            },
            {
              label: "Estimated time",
              value: duration(job.review_time),
              note:
                ["For one section", "For both sections"][job.sections_total - 1] ??
                `For all ${job.sections_total} sections`,
            },
            { label: "Waiting since", value: date(job.submitted_on), note: relative(job.submitted_on) },
            ...(job.offer
              ? [
                  {
                    label: "Skills you have",
                    value: `${job.offer.skills_matched} of ${job.offer.skills_total}`,
                    note: acceptedWords(job.offer.open_minutes),
                  },
                ]
              : []),
            ...(hasDays(job.reviewer_criteria)
              ? [
                  {
                    label: "Time to decide",
                    value: counted(reviewerDays(job.reviewer_criteria ?? {}), "working day"),
                    note: "From when you accept",
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      <JobPost criteria={job.reviewer_criteria} review_time={job.review_time} edit={edit("job description")} />
      <ReviewerNotes criteria={job.reviewer_criteria} edit={edit("notes for reviewers")} />
      {job.credential_details ? (
        <Panel title="Key method">
          <KeyMethod details={job.credential_details} />
        </Panel>
      ) : null}
      <Header variant="h2" counter={`(${job.sections.length})`}>
        Method components
      </Header>
      {job.sections.map((section, at) => (
        <SectionCard key={section.section_id} section={section} number={at + 1} />
      ))}
      <p className="job-soft">
        {job.reviewer_criteria?.calibration === "required"
          ? "You’ll see the learner’s work after you accept, without their name."
          : "You’ll see the learner’s name and work after you accept."}
      </p>
    </SpaceBetween>
  );
}
