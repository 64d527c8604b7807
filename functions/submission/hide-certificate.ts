import { IssuedCertificate } from "../../shared/certificate/certificate.ts";
import { Problem } from "../../shared/http/problem.ts";
import { hideCertificate } from "../../shared/submission/calls.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { issuedCertificateEntity } from "../certificate/entity.ts";
import { keys } from "../data/keys.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change, check, get, type Step } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { implement } from "../runtime/implement.ts";
import { certificateEntity } from "./certificate.ts";

/** The certificate itself never changes: its being hidden stands in the pointer, and for the list in the application. */
export const handler = implement(hideCertificate, ({ cred_id, hidden }, { actor, commit }) =>
  retryWhenRaced({ raced: "state.changed", attempts: 5, exhausted: "server.busy" }, async () => {
    const otherwise = new Problem("resource.not-found");
    const applied = await get(Applied, keys.applied(actor.user_id, cred_id));
    if (!applied) throw otherwise;
    const { organization_id, application_id, certificate_hidden, certificate_id } = applied;
    const { user_id } = actor;
    const set = { certificate_hidden: hidden };
    const answer = { data: { cred_id, hidden } };
    if ((certificate_hidden ?? false) === hidden) {
      return commit([check(keys.certificate(organization_id, cred_id, actor.user_id), { otherwise })], answer);
    }
    return commit(
      [
        check(keys.certificate(organization_id, cred_id, actor.user_id), { otherwise }),
        change(keys.applied(actor.user_id, cred_id), { set }, { where: certificate_id ? { certificate_id } : {} }),
        change(keys.application(application_id), { set }),
        ...(await visibilitySteps(certificate_id, hidden)),
        ...transition(certificateEntity, hidden ? "hide" : "show", {
          before: { status: hidden ? "shown" : "hidden", organization_id, application_id, cred_id, user_id },
          actor_id: user_id,
        }).steps,
      ],
      answer,
    );
  }),
);

/** A certificate with an id of its own is hidden with its pages; the queue behind takes them from their address. */
async function visibilitySteps(certificate_id: string | undefined, hidden: boolean): Promise<Step[]> {
  const before = certificate_id && (await get(IssuedCertificate, keys.issuedCertificate(certificate_id)));
  if (!before || before.visibility === "erased") return [];
  return amend(issuedCertificateEntity, { before, set: { visibility: hidden ? "hidden" : "shown" } }).steps;
}
