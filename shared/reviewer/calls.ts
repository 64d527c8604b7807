import * as z from "zod";
import { Attachment, Skill } from "../credential/parts.ts";
import { bodyLimits, call, data, page, paging } from "../http/call.ts";
import { CredentialId, OrganizationId, organizationSelector, richText, UserId } from "../http/fields.ts";
import { organizationName } from "../organization/organization.ts";
import { picture } from "../user/person.ts";
import { Bank, BankAccount, bankFields } from "./bank.ts";
import { Certification, Education, HistoryEntry, ReviewerStatus, reviewerStatuses } from "./reviewer.ts";
import { endsBeforeStart } from "./rules.ts";

const ownProfile = { permission: "reviewer:own-profile", within: "organization" } as const;
const lists = { permission: "reviewer:list", within: "organization" } as const;

const Title = z
  .string("Title field cannot be empty")
  .trim()
  .min(1, "Title field cannot be empty")
  .max(100, "Title should not exceed 100 characters");
const Overview = richText({ required: "Overview field cannot be empty" });
const Category = z
  .number("Category is required")
  .int("Category is required")
  .min(1, "Category is required")
  .max(3, "Category is required");
const Skills = z.array(Skill, "Skills are required").min(1, "Skills are required").max(50, "At most 50 skills.");
const day = (required: string) => z.iso.date(required);
const rangeMessage = "End Date Should Not Be Greater Than Start Date";

/** An education as the form gives it; the server writes the names that belong to the ids. */
export const EducationInput = z
  .object({
    degree_id: z.number("This field is required, can't be blank").int().positive(),
    field_id: z.number().int().positive().optional(),
    institution: z.string().trim().min(1, "This field is required, can't be blank").max(150),
    study_began: day("This field is required, can't be blank"),
    study_complete: day("Invalid Date").optional(),
  })
  .refine((range) => !endsBeforeStart(range.study_began, range.study_complete), {
    path: ["study_complete"],
    message: rangeMessage,
  });

/** A license or certificate as the form gives it, with its confirmed upload (folder certificates). */
export const CertificationInput = z
  .object({
    certification_id: z.number("This field is required, can't be blank").int().positive(),
    attachment: z.object(Attachment.shape, "Please upload the required document"),
    issued_on: day("This field is required, can't be blank"),
    expires_on: day("Invalid Date").optional(),
  })
  .refine((range) => !endsBeforeStart(range.issued_on, range.expires_on), {
    path: ["expires_on"],
    message: rangeMessage,
  });

/**
 * A reviewer as others see him. `status` is that of his application to the asking organization (absent without one);
 * 'Verified' for accepted, 'Pending' for any other.
 */
export const ReviewerCard = z.object({
  reviewer_id: UserId,
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  image: z.string(),
  title: z.string(),
  overview: z.string(),
  category: z.number().int().optional(),
  skills_ext: z.array(Skill),
  status: ReviewerStatus.optional(),
  created_on: z.string(),
  /** Of the asking organization. */
  own_organization: z.boolean().optional(),
  /** How many of the wanted skills he has. */
  matching_skills: z.number().int().optional(),
  /** The organization's credentials he reviews (qualifiedcred). */
  credentials: z.array(z.object({ credential_id: CredentialId, title: z.string() })).optional(),
});
/** See {@link ReviewerCard}. */
export type ReviewerCard = z.infer<typeof ReviewerCard>;

/**
 * A reviewer's onboarding profile. The card of an accepted reviewer, which other organizations may see too, leaves out
 * the e-mail and the files.
 */
export const ReviewerInfo = ReviewerCard.extend({
  email: z.string().optional(),
  educations: z.array(Education),
  certifications_ext: z.array(Certification),
  /** The application to the organization: attempt, due time and reason; for the reviewer himself and its staff. */
  attempt_count: z.number().int().optional(),
  submitted_on: z.string().optional(),
  due_on: z.string().optional(),
  reason: z.string().optional(),
  /** What is still missing before it can be submitted, by field; for the reviewer himself. */
  missing: z.record(z.string(), z.string()).optional(),
});
/** See {@link ReviewerInfo}. */
export type ReviewerInfo = z.infer<typeof ReviewerInfo>;

/** A reviewer application in the organization's list. */
export const ApplicationRow = z.object({
  organization_id: OrganizationId,
  user_id: UserId,
  reviewer_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image: z.string(),
  professionalTitle: z.string(),
  overview: z.string(),
  category: z.number().int(),
  skills: z.array(Skill),
  status: ReviewerStatus,
  attempt_count: z.number().int(),
  submitted_on: z.string(),
  /** Decide by then: 24 hours after the submission. */
  due_on: z.string(),
  late: z.boolean(),
  decided_on: z.string().optional(),
  reason: z.string().optional(),
});
/** See {@link ApplicationRow}. */
export type ApplicationRow = z.infer<typeof ApplicationRow>;

