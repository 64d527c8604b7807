import * as z from "zod";
import { Skill } from "../credential/parts.ts";
import { CalendarDate, OrganizationId, Timestamp, UserId } from "../http/fields.ts";

/** Where a reviewer's application to an organization stands. `active` waits for its first decision. */
export const reviewerStatuses = ["active", "rejected", "resubmitted", "accepted", "suspended", "withdrawn"] as const;
/** Where a reviewer's application to an organization stands. `active` waits for its first decision. */
export const ReviewerStatus = z.enum(reviewerStatuses);
export type ReviewerStatus = z.infer<typeof ReviewerStatus>;

/** One education of a reviewer. */
export const Education = z.object({
  degree_id: z.number().int(),
  degree_name: z.string(),
  field_id: z.number().int().optional(),
  field_name: z.string().optional(),
  institution: z.string(),
  study_began: CalendarDate,
  study_complete: CalendarDate.optional(),
});
export type Education = z.infer<typeof Education>;

/** A license or certificate with its uploaded file. */
export const Certification = z.object({
  certification_id: z.number().int(),
  certification_name: z.string(),
  /** The MIME type of the file. */
  type: z.string().optional(),
  /** The extension of the file's name. */
  extension: z.string().optional(),
  /** The key of the file, for `GET /file/download`. */
  attachment_link: z.string().optional(),
  issued_on: CalendarDate,
  expires_on: CalendarDate.optional(),
});
export type Certification = z.infer<typeof Certification>;

/** A reviewer's profile as stored: one per person, for every organization. Names and image are the user's. */
export const Profile = z.object({
  user_id: UserId,
  title: z.string(),
  /** Rich text. */
  overview: z.string(),
  /** Job category: 1 Teachers, 2 Counselors, 3 Leadership; absent until chosen. */
  category: z.number().int().optional(),
  skills: z.array(Skill),
  educations: z.array(Education),
  certifications: z.array(Certification),
  created_on: Timestamp,
  updated_on: Timestamp,
  version: z.number().int(),
});
export type Profile = z.infer<typeof Profile>;

/** One step in the life of a reviewer application. */
export const HistoryEntry = z.object({
  at: Timestamp,
  /** Absent for the first submission. */
  from: ReviewerStatus.optional(),
  to: ReviewerStatus,
  /** Why it was rejected or suspended. */
  reason: z.string().optional(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A person's application to review for one organization, as stored. */
export const ReviewerApplication = z.object({
  organization_id: OrganizationId,
  user_id: UserId,
  status: ReviewerStatus,
  /** 1, or 2 after the one resubmission. */
  attempt_count: z.number().int(),
  /** The category it is listed under once accepted, and the skills that rank it there: those of the profile. */
  category: z.number().int(),
  skill_ids: z.array(z.number().int()).default([]),
  submitted_on: Timestamp,
  /** A decision is promised 24 hours after the submission. */
  due_on: Timestamp,
  decided_on: Timestamp.optional(),
  /** The reason of the last rejection or suspension. */
  reason: z.string().optional(),
  /** The organization suspended them or sent them away: until it accepts them again, nobody else's acceptance counts there. */
  barred: z.literal(true).optional(),
  /** The latest steps, oldest first. */
  history: z.array(HistoryEntry),
  version: z.number().int(),
});
export type ReviewerApplication = z.infer<typeof ReviewerApplication>;
