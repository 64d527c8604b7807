import * as z from "zod";
import {
  AnchorId,
  ApplicationId,
  CredentialId,
  multiLine,
  OrganizationId,
  SectionId,
  singleLine,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { type AnchorForm, anchorForms } from "./calibration.ts";

/** Limits of anchors: of one form, characters of an answer to a section and of a reason. */
export const anchorLimits = {
  perForm: 12,
  titleCharacters: 100,
  answerCharacters: 8000,
  reasonCharacters: 200,
} as const;

/** Limits of learners' work that reviewers may practice on: listed at once, and anchors that one becomes. */
export const practiceLimits = { listed: 100, anchorsPerWork: 20 } as const;

/** Which set an anchor is in. */
export const AnchorFormName = z.enum(anchorForms) satisfies z.ZodType<AnchorForm>;

/** What an anchor answers to a section, as plain text; written for the purpose. */
export const AnchorAnswer = z.object({
  section_id: SectionId,
  /** What is handed in, as plain text. */
  answer: multiLine("Write an answer.")
    .min(1, "Write an answer.")
    .max(anchorLimits.answerCharacters, "At most 8,000 characters."),
});
export type AnchorAnswer = z.infer<typeof AnchorAnswer>;

const marked = z.object({
  criteria_id: z.string().min(1).max(64),
  achieved: z.boolean(),
});

/** What a reviewer marks in a section of an anchor. */
export const AnchorMark = z.object({
  section_id: SectionId,
  status: z.enum(["accepted", "rejected"]),
  /** One for each criterion; none where the section has none. */
  marks: z.array(marked).max(30),
});
export type AnchorMark = z.infer<typeof AnchorMark>;

/** What is right for a section of an anchor, and why. */
export const KeyedSection = AnchorMark.extend({
  /** One for each criterion, with the reason; none where the section has none. */
  marks: z
    .array(
      marked.extend({
        reason: multiLine("Say why.").min(1, "Say why.").max(anchorLimits.reasonCharacters, "At most 200 characters."),
      }),
    )
    .max(30),
});
export type KeyedSection = z.infer<typeof KeyedSection>;

/** What one person says is right. */
export const AnchorKey = z.object({
  by: UserId,
  sections: z.array(KeyedSection),
  saved_on: Timestamp,
  /** How often they have saved it. */
  version: z.number().int(),
});
export type AnchorKey = z.infer<typeof AnchorKey>;

/** What its authors call an anchor; its reviewers are not told. */
export const AnchorTitle = singleLine("Give it a name.")
  .min(1, "Give it a name.")
  .max(anchorLimits.titleCharacters, "At most 100 characters.");

/** Work whose right marks are known, as stored. Its title is for its authors. */
export const Anchor = z.object({
  anchor_id: AnchorId,
  cred_id: CredentialId,
  organization_id: OrganizationId,
  form: AnchorFormName,
  title: z.string(),
  answers: z.array(AnchorAnswer),
  /** The learner's work it is made of, while they let it be; absent where it was written for the purpose. */
  application_id: ApplicationId.optional(),
  /** By two people at most; agreed where both say the same. */
  keys: z.array(AnchorKey),
  created_on: Timestamp,
  version: z.number().int(),
});
export type Anchor = z.infer<typeof Anchor>;

/** That a learner lets reviewers practice on their work, and the anchors that were made of it. */
export const PracticeConsent = z.object({
  application_id: ApplicationId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** Of the credential that was earned with it. */
  title: z.string(),
  /** The learner. */
  user_id: UserId,
  given_on: Timestamp,
  anchors: z.array(z.object({ cred_id: CredentialId, anchor_id: AnchorId })),
  version: z.number().int(),
});
export type PracticeConsent = z.infer<typeof PracticeConsent>;

/** Orders all writes to the anchors of a credential, and says whether they are published. */
export const AnchorSet = z.object({
  cred_id: CredentialId,
  organization_id: OrganizationId,
  frozen_on: Timestamp.optional(),
  frozen_by: UserId.optional(),
  /** Of the rubric that the keys are for; there while they are published. */
  rubric_digest: z.string().optional(),
  version: z.number().int(),
});
export type AnchorSet = z.infer<typeof AnchorSet>;

const hits = z.object({
  /** How many were marked as the key has them. */
  right: z.number().int(),
  /** How many there are. */
  of: z.number().int(),
});

/** What a finished try came to. */
export const TryScore = z.object({
  /** Criteria that the key calls achieved. */
  achieved: hits,
  /** Criteria that the key calls not achieved. */
  not_achieved: hits,
  /** Sections with another verdict than the key's. */
  verdicts_wrong: z.number().int(),
});

/** A try at a form. */
export const StoredTry = z.object({
  form: AnchorFormName,
  started_on: Timestamp,
  finished_on: Timestamp.optional(),
  /** Whether it is a pass; absent while it is under way. */
  passed: z.boolean().optional(),
  score: TryScore.optional(),
});
export type StoredTry = z.infer<typeof StoredTry>;

/** A reviewer's tries at the anchors of a credential, as stored. */
export const Calibration = z.object({
  user_id: UserId,
  cred_id: CredentialId,
  organization_id: OrganizationId,
  rubric_digest: z.string(),
  /** The earliest first. */
  tries: z.array(StoredTry),
  /** What is marked in the latest. */
  marked: z.array(z.object({ anchor_id: AnchorId, sections: z.array(AnchorMark) })),
  version: z.number().int(),
});
export type Calibration = z.infer<typeof Calibration>;
