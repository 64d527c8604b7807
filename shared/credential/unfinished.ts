import * as z from "zod";
import { CredentialId, SectionId, Timestamp, UserId } from "../http/fields.ts";
import { AiPolicy, AppealTerms, Attachment, CalibrationSetting, credentialLimits, Skill } from "./parts.ts";
import { rubricLimits } from "./rubric.ts";

/** The wizard's steps whose typing may be kept before it is whole. */
export const unfinishedSteps = [0, 1, 2, 3, 4] as const;
/** One of {@link unfinishedSteps}. */
export const UnfinishedStepNumber = z.literal(unfinishedSteps);
export type UnfinishedStepNumber = z.infer<typeof UnfinishedStepNumber>;

const longTextBytes = 60_000;
const longText = z
  .string()
  .max(longTextBytes, { error: "This text is too long to save.", abort: true })
  .refine((text) => new TextEncoder().encode(text).length <= longTextBytes, "This text is too long to save.");
const line = z.string().max(2000, "This text is too long to save.");
/** A number as it stands in its field: any, or none yet. */
const amount = z.number().nullable();

/** Step 0 as it is typed. A new badge image is not kept; left out, the saved one stays. */
const UnfinishedDetails = z.object({
  title: line,
  description: longText,
  score_description: longText,
  credential_resources: longText,
  attachments: z.array(Attachment).max(10),
  /** Whether it expires is switched on. */
  expires: z.boolean(),
  /** The date as far as it is typed. */
  expiration_date: line.nullable(),
  /** Whether it gives continuing-education credit is switched on. */
  gives_credit: z.boolean(),
  scech: amount,
  /** Whether its certificates run out is switched on. */
  runs_out: z.boolean().optional(),
  validity_months: amount.optional(),
  /** The path of the saved picture below /media/, or empty. */
  badgrImage: line.optional(),
  badgrIssuer: line,
});

/** A section as it is typed. */
const UnfinishedSection = z.object({
  section_id: SectionId.optional(),
  title: line,
  description: longText,
  rubric: longText,
  /** The rubric table as far as it is filled, where one was chosen. */
  rubric_ext: z
    .object({
      criteria: z
        .array(
          z.object({
            criteria_id: z.string().min(1).max(40),
            criteria: line,
            achieved: line,
            notachieved: line,
            score: z.number(),
          }),
        )
        .max(rubricLimits.criteriaMax),
      making_progress: z.number(),
      completed: z.number(),
    })
    .nullable(),
  /** Comma-separated, or empty. */
  response_type: z.string().max(10),
  /** The choices as far as they are named. */
  options: z.array(z.object({ option_id: z.string().min(1).max(40), name: line })).max(credentialLimits.options),
  options_multiple: z.boolean(),
  /** Minutes. */
  review_estimate: amount,
});

/** Step 2 as it is typed. A new file is not kept; left out, the saved one stays. */
const UnfinishedCriteria = z.object({
  category: z.number().int().optional(),
  skills: z.array(Skill).max(credentialLimits.skills),
  job_description: longText,
  hourly_rate: amount,
  notes: longText,
  support_link: line,
  /** The stored file. */
  support_attachment: z
    .object({ attach_name: z.string().max(255), attach_type: z.string().max(127), key: z.string().max(500) })
    .nullable()
    .optional(),
  clock: z
    .object({ first_days: amount, revision_days: amount, reviewer_days: amount.optional() })
    .nullable()
    .optional(),
  ai_policy: z.object({ rule: AiPolicy.shape.rule, parts: line }).nullable().optional(),
  second_review: z
    .object({
      share_percent: amount,
      show_agreement: z.boolean().optional(),
      second_days: amount.optional(),
      third_days: amount.optional(),
    })
    .nullable()
    .optional(),
  /** Whether learners may appeal against a rejection, as it is typed. */
  appeals: z.object({ fee: AppealTerms.shape.fee, days: amount.optional() }).nullable().optional(),
  calibration: CalibrationSetting.optional(),
  /** Whether calibrated reviewers are given an anchor now and then. */
  seeded_anchors: z.boolean().optional(),
});

/** The part each step keeps, under the step's own name for it. */
export const unfinishedParts = {
  credential_details: UnfinishedDetails.optional(),
  sections: z.array(UnfinishedSection).max(credentialLimits.sections).optional(),
  reviewer_criteria: UnfinishedCriteria.optional(),
  assigned_reviewers: z.array(UserId).max(credentialLimits.reviewers).optional(),
  price: amount.optional(),
  /** With the price: whether renewing has a price of its own, and which. */
  renewal: z
    .object({
      /** Renewing has a price of its own. */
      own_price: z.boolean(),
      renewal_price: amount,
    })
    .optional(),
};

/** The name of the part that a step keeps. */
export const unfinishedPartOf = {
  0: "credential_details",
  1: "sections",
  2: "reviewer_criteria",
  3: "assigned_reviewers",
  4: "price",
} as const satisfies Record<UnfinishedStepNumber, keyof typeof unfinishedParts>;

/** What its author typed in a step and has not saved; the part of its step is there, no other. */
export const UnfinishedStep = z.object({
  credential_id: CredentialId,
  step: UnfinishedStepNumber,
  /** One more at each keeping. */
  version: z.number().int(),
  kept_on: Timestamp,
  ...unfinishedParts,
});
export type UnfinishedStep = z.infer<typeof UnfinishedStep>;
