import { approve } from "../../shared/credential/calls.ts";
import { implement } from "../runtime/implement.ts";
import { decide } from "./decide.ts";

/** Approves a submitted credential: it is published. */
export const handler = implement(approve, (input, context) => decide("approve", input, context));
