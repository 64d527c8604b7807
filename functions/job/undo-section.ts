import { undoSection } from "../../shared/job/calls.ts";
import { implement } from "../runtime/implement.ts";
import { reopenSection } from "./grade.ts";
import { namedJob } from "./store.ts";

export const handler = implement(undoSection, (undone, context) => reopenSection(undone, context), namedJob);
