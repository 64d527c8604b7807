import { chooseFindings } from "../../shared/certificate/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { audit } from "../data/audit.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend } from "../data/transition.ts";
import { implement } from "../runtime/implement.ts";
import { issuedCertificateEntity } from "./entity.ts";
import { readOwn } from "./store.ts";

export const handler = implement(chooseFindings, ({ certificate_id, with_findings }, { actor, commit }) =>
  retryWhenRaced({ raced: "state.changed", attempts: 5, exhausted: "server.busy" }, async () => {
    const before = await readOwn(actor.user_id, certificate_id);
    const answer = { data: { certificate_id, with_findings } };
    if (before.with_findings === with_findings) return commit([], answer);
    if (before.status === "revoked" || before.status === "replaced") throw new Problem("certificate.not-good");
    const { user_id } = actor;
    const ids = issuedCertificateEntity.identify(before);
    return commit(
      [
        ...amend(issuedCertificateEntity, { before, set: { with_findings } }).steps,
        audit("certificate.changed", { ...ids, actor_id: user_id }),
      ],
      answer,
    );
  }),
);
