import { declineCorrection } from "../../shared/certificate/correction-calls.ts";
import { implement } from "../chain/implement.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend } from "../data/transition.ts";
import { decideCorrection, requireWaiting } from "./model/correction.ts";
import { certificateEntity } from "./model/entity.ts";
import { readIn } from "./model/store.ts";

/** A repeat with the same reason answers what was done; another reason comes too late. */
export const handler = implement(
  declineCorrection,
  ({ certificate_id, correction_id, reason: declined_because }, { actor, organization_id, commit }) =>
    retryWhenRaced(
      async () => {
        const before = await readIn(organization_id, certificate_id);
        const { correction: former } = before;
        if (
          former?.correction_id === correction_id &&
          former.status === "declined" &&
          former.declined_because === declined_because
        )
          return { data: { certificate_id, correction: former } };
        const waiting = requireWaiting(before, correction_id);
        const actor_id = actor.user_id;
        const { correction, steps } = decideCorrection(before, waiting, {
          event: "decline",
          actor_id,
          declined_because,
        });
        return commit([...amend(certificateEntity, { before, set: { correction } }).steps, ...steps], {
          data: { certificate_id, correction },
        });
      },
      { exhausted: "server.busy" },
    ),
);
