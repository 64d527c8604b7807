import { approve } from "../../shared/credential/calls.ts";
import { publishedAnchorSteps } from "../calibration/model/anchors.ts";
import { implement } from "../chain/implement.ts";
import { decide } from "./model/decide.ts";

/** Approves a submitted credential: it is published, with its anchors. */
export const handler = implement(approve, (input, context) => decide("approve", input, context, publishedAnchorSteps));
