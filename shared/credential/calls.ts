import * as z from "zod";
import { BadgeAward } from "../badgr/badgr.ts";
import { bodyLimits, call, Document, data, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CredentialId,
  OrganizationId,
  organizationSelector,
  richText,
  SectionId,
  UserId,
} from "../http/fields.ts";
import { ReviewerCard } from "../reviewer/calls.ts";
import { Credential, CredentialRow } from "./credential.ts";
import { credentialLimits } from "./parts.ts";
import { CriteriaStep, DetailsStep, PriceStep, ReviewersStep, SectionsStep } from "./steps.ts";

const within = "organization";
const version = z.number().int().min(1);

/** `POST credential`: a new draft from step 0. */
export const create = call({
  route: "POST /credential",
  summary: "Create a draft from the wizard's step 0; price null, no sections yet",
  allow: { permission: "credential:create", within },
  input: z.object({ ...organizationSelector, credential_details: DetailsStep }),
  output: data(Credential),
  problems: ["resource.not-found", "image.refused", "file.not-clean"],
  idempotent: true,
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** The part of a credential that each step of `PUT credential` carries. */
export const partOfStep = {
  0: "credential_details",
  2: "reviewer_criteria",
  3: "assigned_reviewers",
  4: "price",
} as const;

/** `PUT credential`: saves one step; also the price edit, which on a published credential makes a new revision. */
export const update = call({
  route: "PUT /credential",
  summary: "Save step 0 (details), 2 (review criteria), 3 (reviewers) or 4 (price); the price also once published",
  allow: { permission: "credential:update", within },
  input: z
    .object({
      ...organizationSelector,
      credential_id: CredentialId,
      version,
      step: z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4)]),
      credential_details: DetailsStep.optional(),
      reviewer_criteria: CriteriaStep.optional(),
      assigned_reviewers: ReviewersStep.optional(),
      price: PriceStep.optional(),
    })
    .superRefine((input, context) => {
      for (const part of Object.values(partOfStep))
        if ((input[part] !== undefined) !== (part === partOfStep[input.step]))
          context.addIssue({
            code: "custom",
            path: [part],
            message: input[part] === undefined ? "This step is missing." : "This belongs to another step.",
          });
    }),
  output: data(Credential),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.not-editable",
    "credential.badge-locked",
    "credential.reviewer-unknown",
    "image.refused",
    "file.not-clean",
    "file.refused",
  ],
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** `POST credential/sections`: the wizard's step 1, all sections in order and in one transaction. */
export const saveSections = call({
  route: "POST /credential/sections",
  summary: "Save step 1: all sections at once; sections left out are removed",
  allow: { permission: "credential:update", within },
  input: z.object({
    ...organizationSelector,
    credential_id: CredentialId,
    version,
    data: SectionsStep,
    /** The button pressed, as the specification names it; the sections are saved alike. */
    btnType: z.enum(["continue", "exit", "apply"]).default("continue"),
  }),
  output: data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.not-editable"],
});

/** `DELETE credential/section` */
export const removeSection = call({
  route: "DELETE /credential/section",
  summary: "Remove one section",
  allow: { permission: "credential:remove-section", within },
  input: z.object({ ...organizationSelector, credential_id: CredentialId, section_id: SectionId, version }),
  output: data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.not-editable"],
});

/** `POST credential/publish`: the wizard's step 5. With `version`, only what the caller has seen is published. */
export const publish = call({
  route: "POST /credential/publish",
  summary: "Publish a draft: an issuer's goes to approval, an admin's or publisher's goes live",
  allow: { permission: "credential:publish", within },
  input: z.object({ ...organizationSelector, credential_id: CredentialId, version: version.optional() }),
  output: data(Credential),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.wrong-state",
    "credential.incomplete",
    "credential.expired",
  ],
});

