import { exportBillingCsv } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { answerBilling } from "./billing-export.ts";

export const handler = implement(exportBillingCsv, (input, { actor }) => answerBilling("csv", input, actor));
