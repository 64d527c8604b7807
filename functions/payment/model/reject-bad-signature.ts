import { Problem } from "../../../shared/http/problem.ts";
import type { Request } from "../../chain/request.ts";
import { log } from "../../runtime/log.ts";

/** Tells an alarm of an event that its provider has not signed, with the webhook it came by and from where, and refuses it. */
export function rejectBadSignature(error: unknown, call: string, { viewer }: Pick<Request, "viewer">): never {
  if (error instanceof Problem && error.code === "payment.bad-signature") {
    log("security", "webhook_bad_signature", { call, viewer });
  }
  throw error;
}