const decision = {
  ...organizationSelector,
  credential_id: CredentialId,
  version: version.optional(),
  /** Where the caller's list stood, so that the portal can reload it. */
  payloadObj: z
    .object({
      page: z.number().int(),
      user_id: z.string().max(100),
      orgId: z.string().max(100),
      status: z.string().max(20),
      searchText: z.string().max(100),
    })
    .partial()
    .optional(),
};

/** `POST credential/approve`: a submitted credential goes live. */
export const approve = call({
  route: "POST /credential/approve",
  summary: "Approve a submitted credential: it is published",
  allow: { permission: "credential:decide", within },
  input: z.object({ ...decision, feedback: richText().default("") }),
  output: data(Credential),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.wrong-state",
    "credential.own-decision",
    "credential.incomplete",
    "credential.expired",
  ],
});

/** `POST credential/reject`: a submitted credential goes back to its issuer with feedback. */
export const reject = call({
  route: "POST /credential/reject",
  summary: "Reject a submitted credential with feedback",
  allow: { permission: "credential:decide", within },
  input: z.object({ ...decision, feedback: richText({ required: "Feedback required" }) }),
  output: data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.wrong-state", "credential.own-decision"],
});

/** `POST credential/close`: no new applications; running ones finish. */
export const close = call({
  route: "POST /credential/close",
  summary: "Close a published credential to new applications",
  allow: { permission: "credential:close", within },
  input: z.object({ ...organizationSelector, credential_id: CredentialId, version: version.optional() }),
  output: data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.wrong-state"],
});

const search = { q: z.string().trim().max(100).optional(), search: z.string().trim().max(100).optional() };

/** How many credentials each tab of a list holds. */
export const CredentialTotals = z.object({
  all: z.number().int(),
  draft: z.number().int(),
  submitted: z.number().int(),
  rejected: z.number().int(),
  published: z.number().int(),
  closed: z.number().int(),
});

/** `GET credential/list`: an organization's credentials; a reviewer's are those he is assigned to. */
export const list = call({
  route: "GET /credential/list",
  summary: "Credentials of the organization, or those a reviewer is assigned to; by status, creator and words",
  allow: { permission: "credential:list", within },
  input: z.object({
    org_id: OrganizationId.optional(),
    ...paging,
    /** Only those this user created. */
    user_id: UserId.optional(),
    /** A state as stored or as shown (`submitted`, `Pending` …), or `all`. */
    status: z.string().max(20).default("all"),
    ...search,
    /** The screen that asks; accepted and without effect. */
    ui: z.string().max(40).optional(),
  }),
  output: data(
    z.object({
      credentials: z.array(CredentialRow),
      total: z.number().int(),
      cursor: z.string().optional(),
      /** By tab, for the same organization and creator; absent in a search. */
      totals: CredentialTotals.optional(),
    }),
  ),
});

/** `GET credential/open/list`: what a learner browses, over all active organizations. */
export const listOpen = call({
  route: "GET /credential/open/list",
  summary: "Browse published credentials; by words, category, price and continuing-education credit",
  allow: { permission: "credential:browse", within },
  input: z.object({
    ...organizationSelector,
    ...paging,
    ...search,
    category: z.coerce.number<number | string>().int().min(1).max(3).optional(),
    price: z.enum(["free", "paid"]).optional(),
    /** Only those that give continuing-education credit. */
    scech: z.enum(["true", "false"]).optional(),
  }),
  output: page("credentials", CredentialRow),
});

/** `GET credential/details` */
export const read = call({
  route: "GET /credential/details",
  summary: "One credential whole, as far as the caller may see it",
  allow: { permission: "credential:read", within },
  input: z.object({ ...organizationSelector, credential_id: CredentialId }),
  output: data(Credential),
  problems: ["resource.not-found"],
});

