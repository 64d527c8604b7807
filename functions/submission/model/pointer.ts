import { CredentialId } from "../../../shared/http/fields.ts";
import type { HandlerOptions } from "../../chain/implement.ts";
import { submissionKeys } from "../../data/keys/submission.ts";

/** Reads which application the caller has for the credential that a call names. */
export const pointer: HandlerOptions = {
  prefetch({ credential_id }, user_id) {
    const named = CredentialId.safeParse(credential_id);
    return named.success ? [submissionKeys.applied(user_id, named.data)] : [];
  },
};
