import type * as z from "zod";
import type { Document } from "../../../shared/http/call.ts";
import type { exportBillingCsv } from "../../../shared/organization/report-calls.ts";
import type { Actor } from "../../chain/actor.ts";
import { periodOf } from "../../data/period.ts";
import { answerSheet, partOf } from "../../organization/model/exports.ts";
import type { SheetFormat } from "../../sheets/sheet.ts";
import { billingSheet } from "./billing-sheet.ts";

/** The billing history of the actor's organization as a document, or the background export it becomes. */
export function answerBilling(
  format: SheetFormat,
  input: z.output<typeof exportBillingCsv.input>,
  { user_id, organization_id, organization }: Actor,
): Promise<Document> {
  const period = periodOf(input);
  const sheet = billingSheet({ organization_id, name: organization?.name ?? "" }, period);
  const source = { kind: "billing", ...(period && { period }) } as const;
  return answerSheet(sheet, format, { organization_id, actor_id: user_id, source, part: partOf(input) });
}
