import { giveBackAll, release, remind } from "../job/scheduled.ts";
import { scheduled } from "./scheduled.ts";

/**
 * Reminds the reviewer of an accepted job that they left untouched for a week; after two it is open to all again, as
 * are at once the jobs of somebody whose account is disabled.
 */
export const handler = scheduled({ "job-reminder": remind, "job-release": release, "person-pause": giveBackAll });
