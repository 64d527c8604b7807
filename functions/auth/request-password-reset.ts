import { requestPasswordReset } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problems.ts";
import { audit } from "../data/audit.ts";
import { countAgainst } from "../data/rate.ts";
import { together } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { demandPortalAddress } from "../runtime/portal.ts";
import { sourceOf } from "./source.ts";
import { findByEmail } from "./store.ts";

/** The worker that sends the mail mints its token. An unknown address is told so (section 8), so both are throttled. */
export const handler = implement(requestPasswordReset, async ({ email, reset_url }, { request }) => {
  demandPortalAddress("reset_url", reset_url);
  const found = await findByEmail(email);
  const user_id = found?.user.user_id;
  await together([
    countAgainst("mailsPerRecipient", email),
    countAgainst("mailRequestsPerSource", sourceOf(request.sourceIp)),
    ...(user_id
      ? [
          audit({
            type: "user.password-reset-asked",
            organization_id: "",
            actor_id: user_id,
            subject_id: user_id,
            user_id,
          }),
        ]
      : []),
  ]);
  if (user_id === undefined) {
    const { message } = new Problem("auth.unknown-email");
    throw new Problem("auth.unknown-email", { fields: { email: message } });
  }
  return { data: {} };
});
