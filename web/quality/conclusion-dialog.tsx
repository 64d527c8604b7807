import * as z from "zod";
import { ConclusionKind } from "../../shared/quality/look-back.ts";
import { judgeLookBackJob, type LookBackRow } from "../../shared/quality/look-back-calls.ts";
import { api } from "../api/client.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { RadioField } from "../ui/forms/radio-field.tsx";
import { date } from "../ui/look/format.ts";
import type { NamedReviewer } from "./named-reviewer.ts";

const { note } = judgeLookBackJob.input.shape;
const schema = z
  .object({ conclusion: z.enum(ConclusionKind.options, "Choose a conclusion."), note })
  .refine((typed) => typed.conclusion !== "concern" || typed.note !== "", {
    path: ["note"],
    message: "Say what the concern is.",
  });

interface Typed {
  readonly conclusion: ConclusionKind | null;
  readonly note?: string | undefined;
}

/** Says whether one decision of a reviewer stands. */
export default function ConclusionDialog({
  named,
  row: { credential_job_id, title, finalized_on, conclusion },
  onClose,
}: {
  readonly named: NamedReviewer;
  readonly row: LookBackRow;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={`Conclusion: ${title}`} onClose={onClose}>
      <CallForm
        send={api.quality.judgeLookBackJob}
        schema={schema as z.ZodType<z.output<typeof schema>, Typed>}
        values={{ conclusion: conclusion?.conclusion ?? null, note: conclusion?.note ?? "" }}
        toInput={(typed) => ({ ...named, credential_job_id, ...typed })}
        submit="Save"
        guarded={false}
        onCancel={onClose}
        onDone={() => {
          flash("success", "Conclusion saved.");
          onClose();
        }}
      >
        <p>Decided on {date(finalized_on)}.</p>
        <RadioField
          name="conclusion"
          label="Does this decision stand?"
          items={[
            { value: "stands", label: "It stands" },
            { value: "concern", label: "It’s a concern" },
          ]}
        />
        <TextAreaField
          name="note"
          label="Note"
          constraint="Required for a concern. Only admins see this. Leave out learners’ names."
          lengthMax={500}
          rows={3}
        />
      </CallForm>
    </FormDialog>
  );
}