/** One reviewer application with the whole profile behind it. */
export const ApplicationDetail = ApplicationRow.extend({
  educations: z.array(Education),
  certifications_ext: z.array(Certification),
  created_on: z.string(),
});
/** See {@link ApplicationDetail}. */
export type ApplicationDetail = z.infer<typeof ApplicationDetail>;

const saved = data(z.object({ user_id: UserId, updated_on: z.string() }));
/** `user_id` is the caller and `url` the portal's own; both are the specification's, and the server builds its links itself. */
const said = { user_id: UserId.optional(), url: z.string().max(1000).optional() };

const reviewerFields = {
  ...organizationSelector,
  ...said,
  professionalTitle: Title,
  overview: Overview,
  category: Category,
  skills: Skills,
  isResubmit: z.boolean().optional(),
};

/** Makes the caller's reviewer profile. */
export const create = call({
  route: "POST /reviewer",
  summary: "Create my reviewer profile",
  allow: ownProfile,
  input: z.object(reviewerFields),
  output: saved,
  problems: ["reviewer.already-exists"],
  idempotent: true,
});

/** Changes title, overview, category and skills of the caller's reviewer profile, making it where there is none. */
export const update = call({
  route: "PUT /reviewer",
  summary: "Update my reviewer profile",
  allow: ownProfile,
  input: z.object(reviewerFields),
  output: saved,
});

/** Saves the caller's category and skills alone. */
export const saveSkills = call({
  route: "POST /user/reviewer/skills",
  summary: "Save my category and skills",
  allow: ownProfile,
  input: z.object({ ...organizationSelector, category: Category, skills: Skills }),
  output: saved,
});

/** Saves the caller's title, overview, education and licenses or certificates. */
export const saveProfile = call({
  route: "POST /reviewer-profile",
  summary: "Save my title, overview, education and certificates",
  allow: ownProfile,
  input: z.object({
    ...organizationSelector,
    title: Title,
    overview: Overview,
    educations: z.array(EducationInput).max(20, "At most 20 entries.").default([]),
    certifications: z.array(CertificationInput).max(20, "At most 20 entries.").default([]),
  }),
  output: saved,
});

/** Reads a reviewer's onboarding profile: one's own, or that of `user_id`. */
export const readInfo = call({
  route: "GET /user/reviewer/info",
  summary: "Read a reviewer's profile",
  allow: { permission: "reviewer:read-info", within: "organization" },
  input: z.object({ ...organizationSelector, user_id: UserId.optional() }),
  output: data(ReviewerInfo),
  problems: ["resource.not-found"],
});

const submission = z.object({ ...organizationSelector, ...said });
const submitted = data(
  z.object({
    organization_id: OrganizationId,
    status: ReviewerStatus,
    attempt_count: z.number().int(),
    submitted_on: z.string(),
    due_on: z.string(),
  }),
);

/** Applies to review for the organization. The profile must be complete; a repeat answers the present state. */
export const submit = call({
  route: "POST /reviewer/submit",
  summary: "Apply as a reviewer",
  allow: ownProfile,
  input: submission,
  output: submitted,
  problems: ["reviewer.incomplete", "reviewer.already-applied", "input.foreign-url"],
  idempotent: true,
});

/** Applies once more after a rejection. */
export const resubmit = call({
  route: "POST /reviewer/resubmit",
  summary: "Apply once more as a reviewer after a rejection",
  allow: ownProfile,
  input: submission,
  output: submitted,
  problems: ["reviewer.incomplete", "reviewer.not-rejected", "reviewer.no-attempt-left", "input.foreign-url"],
  idempotent: true,
});

/** Lists the reviewer applications of the organization, newest first. */
export const listApplications = call({
  route: "GET /reviewer-application/list",
  summary: "List reviewer applications",
  allow: { permission: "reviewer:list-applications", within: "organization" },
  input: z.object({ ...organizationSelector, ...paging, status: z.enum(["all", ...reviewerStatuses]).default("all") }),
  output: page("applications", ApplicationRow),
});

/** Reads an application with the profile: a reviewer his own, staff that of `user_id`. */
export const readApplication = call({
  route: "GET /reviewer-application",
  summary: "Read a reviewer application",
  allow: { permission: "reviewer:read-application", within: "organization" },
  input: z.object({ ...organizationSelector, user_id: UserId.optional() }),
  output: data(ApplicationDetail),
  problems: ["resource.not-found"],
});

