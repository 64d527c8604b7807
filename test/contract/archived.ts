import type { Call } from "../../shared/http/call.ts";

/**
 * Calls that go on in an archived organization: what it is, what one is, has earned and is owed there, and its books
 * (a long history is handed out through the exports): shared/organization/README.md, "Archived organizations".
 */
export const openWhenArchived = [
  "GET /organization",
  "GET /user/profile",
  "PUT /user",
  "DELETE /user",
  "DELETE /user/factor/reset",
  "GET /user/mycredentials",
  "GET /user/mysubmission",
  "GET /user/mysubmissions",
  "DELETE /user/application",
  "GET /payment/receipt",
  "GET /user/reviewer/info",
  "GET /bank/list",
  "POST /user/bank",
  "PUT /user/certificate",
  "PUT /user/practice-consent",
  "GET /user/mycertificate",
  "PUT /user/mycertificate",
  "POST /user/mycertificate/correction",
  "PUT /user/mycertificate/correction/withdraw",
  "PUT /organization/certificate/correction/decline",
  "GET /user/mycertificate/evidence",
  "PUT /user/mycertificate/evidence",
  "GET /organization/certificate",
  "GET /organization/certificates",
  "GET /organization/certificatescsv",
  "PUT /organization/certificate/revoke",
  "PUT /organization/certificate/replace",
  "POST /shorturl",
  "GET /user/payments",
  "GET /user/credit",
  "GET /user/purchases",
  "GET /organization/billinghistory",
  "GET /organization/billinghistorycsv",
  "GET /organization/billinghistoryhtml",
  "GET /organization/connection/history",
  "GET /organization/exports",
  "GET /organization/key/list",
  "GET /events",
  "GET /organization/webhook/list",
  "DELETE /organization/webhook",
  "GET /organization/webhook/deliveries",
  "GET /organization/webhook/delivery",
  "DELETE /organization/key",
];

/** Staff's calls that go on for 90 days, so that work under way can be finished. */
export const openForNinetyDays = [
  "PUT /job/reassign",
  "POST /user/job",
  "GET /job/ties",
  "GET /job/anchors",
  "GET /job/anchors/work",
  "GET /job/anchors/work/text",
  "GET /job/calibrations",
  "PUT /job/waiver",
  "GET /job/review/list",
  "PUT /job/remind",
  "GET /job/adjudication/list",
  "GET /job/adjudication",
  "PUT /job/adjudication",
  "GET /submission/appeal/list",
];

/** Calls that go on for 90 days after the organization of the work was archived, whichever a learner or reviewer calls from. */
export const openAsItsWork = [
  "GET /user/job",
  "PUT /job/accept",
  "PUT /job/decline",
  "PUT /job/release",
  "GET /job/calibration",
  "POST /job/calibration",
  "PUT /job/calibration",
  "PUT /job/calibration/finished",
  "PUT /job/extend",
  "PUT /user/section/undo",
  "PUT /user/section/accept",
  "PUT /user/section/reject",
  "GET /job/list",
  "GET /job/assigned",
  "GET /submissions",
  "POST /user/section",
  "DELETE /user/section",
  "PUT /user/updatesubmission",
  "POST /user/appeal",
  "PUT /user/appeal/withdraw",
  "POST /file/upload",
  "POST /file/confirm",
  "GET /file/download",
  "POST /file/parts",
  "POST /file/parts/addresses",
  "GET /file/parts",
  "POST /file/parts/finished",
  "DELETE /file/parts",
];

/** The lists, each under its name, by what a call says with `whenArchived`. */
export const archivedLists: Readonly<
  Record<NonNullable<Call["whenArchived"]>, Readonly<Record<string, readonly string[]>>>
> = {
  allowed: { openWhenArchived },
  "for-90-days": { openForNinetyDays },
  "as-its-work": { openAsItsWork },
};
