import { release, remind } from "../job/scheduled.ts";
import { scheduled } from "./scheduled.ts";

/** Reminds the reviewer of an accepted job that they left untouched for a week; after two it is open to all again. */
export const handler = scheduled({ "job-reminder": remind, "job-release": release });
