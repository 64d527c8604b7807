import { requestPasswordReset } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { requirePortalAddress } from "../chain/portal-address.ts";
import { audit } from "../data/audit.ts";
import { consumeRate } from "../data/rate.ts";
import { transact } from "../data/table.ts";
import { sourceOf } from "./model/source.ts";
import { findByEmail } from "./model/store.ts";

/** The worker that sends the mail mints its token. An unknown address is told so, so sources are throttled whether a mail goes or not. */
export const handler = implement(requestPasswordReset, async ({ email, reset_url }, { request }) => {
  requirePortalAddress("reset_url", reset_url);
  const found = await findByEmail(email);
  const user_id = found?.user.user_id;
  const source = sourceOf(request.sourceIp);
  await transact([
    consumeRate("mailRequestsPerSource", source),
    ...(user_id
      ? [
          consumeRate("resetMailsPerSource", `${source}#${email}`),
          consumeRate("resetMailsPerRecipient", email),
          audit("user.password-reset-asked", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
        ]
      : []),
  ]);
  if (user_id === undefined) {
    throw new Problem("auth.unknown-email", { field: "email" });
  }
  return { data: {} };
});
