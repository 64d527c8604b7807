import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod";
import { refund } from "../../shared/payment/calls.ts";
import type { BillingRow } from "../../shared/payment/payment.ts";
import { refundReasonMax } from "../../shared/payment/rules.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { money } from "../ui/look/format.ts";
import { wordsFor } from "../ui/words.ts";
import "../content/payment/payment.css";

const Fields = z.object({ reason: refund.input.shape.reason });

/** Asks why a charge is refunded, and makes it product credit of its learner. */
export default function RefundDialog({ row, onClose }: { readonly row: BillingRow; readonly onClose: () => void }) {
  const { organization_id, application_id } = row;
  return (
    <FormDialog title={`Refund “${row.title}” as product credit?`} onClose={onClose}>
      <SpaceBetween size="m">
        <Outcome row={row} />
        <CallForm
          send={api.payment.refund}
          schema={Fields}
          values={{ reason: "" }}
          toInput={({ reason }) => ({ organization_id, application_id, reason })}
          success="Refunded as product credit."
          submit="Refund as credit"
          destructive
          onCancel={onClose}
          guarded={false}
          onDone={onClose}
        >
          <TextAreaField
            name="reason"
            label="Reason"
            hint="The learner sees this in an email, a notification, and their product credit."
            lengthMax={refundReasonMax}
          />
        </CallForm>
      </SpaceBetween>
    </FormDialog>
  );
}

/** What the refund does to this sale, sentence by sentence. */
function Outcome({ row }: { readonly row: BillingRow }) {
  const { organization_id, application_id, name } = row;
  const { data, error } = useQuery({
    ...api.payment.previewRefund.query({ organization_id, application_id }),
    staleTime: 0,
  });
  if (error) return <p role="alert">{wordsFor(error)}</p>;
  const sentences = data && [
    `${name || "The learner"} gets ${money(data.credit)} of product credit.`,
    data.earned
      ? "They earned the credential. This doesn’t change their certificate."
      : data.closes
        ? "Their submission isn’t complete. It’s closed, and any review of it ends."
        : "Their submission is closed already.",
    data.owed > 0
      ? `Reviewers have earned ${money(data.owed)} of it and keep that. Your organization owes it.`
      : "No reviewer has earned anything of it yet.",
    `Your result is ${money(data.result_less)} lower. You can’t undo this.`,
  ];
  return (
    <ul className="refund-outcome" aria-label="What happens" aria-busy={!sentences}>
      {(sentences ?? ["…"]).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
