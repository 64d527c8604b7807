import { useState } from "react";
import * as z from "zod";
import type { Credential, ReviewerCriteria } from "../../../shared/credential/credential.ts";
import { CriteriaStep } from "../../../shared/credential/steps.ts";
import { api } from "../../api/client.ts";
import { ReviewerNotes } from "../../content/credential/job-post.tsx";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { InlineButton } from "../../ui/forms/inline-button.tsx";
import { RichTextField } from "../../ui/forms/rich-text/rich-text-field.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { updateRefusal } from "../update-refused.ts";
import { SomeoneElses } from "./someone-elses.tsx";

const fields = z.object({ notes: CriteriaStep.shape.notes });

/** The criteria as they are sent back: what is there, with other notes. */
function withNotes(criteria: ReviewerCriteria, notes: string): z.input<typeof CriteriaStep> {
  const { category, job_description = "", skills, hourly_rate = 0, support_link = "", support_attachment } = criteria;
  return { category, job_description, skills, hourly_rate, notes, support_link, support_attachment };
}

/** The notes for reviewers, edited where they stand. */
export function EditableNotes({ credential }: { readonly credential: Credential }) {
  const { organization_id, credential_id, version, reviewer_criteria: criteria } = credential;
  const [opened, setOpened] = useState<string>();
  const close = () => setOpened(undefined);
  if (!criteria || opened === undefined) {
    return (
      <ReviewerNotes
        criteria={criteria}
        edit={
          criteria ? (
            <InlineButton ariaLabel="Edit notes for reviewers" onClick={() => setOpened(criteria.notes ?? "")}>
              Edit
            </InlineButton>
          ) : undefined
        }
      />
    );
  }
  return (
    <ReviewerNotes criteria={criteria}>
      <CallForm
        send={api.credential.update}
        schema={fields}
        values={{ notes: opened }}
        toInput={({ notes }) => ({
          organization_id,
          credential_id,
          version,
          step: 2 as const,
          reviewer_criteria: withNotes(criteria, notes),
        })}
        submit="Save"
        success="Notes saved."
        onDone={close}
        {...updateRefusal}
        onCancel={close}
      >
        {(criteria.notes ?? "") === opened ? null : (
          <SomeoneElses what="the notes">
            <RichText html={criteria.notes ?? ""} />
          </SomeoneElses>
        )}
        <RichTextField name="notes" label="Notes" />
      </CallForm>
    </ReviewerNotes>
  );
}
