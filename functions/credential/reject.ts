import { reject } from "../../shared/credential/calls.ts";
import { implement } from "../chain/implement.ts";
import { decide } from "./model/decide.ts";

/** Sends a submitted credential back to its issuer, with the reason. */
export const handler = implement(reject, (input, context) => decide("reject", input, context));
