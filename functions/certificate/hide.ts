import { Certificate } from "../../shared/certificate/certificate.ts";
import { hide } from "../../shared/certificate/own-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { get } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { certificateEntity, visibilityEntity } from "./model/entity.ts";

/** Of a learner's own certificate, that of their last application unless another is named: neither replaced nor erased. */
export const handler = implement(hide, ({ cred_id, hidden, ...asked }, { actor, commit }) =>
  retryWhenRaced(
    async () => {
      const { user_id } = actor;
      const applied = await get(Applied, submissionKeys.applied(user_id, cred_id));
      const { certificate_id = applied?.certificate_id ?? "" } = asked;
      const before = await get(Certificate, certificateKeys.certificate(certificate_id));
      const isOwn = before?.user_id === user_id && before.cred_id === cred_id;
      if (!isOwn || before.status === "replaced" || before.visibility === "erased")
        throw new Problem("resource.not-found");
      const answer = { data: { cred_id, hidden } };
      const visibility = hidden ? "hidden" : "shown";
      if (before.visibility === visibility) return commit([], answer);
      const { steps } = transition(visibilityEntity, hidden ? "hide" : "show", {
        before: { ...before, status: before.visibility },
        actor_id: user_id,
      });
      return commit([...amend(certificateEntity, { before, set: { visibility } }).steps, ...steps], answer);
    },
    { exhausted: "server.busy" },
  ),
);
