import { callsOf } from "../../../shared/contract.ts";
import { wire } from "../../../shared/http/call.ts";

/** Every route of the product, as a monolith would mount it. */
export const routes = callsOf().map(({ call }) => ({ ...wire(call), call }));
export type Route = (typeof routes)[number];
