import { listJobCategories } from "../../shared/credential/lookup-calls.ts";
import { implement } from "../runtime/implement.ts";
import { jobCategories } from "./lookups/job-categories.ts";

/** The job categories. */
export const handler = implement(listJobCategories, async () => ({ data: { categories: [...jobCategories] } }));
