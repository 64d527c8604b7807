import { resubmit } from "../../shared/reviewer/calls.ts";
import { implement } from "../runtime/implement.ts";
import { submitApplication } from "./submitting.ts";

export const handler = implement(resubmit, (sent, context) => submitApplication("resubmit", sent, context));
