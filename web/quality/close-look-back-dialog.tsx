import * as z from "zod";
import { closeLookBack } from "../../shared/quality/look-back-calls.ts";
import { api } from "../api/client.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { counted } from "../ui/look/format.ts";
import type { NamedReviewer } from "./named-reviewer.ts";

const { summary } = closeLookBack.input.shape;
const schema = z.object({ summary });

/** Ends a look-back with what it came to. */
export default function CloseLookBackDialog({
  named,
  name,
  left,
  onClose,
}: {
  readonly named: NamedReviewer;
  /** The reviewer's, as people read it. */
  readonly name: string;
  /** Decisions that nobody looked at. */
  readonly left: number;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={`Close the look-back on ${name}?`} onClose={onClose}>
      <CallForm
        send={api.quality.closeLookBack}
        schema={schema}
        values={{ summary: "" }}
        toInput={(typed) => ({ ...named, ...typed })}
        submit="Close look-back"
        guarded={false}
        onCancel={onClose}
        onDone={() => {
          flash("success", "Look-back closed.");
          onClose();
        }}
      >
        <p>
          {left > 0 ? `${counted(left, "decision")} ${left === 1 ? "hasn’t" : "haven’t"} been looked at. ` : ""}
          You can’t change conclusions after closing.
        </p>
        <TextAreaField
          name="summary"
          label="What did you find?"
          constraint="Only admins see this. Leave out learners’ names."
          lengthMax={500}
          rows={4}
        />
      </CallForm>
    </FormDialog>
  );
}
