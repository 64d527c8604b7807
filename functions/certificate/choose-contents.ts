import { chooseContents } from "../../shared/certificate/calls.ts";
import type { Certificate } from "../../shared/certificate/certificate.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend } from "../data/transition.ts";
import { certificateEntity } from "./model/entity.ts";
import { hashedEmailOf } from "./model/hashed-email.ts";
import { readOwn } from "./model/store.ts";

export const handler = implement(
  chooseContents,
  ({ certificate_id, with_findings, with_email: wanted }, { actor, commit }) =>
    retryWhenRaced(
      async () => {
        const before = await readOwn(actor.user_id, certificate_id);
        const hadEmail = before.hashed_email !== undefined;
        const with_email = wanted ?? hadEmail;
        const answer = { data: { certificate_id, with_findings, with_email } };
        if (before.with_findings === with_findings && with_email === hadEmail) return commit([], answer);
        if (before.status === "revoked" || before.status === "replaced") throw new Problem("certificate.not-good");
        const { user_id } = actor;
        const set: Partial<Certificate> = {
          with_findings,
          ...(with_email !== hadEmail && { hashed_email: with_email ? await hashedEmailOf(user_id) : undefined }),
        };
        return commit(
          amend(certificateEntity, { before, set, events: [{ type: "certificate.changed", actor_id: user_id }] }).steps,
          answer,
        );
      },
      { exhausted: "server.busy" },
    ),
);
