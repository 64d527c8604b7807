import * as z from "zod";
import { Criterion } from "../credential/credential.ts";
import { call, data } from "../http/call.ts";
import { AnchorId, CredentialId, organizationSelector, SectionId, Timestamp, UserId } from "../http/fields.ts";
import { AnchorAnswer, AnchorMark, KeyedSection, StoredTry } from "./anchor.ts";
import { Seed, seedFlags } from "./seeded-anchor.ts";

const allow = { permission: "job:calibrate", within: "organization" } as const;
const named = { ...organizationSelector, credential_id: CredentialId };

/** Where a reviewer stands. */
export const Standing = z.object({
  /** `none`: not begun, or over; `paused`: two tries failed. */
  status: z.enum(["none", "inProgress", "passed", "failed", "paused"]),
  /** Until when a pass counts. */
  expires_on: Timestamp.optional(),
  /** From when there is another try. */
  retry_on: Timestamp.optional(),
});
export type Standing = z.infer<typeof Standing>;

/** A section of the rubric that anchors are marked by. */
export const RubricSection = z.object({
  section_id: SectionId,
  title: z.string(),
  description: z.string(),
  rubric: z.string(),
  criteria: z.array(Criterion),
  making_progress: z.number().int(),
  completed: z.number().int(),
});
export type RubricSection = z.infer<typeof RubricSection>;

/** An anchor as a reviewer sees it. */
export const PracticeAnchor = z.object({
  anchor_id: AnchorId,
  answers: z.array(AnchorAnswer),
  /** What they marked; empty until they have. */
  marked: z.array(AnchorMark),
  /** What is right and why: of a try that passed, never before. */
  key: z.array(KeyedSection).optional(),
});
export type PracticeAnchor = z.infer<typeof PracticeAnchor>;

/** A reviewer's practice for a credential. */
export const Practice = z.object({
  credential_id: CredentialId,
  title: z.string(),
  standing: Standing,
  tries: z.array(StoredTry),
  /** Criteria that the latest try got wrong, where it failed; the weakest first, never what is right. */
  weak: z.array(z.object({ section_id: SectionId, criteria_id: z.string(), criteria: z.string() })),
  sections: z.array(RubricSection),
  /** Of the try under way, or of the pass. */
  anchors: z.array(PracticeAnchor),
  /** Goes with every change. */
  version: z.number().int(),
});
export type Practice = z.infer<typeof Practice>;

const answer = data(Practice);

export const read = call({
  route: "GET /job/calibration",
  summary: "Read the own practice for a credential",
  allow,
  whenArchived: "as-its-work",
  input: () => z.object(named),
  output: () => answer,
  problems: ["resource.not-found", "reviewer.not-accepted"],
});

/** The next try, on the other form than the latest. One under way goes on. */
export const start = call({
  route: "POST /job/calibration",
  summary: "Begin to practice",
  allow,
  whenArchived: "as-its-work",
  input: () => z.object(named),
  output: () => answer,
  problems: ["resource.not-found", "reviewer.not-accepted", "job.calibration-paused", "state.changed"],
});

export const markAnchor = call({
  route: "PUT /job/calibration",
  summary: "Mark an anchor",
  allow,
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...named,
      anchor_id: AnchorId,
      /** Every section with every criterion of it. */
      sections: z.array(AnchorMark).min(1).max(10),
      /** As it was read. */
      version: z.number().int(),
    }),
  output: () => answer,
  problems: ["resource.not-found", "reviewer.not-accepted", "state.changed", "input.invalid"],
});

/** The whole set is marked. Sent again, it is answered as done. */
export const finish = call({
  route: "PUT /job/calibration/finished",
  summary: "Finish a try",
  allow,
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...named,
      /** As it was read. */
      version: z.number().int(),
    }),
  output: () => answer,
  problems: ["resource.not-found", "reviewer.not-accepted", "state.changed", "job.anchors-unmarked"],
});

/** How a reviewer marked the anchors among their jobs. */
export const SeededOutcome = z.object({
  /** How many they finished. */
  finished: z.number().int(),
  /** How many of them were not marked well enough. */
  failed: z.number().int(),
  /** The one they finished last. */
  latest: Seed.pick({ finished_on: true, passed: true, score: true }),
  /** What the latest suggest; nothing follows from it. */
  flag: z.enum(seedFlags).optional(),
});
export type SeededOutcome = z.infer<typeof SeededOutcome>;

/** Who of a credential's reviewers is calibrated. */
export const list = call({
  route: "GET /job/calibrations",
  summary: "List which reviewers are calibrated",
  allow: { permission: "job:list-calibrated", within: "organization" },
  whenArchived: "for-90-days",
  input: () => z.object(named),
  output: () =>
    data(
      z.object({
        /** The credential wants it of its reviewers. */
        required: z.boolean(),
        /** They are given an anchor now and then. */
        seeded_anchors: z.boolean(),
        /** The credential's list, in its order. */
        reviewers: z.array(
          z.object({
            user_id: UserId,
            first_name: z.string(),
            last_name: z.string(),
            standing: Standing,
            /** How many tries they have finished. */
            tries: z.number().int(),
            /** The latest of them. */
            latest: StoredTry.optional(),
            /** Of the anchors among their jobs, where they finished any. */
            seeded: SeededOutcome.optional(),
          }),
        ),
      }),
    ),
  problems: ["resource.not-found"],
});
