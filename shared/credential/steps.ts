import * as z from "zod";
import { FileName } from "../file/file.ts";
import { base64LengthMax, tooLarge } from "../file/rules.ts";
import { CredentialId, OrganizationId, richText, SectionId, singleLine, UserId } from "../http/fields.ts";
import { richTextLimits } from "../http/rich-text-limits.ts";
import { isBlank, isWebAddress, lookOf } from "../http/text.ts";
import { AiPolicy, AppealTerms, Attachment, CalibrationSetting, ChosenSkill, credentialLimits } from "./parts.ts";
import { responseTypes, responseTypesOf } from "./response-types.ts";
import { minimumsFault, rubricLimits } from "./rubric.ts";
import { noReviewerMessage } from "./rules.ts";

const isCalendarDate = (text: string) => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
};

/** An expiration date: a calendar date plus T00:00:00Z; null when the credential does not expire. */
const ExpirationDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/, { error: "Invalid Date", abort: true })
  .refine(isCalendarDate, "Invalid Date")
  .nullable();

/** Continuing-education credit hours, 0 when off. */
const Scech = z
  .number("Invalid SCECH")
  .int("Invalid SCECH")
  .min(0, "Invalid SCECH")
  .max(credentialLimits.scechMax, "Invalid SCECH");

const validityFault = `Enter a whole number from 1 to ${credentialLimits.validityMonthsMax}.`;
/** For how many months its certificate is valid. */
export const ValidityMonths = z
  .number(validityFault)
  .int(validityFault)
  .min(1, validityFault)
  .max(credentialLimits.validityMonthsMax, validityFault);

/** Wizard step 0, Get Started. That a new expiration date is not past is judged by the date where the organization is. */
export const DetailsStep = z.object({
  title: singleLine("Title is required")
    .min(1, "Title is required")
    .max(credentialLimits.titleCharacters, "Title should not exceed 100 characters"),
  description: richText({ required: "Description is required", limitCharacters: richTextLimits.descriptionCharacters }),
  score_description: richText({ required: "Score Description is required" }),
  credential_resources: richText({ required: "Upload Description is required" }),
  attachments: z.array(Attachment).max(10, "At most 10 attachments.").default([]),
  expiration_date: ExpirationDate.default(null),
  scech: Scech.default(0),
  /** For how many months from the day it is earned; null for good. Left out, what was saved stays. */
  validity_months: ValidityMonths.nullable().optional(),
  /** A data URL of a new PNG or SVG, the path of the present picture to keep it, or empty. */
  badgrImage: z.string().max(3_000_000, "Image must be smaller than 2MB!").default(""),
  badgrIssuer: z.string().max(254).default(""),
  /** Kept by the server, whatever is sent. */
  entity_type: z.enum(["draft", "BadgeClass"]).optional(),
});
export type DetailsStep = z.output<typeof DetailsStep>;

const cell = (missing: string) =>
  singleLine(missing).min(1, missing).max(rubricLimits.cellCharacters, "title should not exceed 130 characters");
const points = z.number("Field error").int("Field error").min(0, "Field error");

/** A row of the rubric table as the author fills it. */
const CriterionInput = z.object({
  criteria_id: z.string().min(1).max(40),
  criteria: cell("Missing Criteria In table"),
  /** What work shows that meets it. */
  achieved: cell("Missing Achieved condition In table"),
  notachieved: cell("Missing Not Achived condition In table"),
  score: points.max(rubricLimits.scoreMax, "Field error"),
});

/** The rubric table as the author fills it. */
const RubricTableInput = z
  .object({
    criteria: z.array(CriterionInput).max(rubricLimits.criteriaMax, "A rubric has at most 30 criteria."),
    making_progress: points.default(0),
    completed: points.default(0),
    /** Counted by the server, whatever is sent. */
    count: z.number().int().optional(),
    /** Decided by the server, whatever is sent. */
    tableValid: z.boolean().optional(),
  })
  .superRefine((table, context) => {
    const ids = table.criteria.map(({ criteria_id }) => criteria_id);
    if (new Set(ids).size < ids.length)
      context.addIssue({ code: "custom", path: ["criteria"], message: "Field error" });
    const fault = minimumsFault(table);
    if (fault) context.addIssue({ code: "custom", path: [fault.field], message: fault.message });
  });

