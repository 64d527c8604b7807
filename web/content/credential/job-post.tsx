import type { ReactNode } from "react";
import type { Credential, ReviewerCriteria } from "../../../shared/credential/credential.ts";
import { FileTile } from "../../ui/forms/files/file-tile.tsx";
import { duration, pay as payOf } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { Panel, Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { SkillTags } from "../../ui/look/skill-tags.tsx";
import "./credential.css";

type Criteria = ReviewerCriteria | null;

/** What only reviewers are told about judging the work, with the link and the file that support it. */
export function ReviewerNotes({
  criteria,
  edit,
  children,
}: {
  readonly criteria: Criteria;
  /** The way to change it, at the right of the title. */
  readonly edit?: ReactNode;
  /** Stands in place of the notes while they are edited. */
  readonly children?: ReactNode;
}) {
  return (
    <Panel title="Notes for reviewers" description="Learners don’t see these." actions={edit}>
      <Stack gap="m">
        {children ?? (criteria?.notes ? <RichText html={criteria.notes} /> : <p>No notes yet.</p>)}
        {criteria?.support_link ? (
          <a href={criteria.support_link} target="_blank" rel="noopener noreferrer">
            {criteria.support_link}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ) : null}
        {criteria?.support_attachment ? (
          <FileTile name={criteria.support_attachment.attach_name} fileKey={criteria.support_attachment.key} />
        ) : null}
      </Stack>
    </Panel>
  );
}

/** The review as a job: what it asks, which skills, how long it takes and what it pays. */
export function JobPost({
  criteria,
  review_time,
  pay,
  edit,
}: {
  readonly criteria: Criteria;
  /** Minutes of all sections together. */
  readonly review_time: number;
  /** Dollars, where the reader may see them: an hour, and for one submission. */
  readonly pay?: Pick<Credential, "reviewer_hourly_rate" | "reviewer_total_pay">;
  readonly edit?: ReactNode;
}) {
  const rate = pay?.reviewer_hourly_rate;
  return (
    <Panel title="Job description" actions={edit}>
      <Stack gap="l">
        {criteria?.job_description ? <RichText html={criteria.job_description} /> : <p>No job description yet.</p>}
        {criteria && criteria.skills.length > 0 ? (
          <div>
            <p className="section-choices">Required skills</p>
            <SkillTags skills={criteria.skills} />
          </div>
        ) : null}
        <KeyValues
          items={[
            { label: "Estimated review time", value: review_time > 0 ? duration(review_time) : "Not set" },
            ...(rate === undefined
              ? []
              : [
                  { label: "Hourly rate", value: criteria ? payOf(rate) : "Not set" },
                  { label: "Pay per submission", value: criteria ? payOf(pay?.reviewer_total_pay) : "Not set" },
                ]),
          ]}
        />
      </Stack>
    </Panel>
  );
}
