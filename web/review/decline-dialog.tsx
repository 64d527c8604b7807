import * as z from "zod";
import { decline } from "../../shared/review/calls.ts";
import type { declineReasons } from "../../shared/review/waves.ts";
import { api } from "../api/client.ts";
import { declineWords } from "../content/review/offer-words.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { RadioField } from "../ui/forms/radio-field.tsx";

const schema = z.object({ reason: decline.input.shape.reason, note: z.string().max(500, "At most 500 characters.") });
type Declined = z.output<typeof schema>;
/** Nothing is chosen to begin with. */
type Typed = Omit<Declined, "reason"> & { readonly reason: Declined["reason"] | null };
const items = (Object.keys(declineWords) as (typeof declineReasons)[number][]).map((value) => ({
  value,
  label: declineWords[value],
}));

/** Asks why a reviewer doesn't want a job that is offered to them. */
export default function DeclineDialog({
  job: { title, credential_job_id, organization_id },
  onDone,
  onClose,
}: {
  readonly job: { readonly title: string; readonly credential_job_id: string; readonly organization_id: string };
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={`Decline “${title}”?`} onClose={onClose}>
      <CallForm
        send={api.review.decline}
        schema={schema as unknown as z.ZodType<Declined, Typed>}
        values={{ reason: null, note: "" }}
        toInput={({ reason, note }) => ({ credential_job_id, organization_id, reason, note })}
        submit="Decline job"
        guarded={false}
        onCancel={onClose}
        onDone={() => {
          flash("success", "Job declined.");
          onDone();
        }}
      >
        <p>You won’t be offered this submission again. Declining doesn’t affect your other offers or your pay.</p>
        <RadioField name="reason" label="Reason" items={items} />
        <TextAreaField
          name="note"
          label="Note"
          optional
          constraint="Only the organization’s admins read this."
          lengthMax={500}
          rows={3}
        />
      </CallForm>
    </FormDialog>
  );
}