/** A choice of a section answered by Option. */
const OptionInput = z.object({
  option_id: z.string().min(1).max(40),
  name: singleLine().min(1, "This field is required, can't be blank").max(200),
});

/** Ids that reading answers: they may be sent back as they were read, and are refused when they are others. */
const readBack = {
  cred_id: CredentialId.optional(),
  credential_id: CredentialId.optional(),
  organization_id: OrganizationId.optional(),
};

/** One section as the author fills it. Without `section_id` it is new. Rubric: rich text or a table, not both. */
export const SectionInput = z
  .object({
    section_id: SectionId.optional(),
    title: singleLine("Title field cannot be empty")
      .min(1, "Title field cannot be empty")
      .max(credentialLimits.titleCharacters, "Title should not exceed 100 characters"),
    description: richText({ required: "Description Text field cannot be empty" }),
    rubric: richText().default(""),
    rubric_ext: RubricTableInput.nullable().default(null),
    /** Comma-separated: 0 text, 1 upload file, 2 option. */
    response_type: z
      .string("Select a response type")
      .regex(/^[012](,[012]){0,2}$/, "Select a response type")
      .refine(
        (text) => new Set(responseTypesOf(text)).size === text.split(",").length,
        "Select each response type once",
      )
      .transform((text) => responseTypesOf(text).join(",")),
    options: z.array(OptionInput).max(credentialLimits.options, "At most 10 options.").default([]),
    options_multiple: z.boolean().default(false),
    /** Minutes. */
    review_estimate: z
      .number("Minutes field cannot be empty")
      .int("Minutes must be a whole number from 1 to 9999")
      .min(1, "Minutes must be a whole number from 1 to 9999")
      .max(credentialLimits.minutesMax, "Minutes must be a whole number from 1 to 9999"),
    time_req_unit: z.literal("minutes").default("minutes"),
    ...readBack,
  })
  .superRefine((section, context) => {
    const text = !isBlank(section.rubric);
    const table = (section.rubric_ext?.criteria.length ?? 0) > 0;
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (!text && !table) refuse("rubric", "Rubric cannot be empty");
    if (text && table) refuse("rubric", "Write the rubric as text or as a table, not both.");
    const option = responseTypesOf(section.response_type).includes(responseTypes.option);
    if (option && section.options.length < 2) refuse("options", "Add at least two options.");
    const [ids, names] = [
      section.options.map(({ option_id }) => option_id),
      section.options.map(({ name }) => lookOf(name)),
    ];
    if (new Set(ids).size < ids.length || new Set(names).size < names.length)
      refuse("options", "Make each option different.");
  });
export type SectionInput = z.output<typeof SectionInput>;

const sameTitle = (one: string, other: string): boolean => lookOf(one) === lookOf(other);

/** Wizard step 1, Scores and Submissions: all sections at once, in order; one left out is removed. */
export const SectionsStep = z
  .array(SectionInput)
  .min(1, "Add at least one section.")
  .max(credentialLimits.sections, "A credential has at most 10 sections.")
  .superRefine((sections, context) => {
    for (const [index, { title }] of sections.entries())
      if (sections.slice(0, index).some((earlier) => sameTitle(earlier.title, title)))
        context.addIssue({
          code: "custom",
          path: [index, "title"],
          message: "The title of the section already exists, try another!",
        });
  });

/** A file for the reviewers: a new one by its `value`, or the stored one by its `key`. */
export const SupportAttachmentInput = z
  .object({
    attach_name: FileName,
    attach_type: z.string().max(127),
    /** The contents in base64, of a new file. */
    value: z.string().max(base64LengthMax("support"), tooLarge("support")).optional(),
    /** The key of the stored file, to keep it. */
    key: z.string().max(500).optional(),
  })
  .refine(({ value, key }) => (value === undefined) !== (key === undefined), "Please upload the required document");

/** A promise of at most so many business days. */
export const decisionDaysMax = 60;
const decisionDays = z
  .number("Enter a whole number from 1 to 60.")
  .int("Enter a whole number from 1 to 60.")
  .min(1, "Enter a whole number from 1 to 60.")
  .max(decisionDaysMax, "Enter a whole number from 1 to 60.");

