import * as z from "zod";

/** Limits of a credential. */
export const credentialLimits = {
  titleCharacters: 100,
  sections: 10,
  minutesMax: 9999,
  scechMax: 99,
  validityMonthsMax: 120,
  priceMax: 9999,
  hourlyRateMax: 999_999,
  options: 10,
  reviewers: 25,
  skills: 30,
} as const;

/** A file that lies in the organization's storage, as its upload was confirmed. */
export const Attachment = z.object({
  key: z.string().min(1).max(500),
  name: z.string().min(1).max(255),
  /** The MIME type. */
  type: z.string().max(127).optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** A skill chosen from the lookup; the server writes the name that belongs to the id. */
export const Skill = z.object({ skill_id: z.number().int().positive(), name: z.string().max(100) });
export type Skill = z.infer<typeof Skill>;

/** A skill as it is chosen: whole, as the lookup answers it, or without its category. */
export const ChosenSkill = Skill.extend({ job_category_id: z.number().int().optional() });

/** Whether learners may use AI tools: always, if they declare it, for what `parts` names and declared, or not. */
export const AiPolicy = z.object({
  rule: z.enum(["allowed", "declared", "parts", "not-allowed"]),
  /** What they may be used for, of the rule `parts`; "" of every other. */
  parts: z.string(),
});
export type AiPolicy = z.infer<typeof AiPolicy>;

/** In how many business days a decision is promised: on the first handing in, and on a revision. */
export const DecisionClock = z.object({
  first_days: z.number().int(),
  revision_days: z.number().int(),
  /** Working days that whoever accepts a job has for it; 3 unless it is set. */
  reviewer_days: z.number().int().optional(),
});
export type DecisionClock = z.infer<typeof DecisionClock>;

/** Which share of a credential's rounds is reviewed a second time, in percent. */
export const SecondReviewShare = z.object({
  /** From 1 to 100. */
  share_percent: z.number().int(),
  /** Whether the credential's page says how often two reviewers agree. */
  show_agreement: z.boolean().optional(),
  /** Working days for the second review; 4 where it is older than this setting. */
  second_days: z.number().int().optional(),
  /** Working days for the third review; 4 where it is older than this setting. */
  third_days: z.number().int().optional(),
});
export type SecondReviewShare = z.infer<typeof SecondReviewShare>;

/** Whether reviewers pass a try at the credential's anchors before they may accept its jobs. */
export const CalibrationSetting = z.enum(["off", "required"]);
export type CalibrationSetting = z.infer<typeof CalibrationSetting>;

/** How learners may appeal against what a review rejected. */
export const AppealTerms = z.object({
  /** What filing one costs. */
  fee: z.enum(["none", "reviewerPay"]),
  /** Working days for the decision on an appeal; 10 where it is older than this setting. */
  days: z.number().int().optional(),
});
export type AppealTerms = z.infer<typeof AppealTerms>;
