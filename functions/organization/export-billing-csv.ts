import { exportBillingCsv } from "../../shared/organization/report-calls.ts";
import { implement } from "../chain/implement.ts";
import { answerBilling } from "../payment/model/billing-export.ts";

export const handler = implement(exportBillingCsv, (input, { actor }) => answerBilling("csv", input, actor));
