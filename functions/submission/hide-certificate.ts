import { Problem } from "../../shared/http/problem.ts";
import { hideCertificate } from "../../shared/submission/calls.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { keys } from "../data/keys.ts";
import { change, check, get } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { implement } from "../runtime/implement.ts";
import { certificateEntity } from "./certificate.ts";

/** The certificate itself never changes: its being hidden stands in the pointer, and for the list in the application. */
export const handler = implement(hideCertificate, async ({ cred_id, hidden }, { actor, commit }) => {
  const otherwise = new Problem("resource.not-found");
  const applied = await get(Applied, keys.applied(actor.user_id, cred_id));
  if (!applied) throw otherwise;
  const { organization_id, application_id, certificate_hidden } = applied;
  const { user_id } = actor;
  const set = { certificate_hidden: hidden };
  const answer = { data: { cred_id, hidden } };
  if ((certificate_hidden ?? false) === hidden) {
    return commit([check(keys.certificate(organization_id, cred_id, actor.user_id), { otherwise })], answer);
  }
  return commit(
    [
      check(keys.certificate(organization_id, cred_id, actor.user_id), { otherwise }),
      change(keys.applied(actor.user_id, cred_id), { set }),
      change(keys.application(application_id), { set }),
      ...transition(certificateEntity, hidden ? "hide" : "show", {
        before: { status: hidden ? "shown" : "hidden", organization_id, application_id, cred_id, user_id },
        actor_id: user_id,
      }).steps,
    ],
    answer,
  );
});
