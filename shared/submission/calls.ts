import * as z from "zod";
import { isCaptions, recordingOf, recordingsMax } from "../file/rules.ts";
import { call, data, narrowing, Page, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CredentialId,
  JobId,
  multiLine,
  organizationSelector,
  richText,
  SectionId,
  Timestamp,
} from "../http/fields.ts";
import { isWebAddress } from "../http/text.ts";
import { AiDeclarationInput } from "./declaration.ts";
import { revisionNoteMax, submissionTabs, submissionTypes } from "./rules.ts";
import { ApplicationStatus, WorkFile } from "./submission.ts";
import { Submission, SubmissionRow } from "./submission-views.ts";

const own = { permission: "submission:own", within: "organization" } as const;

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