/** `POST credential/apply`: price 0 makes the application `ready`, any other waits for payment as `applied`. */
export const apply = call({
  route: "POST /credential/apply",
  summary: "A learner applies for a published credential",
  allow: { permission: "credential:apply", within },
  input: z.object({ ...organizationSelector, credential_id: CredentialId }),
  output: data(
    z.object({
      application_id: ApplicationId,
      credential_id: CredentialId,
      status: z.enum(["applied", "ready"]),
      /** Whole dollars to pay. */
      price: z.number().int(),
    }),
  ),
  problems: ["resource.not-found", "credential.closed", "application.exists", "application.certified"],
  idempotent: true,
});

/** An accepted reviewer whom the wizard's step 3 offers. */
export const PotentialReviewer = ReviewerCard.extend({ assigned: z.boolean() });
/** See {@link PotentialReviewer}. */
export type PotentialReviewer = z.infer<typeof PotentialReviewer>;

/** `GET credential/potential/reviewers`: twelve a page, most matching skills first. */
export const listPotentialReviewers = call({
  route: "GET /credential/potential/reviewers",
  summary: "Accepted reviewers of the credential's category, those with most of its skills first",
  allow: { permission: "credential:choose-reviewers", within },
  input: z.object({
    ...organizationSelector,
    credential_id: CredentialId,
    ...paging,
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(12),
  }),
  output: page("data", PotentialReviewer),
  problems: ["resource.not-found"],
});

/** `POST credential/reviewer/users`: changes who may review, also once published. */
export const assignReviewers = call({
  route: "POST /credential/reviewer/users",
  summary: "Add and remove the reviewers of a credential",
  allow: { permission: "credential:assign-reviewers", within },
  input: z.object({
    ...organizationSelector,
    credential_id: CredentialId,
    add: z.array(UserId).max(credentialLimits.reviewers).default([]),
    remove: z.array(UserId).max(credentialLimits.reviewers).default([]),
  }),
  output: data(z.object({ credential_id: CredentialId, version, assigned_reviewers: z.array(UserId) })),
  problems: ["resource.not-found", "credential.changed", "credential.not-editable", "credential.reviewer-unknown"],
});

/** A learner who applied for a credential. */
export const Applicant = z.object({
  application_id: ApplicationId,
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.string(),
  applied_on: z.string(),
  submitted_on: z.string().optional(),
  completed_on: z.string().optional(),
  /** Dollars. */
  price: z.number(),
  /** How far the badge has come; absent where the credential awards none, or nothing is earned yet. */
  badge: BadgeAward.optional(),
});

/** `GET credential/applicantslist`: newest first; with `year`, or `year` and `month`, those who applied then (UTC). */
export const listApplicants = call({
  route: "GET /credential/applicantslist",
  summary: "Who applied for a credential, by year and month",
  allow: { permission: "credential:list-applicants", within },
  input: z
    .object({
      ...organizationSelector,
      cred_id: CredentialId,
      ...paging,
      year: z.coerce.number<number | string>().int().min(2000).max(9999).optional(),
      month: z.coerce.number<number | string>().int().min(1).max(12).optional(),
    })
    .refine(({ year, month }) => month === undefined || year !== undefined, {
      path: ["year"],
      message: "Name the year of the month.",
    }),
  output: page("applicants", Applicant),
  problems: ["resource.not-found"],
});

/** `GET credential/applicantslistcsv` */
export const exportApplicants = call({
  route: "GET /credential/applicantslistcsv",
  summary:
    "Who applied for a credential, as CSV; more than a thousand rows answer 202 with the id of a background export",
  allow: { permission: "credential:list-applicants", within },
  input: z
    .object({
      ...organizationSelector,
      cred_id: CredentialId,
      year: z.coerce.number<number | string>().int().min(2000).max(9999).optional(),
      month: z.coerce.number<number | string>().int().min(1).max(12).optional(),
    })
    .refine(({ year, month }) => month === undefined || year !== undefined, {
      path: ["year"],
      message: "Name the year of the month.",
    }),
  output: Document,
  problems: ["resource.not-found", "rate.exceeded"],
  answers: "document",
});
