import { acceptSection } from "../../shared/review/verdict-calls.ts";
import { implement } from "../chain/implement.ts";
import { gradeSection } from "./model/grade.ts";
import { namedJob } from "./model/store.ts";

export const handler = implement(
  acceptSection,
  (grading, context) => gradeSection("accept", grading, context),
  namedJob,
);
