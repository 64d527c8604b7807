import * as z from "zod";
import { call, data } from "../http/call.ts";
import { AnchorId, ApplicationId, CredentialId, organizationSelector, SectionId, Timestamp } from "../http/fields.ts";
import { AnchorAnswer, AnchorFormName, AnchorKey, AnchorTitle, KeyedSection } from "./anchor.ts";

const allow = { permission: "job:anchors", within: "organization" } as const;
const named = { ...organizationSelector, credential_id: CredentialId };

/** An anchor as its authors see it. */
export const ShownAnchor = z.object({
  anchor_id: AnchorId,
  form: AnchorFormName,
  title: z.string(),
  answers: z.array(AnchorAnswer),
  /** It is made of a learner's work. */
  from_work: z.boolean().optional(),
  /** What the caller says is right. */
  own_key: AnchorKey.omit({ by: true }).optional(),
  /** How many people have written its key: two are wanted. */
  keys: z.number().int(),
  /** The other's key, once both have written theirs. */
  other_key: z.array(KeyedSection).optional(),
  /** Where two keys differ; the whole section's verdict where no criterion is named. */
  differences: z.array(z.object({ section_id: SectionId, criteria_id: z.string().optional() })),
  /** Two people say the same. */
  agreed: z.boolean(),
  version: z.number().int(),
});
export type ShownAnchor = z.infer<typeof ShownAnchor>;

/** What a form has, and lacks to be published. */
export const ShownForm = z.object({
  form: AnchorFormName,
  /** How many anchors it has. */
  anchors: z.number().int(),
  /** Anchors whose key is agreed. */
  agreed: z.number().int(),
  /** Those of them that were written for the purpose: a form is complete without learners' work. */
  written: z.number().int(),
  /** Criteria that the keys of those decide. */
  decisions: z.number().int(),
  /** Those of them that are not achieved. */
  not_achieved: z.number().int(),
  /** What keeps it from being published. */
  lacks: z.array(
    z.enum(["anchors", "decisions", "tooFewNotAchieved", "tooManyNotAchieved", "narrowFail", "agreement"]),
  ),
});
export type ShownForm = z.infer<typeof ShownForm>;

/** The anchors of a credential with what is to be done. */
export const ShownAnchors = z.object({
  credential_id: CredentialId,
  /** When they were published; absent while they are not, or where the rubric has changed since. */
  frozen_on: Timestamp.optional(),
  forms: z.array(ShownForm),
  anchors: z.array(ShownAnchor),
});
export type ShownAnchors = z.infer<typeof ShownAnchors>;

const answer = data(ShownAnchors);

/** One's own key is shown; the other's once both have written theirs, so that neither leans on the other. */
export const listAnchors = call({
  route: "GET /job/anchors",
  summary: "List a credential’s anchors",
  allow,
  whenArchived: "for-90-days",
  input: () => z.object(named),
  output: () => answer,
  problems: ["resource.not-found"],
});

/** New without an id. Other answers drop the keys that were written for the former. */
export const saveAnchor = call({
  route: "PUT /job/anchor",
  summary: "Write an anchor",
  allow,
  input: () =>
    z.object({
      ...named,
      /** Left out, a new one is written; one with the same words is that one. */
      anchor_id: AnchorId.optional(),
      form: AnchorFormName,
      title: AnchorTitle,
      /** The learner's work that a new one is made of. */
      application_id: ApplicationId.optional(),
      /** One for each section of the credential. */
      answers: z.array(AnchorAnswer).min(1).max(10),
      /** Of the anchor as it was read. */
      version: z.number().int().optional(),
    }),
  output: () => answer,
  problems: ["resource.not-found", "state.changed", "job.anchors-frozen", "input.invalid"],
});

export const removeAnchor = call({
  route: "DELETE /job/anchor",
  summary: "Remove an anchor",
  allow,
  input: () => z.object({ ...named, anchor_id: AnchorId }),
  output: () => answer,
  problems: ["resource.not-found", "state.changed", "job.anchors-frozen"],
});

/** By two people, each without the other's. */
export const saveAnchorKey = call({
  route: "PUT /job/anchor/key",
  summary: "Say what is right for an anchor",
  allow,
  input: () =>
    z.object({
      ...named,
      anchor_id: AnchorId,
      /** Every section with every criterion of it. */
      sections: z.array(KeyedSection).min(1).max(10),
      /** Of the own key as it was read; 0 for the first. */
      version: z.number().int(),
    }),
  output: () => answer,
  problems: [
    "resource.not-found",
    "state.changed",
    "job.anchors-frozen",
    "job.key-written",
    "review.below-minimum",
    "input.invalid",
  ],
});

/** Published anchors do not change. They are taken back until the credential is published. */
export const freezeAnchors = call({
  route: "PUT /job/anchors/published",
  summary: "Publish a credential’s anchors",
  allow,
  input: () =>
    z.object({
      ...named,
      /** False takes them back. */
      published: z.boolean(),
    }),
  output: () => answer,
  problems: ["resource.not-found", "state.changed", "job.anchors-frozen", "job.anchors-incomplete"],
});

/** The latest hundred. */
export const listConsentedWork = call({
  route: "GET /job/anchors/work",
  summary: "List learners’ work that may become anchors",
  allow,
  whenArchived: "for-90-days",
  input: () => z.object(organizationSelector),
  output: () =>
    data(
      z.array(
        z.object({
          application_id: ApplicationId,
          /** Of the credential that was earned with it. */
          title: z.string(),
          given_on: Timestamp,
        }),
      ),
    ),
});

/** A learner's work as an author sees it who makes an anchor of it. */
export const ConsentedWork = z.object({
  application_id: ApplicationId,
  title: z.string(),
  /** In the order of the credential. */
  sections: z.array(z.object({ section_id: SectionId, title: z.string(), text: z.string() })),
});
export type ConsentedWork = z.infer<typeof ConsentedWork>;

/** As plain text, with the learner's own name taken out. Files and links are not part of it. */
export const readConsentedWork = call({
  route: "GET /job/anchors/work/text",
  summary: "Read work that may become an anchor",
  allow,
  whenArchived: "for-90-days",
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId }),
  output: () => data(ConsentedWork),
  problems: ["resource.not-found"],
});
