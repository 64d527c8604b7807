import { release, remind } from "../job/by-clock.ts";
import { clockwork } from "./clockwork.ts";

/** Reminds the reviewer of an accepted job that he left untouched for a week; after two it is open to all again. */
export const handler = clockwork({ "job-reminder": remind, "job-release": release });
