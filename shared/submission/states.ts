import type { Machine } from "../platform/machine.ts";
import type { ApplicationStatus, WorkStatus } from "./submission.ts";

/**
 * What can happen to an application. `applyFree`: nothing is to be paid; `lapse`: it was not paid for in time; `refund`:
 * its price became credit, or went back after a lost dispute; `withdraw`: its learner took it back before paying; `leave`:
 * its learner is gone; `archiveEnds`: its organization was archived, and the time to finish it is over.
 */
export type ApplicationEvent =
  | "apply"
  | "applyFree"
  | "pay"
  | "lapse"
  | "withdraw"
  | "leave"
  | "refund"
  | "save"
  | "submit"
  | "resubmit"
  | "jobAccepted"
  | "jobReleased"
  | "allAccepted"
  | "someRejected"
  | "sixtyDaysPass"
  | "archiveEnds";

/** An application's states. A resubmission goes straight back to its reviewer. */
export const applicationMachine: Machine<ApplicationStatus, ApplicationEvent> = {
  none: { apply: "applied", applyFree: "ready" },
  applied: { pay: "ready", lapse: "closed", withdraw: "closed", leave: "closed" },
  ready: { save: "draft", submit: "submitted", refund: "closed", archiveEnds: "closed", leave: "closed" },
  draft: { save: "draft", submit: "submitted", refund: "closed", archiveEnds: "closed", leave: "closed" },
  submitted: { jobAccepted: "reviewing", refund: "closed", archiveEnds: "closed" },
  reviewing: {
    jobReleased: "submitted",
    allAccepted: "completed",
    someRejected: "revisionNeeded",
    refund: "closed",
    archiveEnds: "closed",
  },
  revisionNeeded: {
    save: "revisionNeeded",
    resubmit: "reviewing",
    allAccepted: "completed",
    sixtyDaysPass: "closed",
    refund: "closed",
    archiveEnds: "closed",
  },
  completed: {},
  closed: {},
};

/**
 * What can happen to the work on one section. `accept`, `reject`: its round was finalized; `suspend`, `resume`: a revision
 * that was begun rests while its rejection is appealed; `overturn`: an appeal accepted it.
 */
export type SectionEvent = "begin" | "save" | "submit" | "accept" | "reject" | "suspend" | "resume" | "overturn";

/** The states of the work on one section. Accepted work is final. */
export const sectionMachine: Machine<WorkStatus, SectionEvent> = {
  none: { begin: "notSubmitted" },
  notSubmitted: { save: "draft" },
  draft: { save: "draft", submit: "submitted", suspend: "rejected" },
  submitted: { accept: "accepted", reject: "rejected" },
  rejected: { save: "draft", submit: "submitted", resume: "draft", overturn: "accepted" },
  accepted: {},
};
