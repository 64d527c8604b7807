import * as z from "zod";
import { CredentialStatus, RubricExt } from "../../../shared/credential/credential.ts";
import {
  AiPolicy,
  AppealTerms,
  Attachment,
  CalibrationSetting,
  DecisionClock,
  SecondReviewShare,
  Skill,
} from "../../../shared/credential/parts.ts";
import { reviewerPayCents } from "../../../shared/platform/money.ts";

/** META of a credential: everything but its long texts, as lists and guards need it. Money in cents. */
export const StoredCredential = z.object({
  cred_id: z.string(),
  organization_id: z.string(),
  /** The organization's name when it was last written. */
  issuer_name: z.string(),
  /** Its time zone then: expiration dates are dates there. */
  timezone: z.string(),
  title: z.string(),
  status: CredentialStatus,
  step: z.number(),
  price_cents: z.number().nullable(),
  /** What renewing its certificate costs; absent where that is the price. */
  renewal_price_cents: z.number().optional(),
  hourly_rate_cents: z.number(),
  review_minutes: z.number(),
  section_count: z.number(),
  scech: z.number(),
  /** Absent where its certificates hold for good. */
  validity_months: z.number().optional(),
  expiration_date: z.string().nullable(),
  badgrImage: z.string(),
  /** The path of the badge that was drawn when it was published, where it has no picture of its own. */
  badge: z.string().optional(),
  badgrIssuer: z.string(),
  entity_type: z.enum(["draft", "BadgeClass"]),
  category: z.number().optional(),
  assigned_reviewers: z.array(z.string()),
  created_by: z.string(),
  created_on: z.string(),
  updated_on: z.string(),
  submitted_by: z.string().optional(),
  decided_by: z.string().optional(),
  approved_on: z.string().optional(),
  published_by: z.string().optional(),
  published_on: z.string().optional(),
  closed_by: z.string().optional(),
  /** Its organization is archived: no list outside of it shows the credential. */
  unlisted: z.boolean().optional(),
  revision: z.number(),
  version: z.number(),
});
export type StoredCredential = z.infer<typeof StoredCredential>;

/** The long texts of step 0. */
export const StoredDetails = z.object({
  description: z.string(),
  score_description: z.string(),
  credential_resources: z.string(),
  attachments: z.array(Attachment),
});
export type StoredDetails = z.infer<typeof StoredDetails>;

/** What reviewers are told. The attachment is kept as a file; `key` names it. */
export const StoredCriteria = z.object({
  category: z.number(),
  skills: z.array(Skill),
  job_description: z.string(),
  notes: z.string(),
  support_link: z.string(),
  support_attachment: z.object({ attach_name: z.string(), attach_type: z.string(), key: z.string() }).nullable(),
  /** Absent where it is older than promises. */
  clock: DecisionClock.nullable().optional(),
  /** Absent where it is older than such policies. */
  ai_policy: AiPolicy.nullable().optional(),
  /** Absent where it is older than second reviews. */
  second_review: SecondReviewShare.nullable().optional(),
  /** Absent where it is older than appeals. */
  appeals: AppealTerms.nullable().optional(),
  /** Absent where it is older than calibration. */
  calibration: CalibrationSetting.optional(),
  /** Absent where it is older than seeded anchors. */
  seeded_anchors: z.boolean().optional(),
});
export type StoredCriteria = z.infer<typeof StoredCriteria>;

/** A section as stored; `position` orders them. */
export const StoredSection = z.object({
  section_id: z.string(),
  position: z.number(),
  title: z.string(),
  description: z.string(),
  rubric: z.string(),
  rubric_ext: RubricExt.nullable(),
  response_type: z.string(),
  options: z.array(z.object({ option_id: z.string(), name: z.string() })),
  options_multiple: z.boolean(),
  review_estimate: z.number(),
});
export type StoredSection = z.infer<typeof StoredSection>;

/** The last decision on a submitted credential. */
export const StoredDecision = z.object({
  feedback: z.string(),
  /** When it was rejected, and its version then, under which it is kept as it was. Absent where it was approved. */
  rejected: z.object({ on: z.string(), version: z.number() }).optional(),
});
export type StoredDecision = z.infer<typeof StoredDecision>;

/** A credential with its texts and sections. */
export interface WholeCredential {
  readonly credential: StoredCredential;
  readonly details: StoredDetails;
  readonly criteria?: StoredCriteria;
  readonly sections: readonly StoredSection[];
  readonly feedback?: string;
  readonly rejected?: StoredDecision["rejected"];
}

/** What the reviewer of one submission earns, in cents. */
export const payCentsOf = ({
  hourly_rate_cents,
  review_minutes,
}: Pick<StoredCredential, "hourly_rate_cents" | "review_minutes">): number =>
  reviewerPayCents(hourly_rate_cents, review_minutes);
