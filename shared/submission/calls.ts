import * as z from "zod";
import { OwnAppeal } from "../appeal/appeal.ts";
import { Section } from "../credential/credential.ts";
import { AiPolicy } from "../credential/parts.ts";
import { isCaptions, recordingOf, recordingsMax } from "../file/rules.ts";
import { call, data, narrowing, Page, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CredentialId,
  Dollars,
  JobId,
  multiLine,
  OrganizationId,
  organizationSelector,
  richText,
  SectionId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { isWebAddress } from "../http/text.ts";
import { AiDeclaration, AiDeclarationInput } from "./declaration.ts";
import { revisionNoteMax, submissionTabs, submissionTypes } from "./rules.ts";
import {
  ApplicationStatus,
  ClosedReason,
  DecisionDue,
  IssuerDecision,
  RubricResult,
  SectionResponse,
  WorkFile,
  WorkStatus,
} from "./submission.ts";

const own = { permission: "submission:own", within: "organization" } as const;

/** One section of a submission as its learner sees it: what is asked, what was answered, what the reviewer said. */
export const SubmissionSection = Section.pick({
  section_id: true,
  title: true,
  description: true,
  rubric: true,
  rubric_ext: true,
  response_type: true,
  options: true,
  options_multiple: true,
  review_estimate: true,
}).extend({
  status: WorkStatus,
  /** What is answered so far. `work.options` are the picked choices. */
  work: SectionResponse,
  /** May be edited or emptied now. */
  editable: z.boolean(),
  grade: z.string().optional(),
  feedback: z.string().optional(),
  section_rubric: RubricResult.optional(),
  issuer_decision: IssuerDecision.optional(),
  reviewed_on: Timestamp.optional(),
  updated_on: Timestamp.optional(),
});
export type SubmissionSection = z.infer<typeof SubmissionSection>;

/** A submission in a list. */
export const SubmissionRow = z.object({
  /** To a reviewer the id of their job stands here, too: whose submission it is, is not theirs to know. */
  application_id: z.union([ApplicationId, JobId]),
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  /** The job that reviews it, once submitted. */
  credential_job_id: JobId.optional(),
  title: z.string(),
  issuer_name: z.string(),
  /** The path of the badge's picture below /media/, absent where it is older than those. */
  badge: z.string().optional(),
  status: ApplicationStatus,
  /** An appeal waits for its answer, and the revision for it. */
  appealed: z.boolean().optional(),
  /** For its learner. */
  price: Dollars.optional(),
  created_on: Timestamp,
  updated_on: Timestamp,
  submitted_on: Timestamp.optional(),
  /** While it is under review: when its decision is due. */
  decision: DecisionDue.optional(),
  /** While its learner is to revise it: when it closes unless something is saved before, which gives it as many days again. */
  revise_by: Timestamp.optional(),
  completed_on: Timestamp.optional(),
  /** The time zone of the day it was completed: the organization's. */
  completed_in: z.string().optional(),
  sections_total: z.number().int(),
  sections_answered: z.number().int(),
  sections_accepted: z.number().int(),
  /** For a reviewer, after accepting: first name and last initial. */
  learner_name: z.string().optional(),
});
export type SubmissionRow = z.infer<typeof SubmissionRow>;

/** Why a submission was closed, and where the money is. */
export const Closing = z.object({
  because: ClosedReason,
  on: Timestamp,
  /** Dollars of it that are the learner's product credit now. */
  credited: Dollars,
  /** Dollars that went back to the payer after a lost dispute. */
  returned: Dollars,
  /** What the admin wrote who refunded it. */
  reason: z.string().optional(),
});
export type Closing = z.infer<typeof Closing>;

/** A submission whole, as its learner sees it. Send `version` back with every save. */
export const Submission = SubmissionRow.extend({
  user_id: UserId,
  /** How often it was submitted. */
  round: z.number().int(),
  version: z.number().int(),
  /** Nothing has been submitted yet when false. */
  is_already_submitted: z.boolean(),
  /** While it waits for its first decision: business days within which nine of ten of the organization's came. */
  nine_of_ten_days: z.number().int().optional(),
  /** Its organization is archived: until when it may be finished. */
  archived_until: Timestamp.optional(),
  /** Of a closed one: why, and where the money is. */
  closed: Closing.optional(),
  /** Its one appeal, whatever became of it. */
  appeal: OwnAppeal.optional(),
  /** Until when the decision made last may be appealed; absent where it may not be, or no more. */
  appealable_until: Timestamp.optional(),
  /** The sections that may be appealed until then. */
  appealable_sections: z.array(SectionId).optional(),
  /** What an hour of review costs on appeal, unless it is free. */
  appeal_hourly_fee: Dollars.optional(),
  /** Waits for payment: go to /paymentInformation/{cred_id}. */
  payment_needed: z.boolean(),
  /** The certificate it may end in is to say what the review found. */
  with_findings: z.boolean(),
  /** What the credential says of AI tools; absent where it says nothing. */
  ai_policy: AiPolicy.optional(),
  /** Of a completed one: since when its learner lets reviewers practice on it; absent where they do not. */
  practice_consent_on: Timestamp.optional(),
  /** What was declared with what was submitted last. */
  declaration: AiDeclaration.optional(),
  /** What was said of the revision that was submitted last. */
  revision_note: z.string().optional(),
  sections: z.array(SubmissionSection),
});
export type Submission = z.infer<typeof Submission>;

/** A submission after its work was saved. */
export const SavedWork = z.object({ version: z.number().int(), status: ApplicationStatus, updated_on: Timestamp });

const answer = {
  section_id: SectionId,
  /** Rich text. */
  response: richText().default(""),
  links: z
    .array(z.string().trim().max(2000).refine(isWebAddress, "Please Enter Valid URL"))
    .max(10, "At most 10 links.")
    .default([]),
  /**
   * Confirmed uploads of the learner (folder submissions), and recordings that are still coming in parts; the server takes
   * names and types from the upload. A recording may have captions (WebVTT), which name it.
   */
  attachments: z
    .array(WorkFile)
    .max(10, "At most 10 files.")
    .refine(
      (files) => files.filter(({ key }) => recordingOf(key) !== undefined).length <= recordingsMax,
      `At most ${recordingsMax} recordings.`,
    )
    .refine(
      (files) => files.every(({ key, captions_of }) => isCaptions(key) === (captions_of !== undefined)),
      "Captions belong to a recording, and nothing else does.",
    )
    .refine((files) => {
      const captioned = files.flatMap(({ captions_of }) => captions_of ?? []);
      const recordings = files.map(({ key }) => key).filter((key) => recordingOf(key) !== undefined);
      return new Set(captioned).size === captioned.length && captioned.every((key) => recordings.includes(key));
    }, "Add captions to a recording of this section, one file to each.")
    .default([]),
  /** The option_ids of the picked choices. */
  options: z.array(z.string().max(64)).max(10).default([]),
};
/** The `version` the learner's page was loaded with: an older one is refused, so that two tabs do not overwrite each other. */
const seenVersion = { version: z.number().int().optional() };

/** As a draft; it replaces what was there. */
export const saveSection = call({
  route: "POST /user/section",
  summary: "Save the own work on one section",
  allow: own,
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId, ...answer, ...seenVersion }),
  output: () => data(SavedWork),
  problems: [
    "resource.not-found",
    "submission.not-editable",
    "submission.appealed",
    "submission.unpaid",
    "submission.changed",
  ],
});

