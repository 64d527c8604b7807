import * as z from "zod";
import { CredentialId, Dollars, OrganizationId, SectionId, Timestamp, UserId } from "../http/fields.ts";
import {
  AiPolicy,
  AppealTerms,
  Attachment,
  CalibrationSetting,
  DecisionClock,
  SecondReviewShare,
  Skill,
} from "./parts.ts";
import { credentialStates } from "./states.ts";

/** One of the stored states of a credential. */
export const CredentialStatus = z.enum(credentialStates);

/** The general part of a credential. */
export const CredentialDetails = z.object({
  title: z.string(),
  description: z.string(),
  score_description: z.string(),
  credential_resources: z.string(),
  attachments: z.array(Attachment),
  /** Calendar date plus T00:00:00Z; null when it does not expire. */
  expiration_date: Timestamp.nullable(),
  scech: z.number().int(),
  /** How many months its certificate is valid from the day it is earned; absent where it holds for good. */
  validity_months: z.number().int().optional(),
  /** The path of the badge's picture below /media/, or empty. */
  badgrImage: z.string(),
  badgrIssuer: z.string(),
  /** Badge settings are locked once this is BadgeClass. */
  entity_type: z.enum(["draft", "BadgeClass"]),
});
export type CredentialDetails = z.infer<typeof CredentialDetails>;

/** A row of a rubric table. */
export const Criterion = z.object({
  criteria_id: z.string(),
  criteria: z.string(),
  /** What work shows that meets it. */
  achieved: z.string(),
  notachieved: z.string(),
  score: z.number().int(),
});

/** A rubric table with its minimums. */
export const RubricExt = z.object({
  criteria: z.array(Criterion),
  /** How many criteria there are. */
  count: z.number().int(),
  making_progress: z.number().int(),
  completed: z.number().int(),
  /** Always true: only a valid table is saved. */
  tableValid: z.boolean(),
});
export type RubricExt = z.infer<typeof RubricExt>;

/** A choice of a section that is answered by picking. */
export const SectionOption = z.object({ option_id: z.string(), name: z.string() });

/** A section an applicant submits work for. Exactly one of `rubric` (rich text) and `rubric_ext` is filled. */
export const Section = z.object({
  section_id: SectionId,
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  title: z.string(),
  description: z.string(),
  rubric: z.string(),
  rubric_ext: RubricExt.nullable(),
  /** Comma-separated: 0 text, 1 upload file, 2 option. */
  response_type: z.string(),
  /** The choices when response type 2 is allowed; one may be picked, or several. */
  options: z.array(SectionOption),
  options_multiple: z.boolean(),
  /** Minutes. */
  review_estimate: z.number().int(),
  time_req_unit: z.literal("minutes"),
});
export type Section = z.infer<typeof Section>;

/** What the reviewers are told and paid. Learners get `category` and `skills` alone. */
export const ReviewerCriteria = z.object({
  /** Who reads it, where that is a reviewer. */
  reviewer_id: UserId.optional(),
  /** The credential's id once saved, before that 0. */
  cred_id: z.union([CredentialId, z.literal(0)]),
  category: z.number().int(),
  skills: z.array(Skill),
  /** The names of the skills, comma-separated. */
  skills_ext: z.string(),
  job_description: z.string().optional(),
  /** The same text as `job_description`. */
  description: z.string().optional(),
  /** Dollars an hour. */
  hourly_rate: Dollars.optional(),
  notes: z.string().optional(),
  support_link: z.string().optional(),
  /** A file for the reviewers. */
  support_attachment: z
    .object({ attach_name: z.string(), attach_type: z.string(), key: z.string() })
    .nullable()
    .optional(),
  /** What learners are promised; null where nothing is. */
  clock: DecisionClock.nullable().optional(),
  /** What learners are told of AI tools; null where nothing is. */
  ai_policy: AiPolicy.nullable().optional(),
  /** Which share of submissions is reviewed a second time; null where none is. */
  second_review: SecondReviewShare.nullable().optional(),
  /** How learners may appeal against a rejection; null where they may not. */
  appeals: AppealTerms.nullable().optional(),
  /** Whether reviewers are calibrated before they accept jobs. */
  calibration: CalibrationSetting.optional(),
  /** Whether calibrated reviewers are given an anchor now and then, as a job like any other. */
  seeded_anchors: z.boolean().optional(),
});
export type ReviewerCriteria = z.infer<typeof ReviewerCriteria>;

/** A reviewer as a credential names them. */
export const AssignedReviewer = z.object({
  reviewer_id: UserId,
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  image: z.string(),
  /** The professional title. */
  title: z.string(),
});

/** Who gets what of the price, in dollars. */
export const PriceSplit = z.object({
  reviewer: Dollars,
  issuer: Dollars,
  platform: Dollars,
  organization: Dollars,
});