/** A policy on AI tools as the author fills it. What it names is kept of the rule `parts` alone. */
const AiPolicyInput = z
  .object({
    rule: AiPolicy.shape.rule,
    parts: singleLine().max(300, "At most 300 characters.").default(""),
  })
  .refine(({ rule, parts }) => rule !== "parts" || parts !== "", {
    path: ["parts"],
    message: "Say what AI tools may be used for.",
  })
  .transform(({ rule, parts }) => ({ rule, parts: rule === "parts" ? parts : "" }));

/** Whether the credential's page says how often two reviewers agree. */
const show_agreement = z.boolean().optional();
/** A share of what is reviewed, in percent. */
const sharePercent = z
  .number("Enter a whole number from 1 to 100.")
  .int("Enter a whole number from 1 to 100.")
  .min(1, "Enter a whole number from 1 to 100.")
  .max(100, "Enter a whole number from 1 to 100.");

/** Wizard step 2, Reviewers. */
export const CriteriaStep = z.object({
  category: z
    .number("Category is required")
    .int("Category is required")
    .min(1, "Category is required")
    .max(3, "Category is required"),
  job_description: richText({ required: "Description is required" }),
  skills: z
    .array(ChosenSkill, "Skills are required")
    .min(1, "Skills are required")
    .max(credentialLimits.skills, "At most 30 skills."),
  /** What a reviewer earns, in dollars an hour. */
  hourly_rate: z
    .number("Hourly Rate is required")
    .min(0, "Minimum value is 0")
    .max(credentialLimits.hourlyRateMax, "Hourly Rate has at most 6 digits")
    .multipleOf(0.01, "Enter at most two decimal places."),
  notes: richText({ required: "Notes is required" }),
  support_link: z
    .string()
    .trim()
    .max(2000, "Invalid support link")
    .refine((link) => link === "" || isWebAddress(link), "Invalid support link")
    .default(""),
  support_attachment: SupportAttachmentInput.nullable().default(null),
  /** In how many business days learners get a decision; null promises nothing. Left out, what was saved stays. */
  clock: z
    .object({
      first_days: decisionDays,
      revision_days: decisionDays,
      /** Working days that whoever accepts a job has for it. Left out, what was saved stays. */
      reviewer_days: decisionDays.optional(),
    })
    .nullable()
    .optional(),
  /** Whether learners may use AI tools; null says nothing of it. Left out, what was saved stays. */
  ai_policy: AiPolicyInput.nullable().optional(),
  /** Which share of rounds is reviewed a second time; null for none. Left out, what was saved stays. */
  second_review: z
    .object({
      share_percent: sharePercent,
      show_agreement,
      /** Working days for the second review. Left out, what was saved stays. */
      second_days: decisionDays.optional(),
      /** Working days for the third review. Left out, what was saved stays. */
      third_days: decisionDays.optional(),
    })
    .nullable()
    .optional(),
  /** Whether learners may appeal against a rejection; null for no. Left out, what was saved stays. */
  appeals: z
    .object({
      fee: AppealTerms.shape.fee,
      /** Working days for the decision on an appeal. Left out, what was saved stays. */
      days: decisionDays.optional(),
    })
    .nullable()
    .optional(),
  /** Whether reviewers are calibrated before they accept jobs. Left out, what was saved stays. */
  calibration: CalibrationSetting.optional(),
  /** Whether calibrated reviewers are given an anchor now and then; only with calibration. Left out, what was saved stays. */
  seeded_anchors: z.boolean().optional(),
  cred_id: readBack.cred_id,
  /** Of the skills, by the server, whatever is sent. */
  skills_ext: z.string().max(5000).optional(),
  /** The job description once more: that one is kept. */
  description: richText().optional(),
});
export type CriteriaStep = z.output<typeof CriteriaStep>;

/** Wizard step 3, Visibility: the reviewers chosen. */
export const ReviewersStep = z
  .array(UserId, noReviewerMessage)
  .min(1, noReviewerMessage)
  .max(credentialLimits.reviewers, "At most 25 reviewers.")
  .transform((ids) => [...new Set(ids)]);

/** Wizard step 4, Pricing: whole dollars, 0 for None. */
export const PriceStep = z
  .number("Enter a price, or choose None.")
  .int("Enter whole dollars.")
  .min(0, "Minimum price is 0")
  .max(credentialLimits.priceMax, "Maximum price is 9999");
