import { previewRefund } from "../../shared/payment/calls.ts";
import { implement } from "../chain/implement.ts";
import { refundOutcome } from "../review/model/reversal.ts";
import { readRefundable } from "./model/refundable.ts";

export const handler = implement(previewRefund, async ({ application_id }, { organization_id }) => ({
  data: refundOutcome(await readRefundable(application_id, organization_id)),
}));
