import { undoSection } from "../../shared/job/calls.ts";
import { implement } from "../runtime/implement.ts";
import { reopenSection } from "./grade.ts";

export const handler = implement(undoSection, (undone, context) => reopenSection(undone, context));
