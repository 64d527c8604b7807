import * as z from "zod";
import { Attachment, ChosenSkill } from "../credential/parts.ts";
import { bodyLimits, call, data } from "../http/call.ts";
import { OrganizationId, organizationSelector, richText, singleLine, Timestamp, UserId } from "../http/fields.ts";
import { organizationName } from "../organization/organization.ts";
import { picture } from "../platform/person.ts";
import { Bank, BankAccount, bankFields } from "./bank.ts";
import { ReviewerInfo } from "./card.ts";
import { endsBeforeStart, studyYearsAhead, yearsFromNow } from "./rules.ts";

/** Who may call what is about the own profile. */
export const ownProfile = { permission: "reviewer:own-profile", within: "organization" } as const;

export const lists = { permission: "reviewer:list", within: "organization" } as const;

const Title = singleLine("Title field cannot be empty")
  .min(1, "Title field cannot be empty")
  .max(100, "Title should not exceed 100 characters");

const Overview = richText({ required: "Overview field cannot be empty" });

const Category = z
  .number("Category is required")
  .int("Category is required")
  .min(1, "Category is required")
  .max(3, "Category is required");

const Skills = z.array(ChosenSkill, "Skills are required").min(1, "Skills are required").max(50, "At most 50 skills.");

/** A calendar date from 1900 on, and not more than so many years from now. */
const day = (required: string, yearsAhead: number) =>
  z.iso.date(required).refine((date) => date >= "1900-01-01" && date <= yearsFromNow(yearsAhead), "Invalid Date");

const rangeMessage = "End Date Should Not Be Greater Than Start Date";

/** A range is judged as soon as it has both its days, whatever else of its row is missing. */
const hasDays = (row: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (row as Record<string, unknown> | undefined)?.[name] === "string");

/** An education as the form gives it; the server writes the names that belong to the ids. */
export const EducationInput = z
  .object({
    degree_id: z.number("This field is required, can't be blank").int().positive(),
    field_id: z.number().int().positive().optional(),
    institution: singleLine().min(1, "This field is required, can't be blank").max(150),
    study_began: day("This field is required, can't be blank", 1),
    /** May lie ahead for somebody who is still studying. */
    study_complete: day("Invalid Date", studyYearsAhead).optional(),
    /** Of the lookups, as reading answers them, whatever is sent; the same holds for the next. */
    degree_name: z.string().max(200).optional(),
    field_name: z.string().max(200).optional(),
  })
  .refine((range) => !endsBeforeStart(range.study_began, range.study_complete), {
    path: ["study_complete"],
    message: rangeMessage,
    when: ({ value }) => hasDays(value, "study_began", "study_complete"),
  });

/** A license or certificate as the form gives it, with its confirmed upload (folder certificates). */
export const CertificationInput = z
  .object({
    certification_id: z.number("This field is required, can't be blank").int().positive(),
    /** The confirmed upload (folder certificates). */
    attachment: z.object(Attachment.shape, "Please upload the required document"),
    issued_on: day("This field is required, can't be blank", 1),
    expires_on: day("Invalid Date", 100).optional(),
  })
  .refine((range) => !endsBeforeStart(range.issued_on, range.expires_on), {
    path: ["expires_on"],
    message: rangeMessage,
    when: ({ value }) => hasDays(value, "issued_on", "expires_on"),
  });

/** That a reviewer's profile was saved. */
export const SavedProfile = z.object({ user_id: UserId, updated_on: Timestamp });

const saved = data(SavedProfile);

/** `user_id` is the caller and `url` the portal's own; the server builds its links itself. */
export const said = { user_id: UserId.optional(), url: z.string().max(1000).optional() };

/** What a reviewer tells of themselves. */
export const ReviewerProfileInput = z.strictObject({
  ...organizationSelector,
  ...said,
  professionalTitle: Title,
  overview: Overview,
  category: Category,
  skills: Skills,
  /** Taken, and without effect. */
  isResubmit: z.boolean().optional(),
});

export const create = call({
  route: "POST /reviewer",
  summary: "Create the own reviewer profile",
  allow: ownProfile,
  input: () => ReviewerProfileInput,
  output: () => saved,
  problems: ["reviewer.already-exists", "input.foreign-url"],
  idempotent: true,
});

/** Makes it where there is none. */
export const update = call({
  route: "PUT /reviewer",
  summary: "Update the own reviewer profile",
  allow: ownProfile,
  input: () => ReviewerProfileInput,
  output: () => saved,
  problems: ["input.foreign-url"],
});

export const saveSkills = call({
  route: "POST /user/reviewer/skills",
  summary: "Save the own category and skills",
  allow: ownProfile,
  input: () => z.object({ ...organizationSelector, category: Category, skills: Skills }),
  output: () => saved,
});

export const saveProfile = call({
  route: "POST /reviewer-profile",
  summary: "Save the own title, overview, education and licenses",
  allow: ownProfile,
  input: () =>
    z.object({
      ...organizationSelector,
      title: Title,
      overview: Overview,
      educations: z.array(EducationInput).max(20, "At most 20 entries.").default([]),
      certifications: z.array(CertificationInput).max(20, "At most 20 entries.").default([]),
    }),
  output: () => saved,
  problems: ["resource.not-found", "file.not-clean"],
});

/** The caller's own, or that of `user_id`. */
export const readInfo = call({
  route: "GET /user/reviewer/info",
  summary: "Read a reviewer's profile",
  allow: { permission: "reviewer:read-info", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      /** Whose; left out, the caller's own. */
      user_id: UserId.optional(),
    }),
  output: () => data(ReviewerInfo),
  problems: ["resource.not-found"],
});

/** Who issues, as an issuer or publisher tells it. Internal: name, overview and image are the organization's present ones. */
export const IssuerProfile = z.object({
  organization_id: OrganizationId,
  organization_name: z.string(),
  overview: z.string(),
  is_internal: z.boolean(),
  /** The path of the picture below /media/, or empty. */
  image: z.string(),
});

export type IssuerProfile = z.infer<typeof IssuerProfile>;

/** The caller's own in this organization; null before the first was saved. */
export const readIssuerProfile = call({
  route: "GET /issuer-profile",
  summary: "Read the own issuer's account page",
  allow: { permission: "reviewer:issuer-profile", within: "organization" },
  input: () => z.object({ ...organizationSelector }),
  output: () => data(z.object({ profile: IssuerProfile.nullable() })),
  problems: [],
});

/**
 * Internal: name, overview and image are the organization's, and what is sent of them is not read; otherwise they are
 * the issuer's own.
 */
export const saveIssuerProfile = call({
  route: "POST /issuer-profile",
  summary: "Complete an issuer's account",
  allow: { permission: "reviewer:issuer-profile", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      organization_name: organizationName,
      overview: richText({ required: "Overview field cannot be empty" }),
      is_internal: z.boolean(),
      /** A data URL of a picture of their own; left out, the present one stays, null takes it away. */
      image: picture.nullish(),
    }),
  output: () => data(IssuerProfile),
  problems: ["image.refused"],
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** The account is null while there is none; of its number only the last four digits are told. */
export const listBanks = call({
  route: "GET /bank/list",
  summary: "List banks, and read the own bank account",
  allow: ownProfile,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector }),
  output: () => data(z.object({ banks: z.array(Bank), account: BankAccount.nullable() })),
});

export const saveBank = call({
  route: "POST /user/bank",
  summary: "Save the own bank account",
  allow: ownProfile,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, user_id: UserId.optional(), ...bankFields }),
  output: () => data(BankAccount),
  proof: true,
  problems: ["resource.not-found", "state.changed"],
});
