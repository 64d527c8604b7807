import { submit } from "../../shared/reviewer/calls.ts";
import { implement } from "../runtime/implement.ts";
import { submitApplication } from "./submitting.ts";

export const handler = implement(submit, (sent, context) => submitApplication("submit", sent, context));
