import { exportBillingHtml } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { answerBilling } from "./billing-export.ts";

export const handler = implement(exportBillingHtml, (input, { actor }) => answerBilling("html", input, actor));
