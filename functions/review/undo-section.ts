import { undoSection } from "../../shared/review/verdict-calls.ts";
import { implement } from "../chain/implement.ts";
import { reopenSection } from "./model/grade.ts";
import { namedJob } from "./model/store.ts";

export const handler = implement(undoSection, (undone, context) => reopenSection(undone, context), namedJob);
