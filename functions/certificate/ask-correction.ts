import type { Correction } from "../../shared/certificate/correction.ts";
import { askCorrection } from "../../shared/certificate/correction-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { consumeRate } from "../data/rate.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend, transition } from "../data/transition.ts";
import { correctionEntity } from "./model/correction.ts";
import { certificateEntity } from "./model/entity.ts";
import { requireGood } from "./model/revoking.ts";
import { readOwn } from "./model/store.ts";

/** It stands in the certificate, whose version is the guard: of two at once one waits, and the other finds it waiting. */
export const handler = implement(
  askCorrection,
  ({ certificate_id, first_name, last_name, reason }, { actor: { user_id }, commit }) =>
    retryWhenRaced(
      async () => {
        const before = await readOwn(user_id, certificate_id);
        requireGood(before);
        const { correction: former } = before;
        const asked = { first_name, last_name, ...(reason && { reason }) };
        if (former?.status === "waiting") {
          if (isSame(former, asked)) return { data: { certificate_id, correction: former } };
          throw new Problem("certificate.correction-waits");
        }
        if (isSame({ ...before, reason: asked.reason }, asked))
          throw new Problem("certificate.same-name", { field: "first_name" });
        const { status: _, ...ids } = before;
        const { steps } = transition(correctionEntity, "ask", { set: ids, actor_id: user_id });
        const correction = {
          ...{ correction_id: newId("cor"), status: "waiting" as const, ...asked, asked_on: now() },
        };
        return commit(
          [
            ...amend(certificateEntity, { before, set: { correction } }).steps,
            ...steps,
            consumeRate("correctionsPerCertificate", certificate_id),
          ],
          { data: { certificate_id, correction } },
        );
      },
      { exhausted: "server.busy" },
    ),
);

type Asked = Pick<Correction, "first_name" | "last_name" | "reason">;

const isSame = (one: Asked, other: Asked): boolean =>
  one.first_name === other.first_name && one.last_name === other.last_name && one.reason === other.reason;
