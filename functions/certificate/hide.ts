import { IssuedCertificate } from "../../shared/certificate/certificate.ts";
import { hide } from "../../shared/certificate/own-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { keys } from "../data/keys.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change, check, get } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { certificateEntity } from "./model/certificate.ts";
import { issuedCertificateEntity } from "./model/entity.ts";

/** The certificate itself never changes: its being hidden stands in the pointer to it, and for the list in the application. */
export const handler = implement(hide, ({ cred_id, hidden, ...asked }, { actor, commit }) =>
  retryWhenRaced({ raced: "state.changed", attempts: 5, exhausted: "server.busy" }, async () => {
    const otherwise = new Problem("resource.not-found");
    const { user_id } = actor;
    const pointer = keys.applied(user_id, cred_id);
    const applied = await get(Applied, pointer);
    if (!applied) throw otherwise;
    const { certificate_id = applied.certificate_id } = asked;
    const issued = certificate_id && (await get(IssuedCertificate, keys.issuedCertificate(certificate_id)));
    if (certificate_id && !(issued && isOwn(issued, applied))) throw otherwise;
    const { organization_id, application_id } = issued || applied;
    const isHidden = issued ? issued.visibility === "hidden" : (applied.certificate_hidden ?? false);
    const answer = { data: { cred_id, hidden } };
    const there = issued ? [] : [check(keys.certificate(organization_id, cred_id, user_id), { otherwise })];
    if (isHidden === hidden) return commit(there, answer);
    const set = { certificate_hidden: hidden };
    const isLast = certificate_id === applied.certificate_id;
    return commit(
      [
        ...there,
        ...(isLast ? [change(pointer, { set }, { where: certificate_id ? { certificate_id } : {} })] : []),
        change(keys.application(application_id), { set }),
        ...(issued
          ? amend(issuedCertificateEntity, { before: issued, set: { visibility: hidden ? "hidden" : "shown" } }).steps
          : []),
        ...transition(certificateEntity, hidden ? "hide" : "show", {
          before: { status: hidden ? "shown" : "hidden", organization_id, application_id, cred_id, user_id },
          actor_id: user_id,
        }).steps,
      ],
      answer,
    );
  }),
);

/** The learner's own of this credential, and neither replaced nor erased. */
const isOwn = ({ user_id, cred_id, status, visibility }: IssuedCertificate, applied: Applied): boolean =>
  user_id === applied.user_id && cred_id === applied.cred_id && status !== "replaced" && visibility !== "erased";
