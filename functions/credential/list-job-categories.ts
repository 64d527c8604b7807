import { listJobCategories } from "../../shared/credential/lookup-calls.ts";
import { implement } from "../chain/implement.ts";
import { jobCategories } from "./model/lookups/job-categories.ts";

/** The job categories. */
export const handler = implement(listJobCategories, async () => ({ data: { categories: [...jobCategories] } }));
