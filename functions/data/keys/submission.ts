import { encodeTime } from "ulid";
import { minuteOf } from "../ids.ts";
import type { Key } from "./key.ts";
import { beginning, key, ordinal } from "./key.ts";

export const workPrefix = "WORK#";
export const formerPrefix = "FORMER#";
const waiverPrefix = "WAIVER#";

/** The items of an application, the work on its sections and its reviews, and the question that each key answers. What was applied for points to the application: one per learner and credential. */
export const submissionKeys = {
  application: (application_id: string) => key(`APPLICATION#${application_id}`, "META"),
  work: (application_id: string, section_id: string) =>
    key(`APPLICATION#${application_id}`, `${workPrefix}${section_id}`),
  /** The work on all sections of an application; {@link isWork} tells them among its other items. */
  works: (application_id: string) => beginning(`APPLICATION#${application_id}`, workPrefix),
  /** What was handed in for a section and is written over, by the round it was written for. */
  formerWork: (application_id: string, section_id: string, round: number) =>
    key(`APPLICATION#${application_id}`, `${formerPrefix}${ordinal(round)}#${section_id}`),
  formerWorks: (application_id: string) => beginning(`APPLICATION#${application_id}`, formerPrefix),
  /** Says that the results of a round are the submission's. */
  round: (application_id: string, round: number) => key(`APPLICATION#${application_id}`, `ROUND#${ordinal(round)}`),
  /** A learner's appeal against what a round rejected. */
  appeal: (application_id: string) => key(`APPLICATION#${application_id}`, "APPEAL"),
  /** An admin's leave for a reviewer to judge it in spite of a tie. */
  waiver: (application_id: string, reviewer_id: string) =>
    key(`APPLICATION#${application_id}`, `${waiverPrefix}${reviewer_id}`),
  waivers: (application_id: string) => beginning(`APPLICATION#${application_id}`, waiverPrefix),
  applied: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `APPLIED#${cred_id}`),
  job: (credential_job_id: string) => key(`JOB#${credential_job_id}`, "META"),
  /** When staff last reminded of a submission's review, beside its first seat. */
  reviewReminder: (credential_job_id: string) => key(`JOB#${credential_job_id}`, "REMINDED"),
  /** What a job's reviewer said of a section in a round. */
  result: (credential_job_id: string, round: number, section_id: string) =>
    key(`JOB#${credential_job_id}`, `RESULT#${ordinal(round)}#${section_id}`),
  /** What was said in a round of all sections. */
  results: (credential_job_id: string, round: number) =>
    beginning(`JOB#${credential_job_id}`, `RESULT#${ordinal(round)}#`),
  /** What a reviewer told the admins when they declined a job. */
  declineNote: (user_id: string, job_id: string) => key(`USER#${user_id}`, `DECLINE#${job_id}`),
  declineNotes: (user_id: string) => beginning(`USER#${user_id}`, "DECLINE#"),
  /** That a reviewer has decided on somebody's work, and when. */
  reviewedBy: (learner_id: string, reviewer_id: string) => key(`USER#${learner_id}`, `REVIEWEDBY#${reviewer_id}`),
  reviewers: (learner_id: string) => beginning(`USER#${learner_id}`, "REVIEWEDBY#"),
};

/** The lists of an application, the work on its sections and its reviews. */
export const submissionViews = {
  /** Who applied for a credential, by time; with a month such as 2026-11 what counts them, and lists nobody. */
  applicants: (cred_id: string, month?: string) => `CREDENTIAL#${cred_id}#applicants${month ? `#${month}` : ""}`,
  /** A learner's submissions: all, those on a tab, those of a type (open, inprogress, completed). */
  submissions: (user_id: string, part = "all") => `USER#${user_id}#submissions#${part}`,
  /** Jobs an organization's credentials led to: all, or in one state. */
  jobs: (organization_id: string, status = "all") => `ORG#${organization_id}#jobs#${status}`,
  /** Reviews that wait for an admin's decision. */
  adjudications: (organization_id: string) => `ORG#${organization_id}#jobs#adjudication`,
  /** Jobs of an organization that are anchors and have not ended. */
  anchorJobs: (organization_id: string) => `ORG#${organization_id}#jobs#anchor`,
  /** Appeals of an organization's learners: those that wait for an answer, or those that were decided. */
  appeals: (organization_id: string, type: "open" | "decided") => `ORG#${organization_id}#appeals#${type}`,
  /** Jobs of a credential that nobody has accepted. */
  openJobs: (cred_id: string) => `CREDENTIAL#${cred_id}#jobs#open`,
  /** Counts applications that an organization has to see through: paid for or handed in, and not finished. */
  underWay: (organization_id: string) => `ORG#${organization_id}#underway`,
  /** A reviewer's jobs: `open` ones they may accept; of those they accepted all, those of a tab, those in progress, ended `anchors`. */
  reviewerJobs: (user_id: string, part: string) => `USER#${user_id}#jobs#${part}`,
};

/** Where words of an application, the work on its sections and its reviews are looked for: each a partition of its own. */
export const submissionIndexes = {
  /** Who applied for a credential. */
  applicants: (cred_id: string) => `WORDS#applicants#${cred_id}`,
  /** Jobs of an organization, in every state. */
  jobs: (organization_id: string) => `WORDS#jobs#${organization_id}`,
};

/** Where an application stands among those of its credential; it names the learner too, who is read beside it. */
export const applicantSort = ({ application_id, user_id }: { application_id: string; user_id: string }): string =>
  `${application_id}#${user_id}`;

/** Whether a job's id is a ulid, as they were in earlier releases: what has one stands in lists by that. */
export const isDated = (job_id: string): boolean => /^job_[0-7]/.test(job_id);

/** The ten letters that a ulid of a moment's minute begins with. */
export const minuteLetters = (at: string): string => encodeTime(Date.parse(minuteOf(at)));

/** Where something stands among what has the ids of jobs: by its minute, then by what tells nothing. */
export const byMinute = (at: string, rest: string): string => `job_${minuteLetters(at)}#${rest}`;

/** Where a job stands in lists: by the minute in which its round was handed in, or its seat opened. */
export const jobSort = ({ credential_job_id, submitted_on }: { credential_job_id: string; submitted_on: string }) =>
  isDated(credential_job_id) ? credential_job_id : byMinute(submitted_on, credential_job_id);

/** Where an appeal stands in lists: by when it was filed; nowhere before that. */
export const appealSort = ({
  job_id,
  application_id,
  filed_on,
}: {
  job_id: string;
  application_id: string;
  filed_on?: string | undefined;
}): string => (isDated(job_id) || filed_on === undefined ? job_id : byMinute(filed_on, application_id));

/** Whether an item of an application is the work on a section. */
export const isWork = ({ sk }: Key): boolean => sk.startsWith(workPrefix);
