import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import { refund } from "../../shared/payment/calls.ts";
import type { BillingRow } from "../../shared/payment/payment.ts";
import { refundReasonMax } from "../../shared/payment/rules.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { money } from "../ui/look/format.ts";

const Fields = z.object({ reason: refund.input.shape.reason });

/** Asks why a charge is refunded, and makes it product credit of its learner. */
export default function RefundDialog({ row, onClose }: { readonly row: BillingRow; readonly onClose: () => void }) {
  const { organization_id, application_id } = row;
  return (
    <FormDialog title={`Refund “${row.title}” as product credit?`} onClose={onClose}>
      <SpaceBetween size="m">
        <p>
          {row.name || "The learner"} gets {money(row.price)} of product credit. This sale’s shares are reversed. If the
          submission isn’t complete, it’s closed. The reviewer is still paid for sections already decided, and your
          organization owes that part of {money(row.reviewer_pay)}. You can’t undo this.
        </p>
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
