import { defaultTimezone } from "../../../../shared/organization/timezone.ts";
import { chosenColumns } from "../../../../shared/user/scech.ts";
import { certificatesSheet } from "../../../certificate/model/certificates-sheet.ts";
import { applicantsSheet } from "../../../credential/model/applicants-sheet.ts";
import { readSummary } from "../../../credential/model/summary.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { get } from "../../../data/table.ts";
import type { ExportRecord } from "../../../organization/model/exports.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";
import { billingSheet } from "../../../payment/model/billing-sheet.ts";
import type { Sheet } from "../../../sheets/sheet.ts";
import { scechSheet } from "../../../user/model/scech-sheet.ts";

/** The sheet an export was asked for, made anew from what it is made from. */
export async function sheetOf({
  organization_id,
  kind,
  period,
  cred_id = "",
  columns,
  certificate_status: status = "all",
  from,
  to,
}: ExportRecord): Promise<Sheet<never>> {
  const [organization, credential] = await Promise.all([
    get(OrganizationRecord, organizationKeys.organization(organization_id)),
    readSummary(cred_id),
  ]);
  const timezone = organization?.timezone ?? defaultTimezone;
  const about = { cred_id, title: credential?.title ?? "", timezone };
  const sheets = {
    billing: () => billingSheet({ organization_id, name: organization?.name ?? "" }, period),
    applicants: () => applicantsSheet(about, period),
    certificates: () => certificatesSheet({ organization_id, timezone }, { status, from, to }),
    scech: () => scechSheet(about, chosenColumns(columns ?? "") ?? []),
  };
  return sheets[kind]() as unknown as Sheet<never>;
}
