import * as z from "zod";
import { call, Document, data, narrowing, Page, page, paging } from "../http/call.ts";
import { organizationSelector, wholeNumber } from "../http/fields.ts";
import { BillingRow, BillingTotals, KindResults, LineKind } from "../payment/payment.ts";
import { Analytics, Month } from "./analytics.ts";
import { Export, inlineRowsMax } from "./export.ts";

/** What asks for all rows of billing history at once. */
const allRows = 10_000_000;

const period = {
  year: wholeNumber({ min: 2000, max: 2999 }).optional(),
  /** 1 to 12, within `year`. */
  month: wholeNumber({ min: 1, max: 12 }).optional(),
};

/**
 * Charges with the reviewer's pay and the shares, newest first, of all time, a year or a month. A reviewer gets their
 * own pay. A key reads one kind of lines at a time, of `pay` none, and no sums: `sale` has each charge with its price, `refund`
 * what of it became product credit, as amounts below 0.
 */
export const listBillingHistory = call({
  route: "GET /organization/billinghistory",
  summary: "List billing history",
  allow: { permission: "organization:billing-history", within: "organization" },
  keys: "billing:read",
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** By the learner's name or email, or the credential's title. A reviewer's own pay by title. */
      ...narrowing,
      ...period,
      /** Only lines of this kind. Not asked of a reviewer's own pay, which is of one kind. */
      kind: LineKind.optional(),
      /** Beyond a hundred, as 10,000,000 is, it means all. */
      limit: wholeNumber({ min: 1, max: allRows }).default(10),
      /** From 1 on: `limit` rows each. 0 means all. All are at most a thousand per answer; the cursor leads on. */
      page: wholeNumber({ min: 0, max: 1000 }).optional(),
    }),
  inputByKey: (input) =>
    input.omit({ page: true }).extend({
      limit: paging.limit,
      /**
       * Which lines.
       * - `sale`: what learners paid (lines `charge`).
       * - `refund`: what became product credit, which its learner can spend on other credentials (lines `refund`).
       * - `dispute`: charges that were disputed, and what a lost dispute took back (lines `charge` and `reversal`).
       * - `credit`: of all these, lines that product credit had a part in.
       */
      kind: LineKind.exclude(["pay"]),
    }),
  output: () =>
    data(
      Page.extend({
        history: z.array(BillingRow).max(inlineRowsMax),
        /** Sums of all rows of the period, in dollars, not of this page or kind alone; absent where a key asks. */
        totals: BillingTotals.optional(),
        /** What each kind of the period's rows leaves the organization; absent from a reviewer's own pay, and where a key asks. */
        results: KindResults.optional(),
      }),
    ),
});

/**
 * Learners, applications, completions, time to the first decision, revenue and reviewers' hours, by month and by
 * credential.
 */
export const readAnalytics = call({
  route: "GET /analytics",
  summary: "Read analytics",
  allow: { permission: "organization:analytics", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** The first month; the last one is `to`, the present month unless named. At most 24 months. */
      from: Month.optional(),
      to: Month.optional(),
      /** The page of credentials. */
      ...paging,
    }),
  output: () => data(Analytics),
});

const billingExport = {
  allow: { permission: "organization:export-billing", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      ...period,
      offset: paging.offset,
      /** Up to a thousand with `page` or `offset`; anything beyond, such as 10,000,000, means all, as no limit does. */
      limit: wholeNumber({ min: 1, max: allRows }).optional(),
      /** From 1 on: `limit` rows each. 0 means all. */
      page: wholeNumber({ min: 0, max: 10_000 }).optional(),
    }),
  output: () => Document,
  problems: ["rate.exceeded"],
} as const;

export const exportBillingCsv = call({
  route: "GET /organization/billinghistorycsv",
  summary: "Export billing history as CSV",
  ...billingExport,
  answers: "csv",
});

export const exportBillingHtml = call({
  route: "GET /organization/billinghistoryhtml",
  summary: "Export billing history as HTML for printing",
  ...billingExport,
  answers: "html",
});

/** Newest first, those made after every month included, each with a download link once it is done. */
export const listExports = call({
  route: "GET /organization/exports",
  summary: "List exports",
  allow: { permission: "organization:list-exports", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("exports", Export),
});
