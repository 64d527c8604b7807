import { submit } from "../../shared/reviewer/application-calls.ts";
import { implement } from "../chain/implement.ts";
import { submitApplication } from "./model/submitting.ts";

export const handler = implement(submit, (sent, context) => submitApplication("submit", sent, context));
