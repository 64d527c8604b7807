import { withdrawCorrection } from "../../shared/certificate/correction-calls.ts";
import { implement } from "../chain/implement.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend } from "../data/transition.ts";
import { decideCorrection, requireWaiting } from "./model/correction.ts";
import { certificateEntity } from "./model/entity.ts";
import { readOwn } from "./model/store.ts";

/** A repeat answers what was done; whoever withdraws what was decided is told so. */
export const handler = implement(
  withdrawCorrection,
  ({ certificate_id, correction_id }, { actor: { user_id }, commit }) =>
    retryWhenRaced(
      async () => {
        const before = await readOwn(user_id, certificate_id);
        const { correction: former } = before;
        if (former?.correction_id === correction_id && former.status === "withdrawn")
          return { data: { certificate_id, correction: former } };
        const waiting = requireWaiting(before, correction_id);
        const { correction, steps } = decideCorrection(before, waiting, { event: "withdraw", actor_id: user_id });
        return commit([...amend(certificateEntity, { before, set: { correction } }).steps, ...steps], {
          data: { certificate_id, correction },
        });
      },
      { exhausted: "server.busy" },
    ),
);
