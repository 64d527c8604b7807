import { scheduled } from "../chain/scheduled.ts";
import { endAnchor } from "./model/anchors/withdraw-anchor.ts";
import { followDue, moveDue } from "./model/deadlines/due.ts";
import { followReminder } from "./model/deadlines/kept-reminders.ts";
import { pay, release, releaseAll, remind } from "./model/deadlines/scheduled.ts";

/**
 * Reminds the reviewer of an accepted job that they left untouched for a week; after two it is open to all again, as
 * are at once the jobs of somebody whose account is disabled. Pays those of many reviewers of a job that are not paid yet.
 * Follows the dates that decisions are due on, and tells of what staff reminded of.
 */
export const handler = scheduled({
  "job-reminder": remind,
  "job-release": release,
  "person-pause": releaseAll,
  "job-pay": pay,
  "organization-calendar": moveDue,
  "review-reminder": followReminder, // before the days of which the clock tells itself
  "job-due": followDue,
  "anchor-end": endAnchor,
});
