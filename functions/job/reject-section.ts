import { rejectSection } from "../../shared/job/calls.ts";
import { implement } from "../runtime/implement.ts";
import { gradeSection } from "./grade.ts";
import { namedJob } from "./store.ts";

export const handler = implement(
  rejectSection,
  (grading, context) => gradeSection("reject", grading, context),
  namedJob,
);
