import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import { approve, reject } from "../../shared/credential/calls.ts";
import { api } from "../api/client.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { RichTextField } from "../ui/forms/rich-text/rich-text-field.tsx";

/** What is decided. */
export interface Decision {
  readonly what: "approve" | "reject";
  readonly credential: {
    readonly credential_id: string;
    readonly organization_id: string;
    readonly title: string;
    /** Sent where it is known: then only what was seen is decided. */
    readonly version?: number;
  };
}

const wording = {
  approve: {
    verb: "Approve",
    text: "Learners can find it and apply right away. We’ll email the issuer.",
    label: "Feedback",
    hint: "The issuer sees this with your approval.",
    done: "was approved.",
  },
  reject: {
    verb: "Reject",
    text: "It goes back to the issuer, who can edit it and publish it again.",
    label: "Feedback",
    hint: "Explain what needs to change before you can approve it.",
    done: "was rejected.",
  },
} as const;

/** Approves or rejects a submitted credential with feedback; the lists reload where they stand. */
export default function DecideDialog({
  what,
  credential,
  onDone,
  onClose,
}: Decision & { readonly onDone?: () => void; readonly onClose: () => void }) {
  const { verb, text, label, hint, done } = wording[what];
  const { title, ...subject } = credential;
  return (
    <FormDialog title={`${verb} “${title}”?`} size="large" onClose={onClose}>
      <CallForm
        send={(what === "approve" ? api.credential.approve : api.credential.reject) as typeof api.credential.reject}
        schema={z.object({ feedback: (what === "approve" ? approve : reject).input.shape.feedback })}
        values={{ feedback: "" }}
        toInput={({ feedback = "" }) => ({ ...subject, feedback })}
        submit={verb}
        destructive={what === "reject"}
        guarded={false}
        onCancel={onClose}
        onDone={() => {
          flash("success", `“${title}” ${done}`);
          onClose();
          onDone?.();
        }}
      >
        <SpaceBetween size="l">
          <p>{text}</p>
          <RichTextField name="feedback" label={label} hint={hint} optional={what === "approve"} />
        </SpaceBetween>
      </CallForm>
    </FormDialog>
  );
}