/** The share of sections that two reviewers gave the same verdict, 0 to 1, with its limits of 95 % confidence. */
const ShownAgreement = z.object({
  /** Rounds that two decided. */
  double_reviews: z.number().int(),
  /** How often they said the same. */
  share: z.number(),
  /** Where it lies at least. */
  low: z.number(),
  /** Where it lies at most. */
  high: z.number(),
});
export type ShownAgreement = z.infer<typeof ShownAgreement>;

const both = {
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  /** The organization that issues it. */
  issuer_id: OrganizationId,
  issuer_name: z.string(),
  /** Who wrote it for the organization, where they do so under a name of their own. */
  author_name: z.string().optional(),
  /** The path of the organization's logo below /media/, or empty. */
  org_logo: z.string(),
  /** The organization's colour, such as #13623b, absent until it chooses one: without `badgrImage` the badge is drawn in it. */
  org_colour: z.string().optional(),
  title: z.string(),
  /** Whole dollars; null until priced. */
  price: Dollars.nullable(),
  /** Where it stands. */
  status: CredentialStatus,
  /** The caller's own application to it; empty when there is none. */
  submission_status: z.string(),
  /** While the caller's appeal of a decision on it waits for its answer. */
  appealed: z.boolean().optional(),
  created_on: Timestamp,
  updated_on: Timestamp,
  published_on: Timestamp.optional(),
  /** Minutes a reviewer needs: the sum of the sections' estimates. */
  review_time: z.number().int(),
};

/** A credential in a list or on a browse card. */
export const CredentialRow = z.object({
  ...both,
  scech: z.number().int(),
  expiration_date: Timestamp.nullable(),
  /** The path of the badge's picture below /media/, or empty. */
  badgrImage: z.string(),
  category: z.number().int().optional(),
  /** Who created it; for staff. */
  created_by: UserId.optional(),
  /** The last step of the wizard that was saved. */
  step: z.number().int().optional(),
  assigned_reviewers: z.array(UserId).optional(),
});
export type CredentialRow = z.infer<typeof CredentialRow>;

/** A credential as it was when it was last rejected, with when that was. */
const RejectedCredential = z.object({
  on: Timestamp,
  title: z.string(),
  price: Dollars.nullable(),
  /** What renewing a certificate cost; absent where that was the price. */
  renewal_price: Dollars.optional(),
  credential_details: CredentialDetails,
  sections: z.array(Section),
  reviewer_criteria: ReviewerCriteria.nullable(),
  assigned_reviewers: z.array(UserId),
});
export type RejectedCredential = z.infer<typeof RejectedCredential>;

/** Who writes credentials under a name of their own: the account page of an issuer or publisher. */
const Author = z.object({
  name: z.string(),
  /** Rich text. */
  overview: z.string(),
  /** The path of a picture below /media/, or empty. */
  image: z.string(),
});

/**
 * A credential whole, as far as its reader may see it: optional fields are left out for those who may not (creator,
 * reviewers, pay and feedback for learners; the split for all but admins and the issuer who created it).
 */
export const Credential = z.object({
  ...both,
  /** Where its days are days: the organization's time zone. */
  timezone: z.string().optional(),
  /** Sent back with a change, it tells whether somebody else was faster. */
  version: z.number().int(),
  /** What renewing a certificate costs, in whole dollars; absent where that is the price. */
  renewal_price: Dollars.optional(),
  /** The number of the published snapshot, 0 before the first. */
  revision: z.number().int(),
  /** The last step of the wizard that was saved. */
  step: z.number().int(),
  approved_on: Timestamp.optional(),
  created_by: UserId.optional(),
  /** Who wrote it for the organization, where they do so under a name of their own. */
  author: Author.optional(),
  /** The name of who created it. */
  created_user: z.string().optional(),
  /** Why it was rejected, or what was said on approval. */
  feedback: z.string().optional(),
  /** What it was when it was last rejected: while it is rejected, or waits for the next decision; for staff. */
  rejected: RejectedCredential.optional(),
  credential_details: CredentialDetails,
  /** The sections that work is submitted for. */
  scores_and_submissions: z.object({ sections: z.array(Section) }),
  /** Null until it is saved. */
  reviewer_criteria: ReviewerCriteria.nullable(),
  assigned_reviewers: z.array(UserId).optional(),
  reviewers: z.array(AssignedReviewer).optional(),
  reviewer_hourly_rate: Dollars.optional(),
  reviewer_total_pay: Dollars.optional(),
  split: PriceSplit.optional(),
  /** How often two reviewers said the same, to the end of last month: where its page says so, from five double reviews on. */
  agreement: ShownAgreement.optional(),
  /** Of the sections that two decided to the end of last month, the percent they disagree on; for staff. */
  disputed_percent: z.number().int().optional(),
  /** A learner's own application, when there is one. */
  application_id: z.string().optional(),
});
export type Credential = z.infer<typeof Credential>;