/** Accepts, rejects (with a reason) or, admins only, suspends a reviewer. A repeat of the same decision answers the same. */
export const decideApplication = call({
  route: "POST /reviewer-application/status",
  summary: "Accept, reject or suspend a reviewer",
  allow: { permission: "reviewer:decide-application", within: "organization" },
  input: z.object({
    ...organizationSelector,
    user_id: UserId,
    status: z.enum(["accepted", "rejected", "suspended"]),
    /** Told to the reviewer; needed unless accepted. */
    reason: z.string().trim().max(2000, "At most 2,000 characters.").default(""),
  }),
  output: data(z.object({ user_id: UserId, status: ReviewerStatus, decided_on: z.string() })),
  problems: ["resource.not-found", "reviewer.already-decided", "reviewer.reason-needed"],
});

/** Reads what happened to an application, oldest first. */
export const readHistory = call({
  route: "GET /reviewer/application/history",
  summary: "Read the history of a reviewer application",
  allow: { permission: "reviewer:read-application", within: "organization" },
  input: z.object({ ...organizationSelector, user_id: UserId.optional() }),
  output: data(z.object({ history: z.array(HistoryEntry) })),
  problems: ["resource.not-found"],
});

/**
 * Completes an issuer's account. Internal: name, overview and image are the organization's and what is sent of them is not
 * read; otherwise they are the issuer's own, the image as a data URL (JPG/PNG under 2 MB) when there is one.
 */
export const saveIssuerProfile = call({
  route: "POST /issuer-profile",
  summary: "Complete an issuer's account",
  allow: { permission: "reviewer:issuer-profile", within: "organization" },
  input: z.object({
    ...organizationSelector,
    organization_name: organizationName,
    overview: richText({ required: "Overview field cannot be empty" }),
    is_internal: z.boolean(),
    image: picture.optional(),
  }),
  output: data(
    z.object({
      organization_id: OrganizationId,
      organization_name: z.string(),
      overview: z.string(),
      is_internal: z.boolean(),
      image: z.string(),
    }),
  ),
  problems: ["image.refused"],
  bodyLimitBytes: bodyLimits.imageBytes,
});

const listed = page("data", ReviewerCard);
const forCredential = { credential_id: CredentialId };

/** Lists the accepted reviewers of the organization. */
export const listActive = call({
  route: "GET /reviewers/active",
  summary: "List the organization's accepted reviewers",
  allow: lists,
  input: z.object({ ...organizationSelector, ...paging }),
  output: listed,
});

/** Lists every member of the role reviewer, with the status of his application when he has applied. */
export const listOrganization = call({
  route: "GET /reviewers/organization",
  summary: "List the organization's reviewers with their status",
  allow: lists,
  input: z.object({ ...organizationSelector, ...paging }),
  output: listed,
});

/** Lists the accepted reviewers on a credential's list. */
export const listQualified = call({
  route: "GET /reviewers/qualified",
  summary: "List the reviewers on a credential's list",
  allow: lists,
  input: z.object({ ...organizationSelector, ...paging, ...forCredential }),
  output: listed,
  problems: ["resource.not-found"],
});

/**
 * Lists accepted reviewers of a category, the own organization's first, then those of others, each by how many of the
 * wanted skills they have. `skills`: comma-separated skill ids.
 */
export const listQualifiedOrganizationFirst = call({
  route: "GET /reviewers/qualified/organizationfirst",
  summary: "List accepted reviewers of a category, own organization first",
  allow: lists,
  input: z.object({
    ...organizationSelector,
    ...paging,
    category: z.coerce.number<number>().int().min(1).max(3),
    skills: z
      .string()
      .regex(/^(\d{1,9}(,\d{1,9}){0,49})?$/, "Skill ids, separated by commas.")
      .default(""),
  }),
  output: listed,
});

/** Lists the organization's accepted reviewers with the credentials each is on. */
export const listOrganizationQualified = call({
  route: "GET /reviewers/organization/qualifiedcred",
  summary: "List the organization's reviewers with their credentials",
  allow: lists,
  input: z.object({ ...organizationSelector, ...paging }),
  output: listed,
});

/** Lists the organization's accepted reviewers who are not on a credential's list. */
export const listNonQualified = call({
  route: "GET /reviewers/nonqualified",
  summary: "List accepted reviewers not on a credential's list",
  allow: lists,
  input: z.object({ ...organizationSelector, ...paging, ...forCredential }),
  output: listed,
  problems: ["resource.not-found"],
});

export const listBanks = call({
  route: "GET /bank/list",
  summary: "The banks to choose from, and the caller's own account with its last four digits; null while there is none",
  allow: ownProfile,
  input: z.object({ ...organizationSelector }),
  output: data(z.object({ banks: z.array(Bank), account: BankAccount.nullable() })),
});

export const saveBank = call({
  route: "POST /user/bank",
  summary: "Save the account a reviewer's pay goes to; needs a sign-in of the last five minutes",
  allow: ownProfile,
  input: z.object({ ...organizationSelector, user_id: UserId.optional(), ...bankFields }),
  output: data(BankAccount),
  problems: ["resource.not-found", "access.fresh-sign-in-needed", "state.changed"],
});
