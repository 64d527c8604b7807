import { resubmit } from "../../shared/reviewer/application-calls.ts";
import { implement } from "../chain/implement.ts";
import { submitApplication } from "./model/submitting.ts";

export const handler = implement(resubmit, (sent, context) => submitApplication("resubmit", sent, context));