/** As long as the section is not accepted. */
export const removeSection = call({
  route: "DELETE /user/section",
  summary: "Remove the own work on one section",
  allow: own,
  whenArchived: "as-its-work",
  input: () =>
    z.object({ ...organizationSelector, application_id: ApplicationId, section_id: SectionId, ...seenVersion }),
  output: () => data(SavedWork),
  problems: [
    "resource.not-found",
    "submission.not-editable",
    "submission.appealed",
    "submission.unpaid",
    "submission.changed",
  ],
});

/** By its id or by its credential. */
export const read = call({
  route: "GET /user/mysubmission",
  summary: "Read one of the own submissions",
  allow: own,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      application_id: ApplicationId.optional(),
      credential_id: CredentialId.optional(),
    }),
  output: () => data(Submission),
  problems: ["resource.not-found"],
});

/** Those on one of the tabs, newest first. */
export const listOwn = call({
  route: "GET /user/mysubmissions",
  summary: "List the own submissions",
  allow: own,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** By title or issuer. */
      ...narrowing,
      /** Only those on this tab. */
      status: z.enum(submissionTabs).default("all"),
    }),
  output: () =>
    data(
      Page.extend({
        submissions: z.array(SubmissionRow),
        /** How many there are on each tab. */
        totals: z.record(z.enum(submissionTabs), z.number().int()),
      }),
    ),
});

/**
 * Or, with `is_draft`, only save it. `sections` are saved first, in the same transaction. The first time it opens a
 * review job; a revision goes back to the reviewer who asked for it. A repeat answers the present state.
 */
export const submit = call({
  route: "PUT /user/updatesubmission",
  summary: "Submit the own work for review",
  allow: own,
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      application_id: ApplicationId,
      credential_id: CredentialId,
      /** Only save it. */
      is_draft: z.boolean().default(false),
      /** The work on sections, saved first; sections left out stay as they are. */
      sections: z.array(z.object(answer)).max(10).default([]),
      /** The certificate is to say what the review found; as chosen before where it is left out, and not at first. */
      with_findings: z.boolean().optional(),
      /** Of AI tools, where the credential asks for it; anew with each submission. A draft keeps none. */
      declaration: AiDeclarationInput.optional(),
      /** Of a revision: what the learner changed, for the reviewer who asked for it. A draft keeps none. */
      revision_note: multiLine().max(revisionNoteMax, "At most 500 characters.").optional(),
      ...seenVersion,
    }),
  output: () =>
    data(
      SavedWork.extend({
        /** The job that reviews it, once submitted. */
        credential_job_id: JobId.optional(),
      }),
    ),
  problems: [
    "resource.not-found",
    "submission.appealed",
    "submission.not-editable",
    "submission.unpaid",
    "submission.incomplete",
    "submission.recording-early",
    "submission.recording-missing",
    "submission.undeclared",
    "submission.changed",
  ],
  idempotent: true,
});

/** A learner's own work, or a reviewer's own jobs. */
export const list = call({
  route: "GET /submissions",
  summary: "List open, running or decided submissions",
  allow: { permission: "submission:list", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** `open` waits for a review, `inprogress` is accepted or in revision, `completed` is decided. */
      type: z.enum(submissionTypes),
    }),
  output: () => page("submissions", SubmissionRow),
});
