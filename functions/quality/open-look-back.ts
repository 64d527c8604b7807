import { Problem } from "../../shared/http/problem.ts";
import { openLookBack } from "../../shared/quality/look-back-calls.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { put } from "../data/steps.ts";
import { transition } from "../data/transition.ts";
import { lookBackEntity } from "./model/look-back-entity.ts";
import { jobsDecided, readReviewer, requireAccount } from "./model/looked-back-on.ts";

/** Which jobs it is over is fixed with it; the one that was closed before goes beside it. */
export const handler = implement(
  openLookBack,
  async ({ user_id, finding }, { actor: { user_id: actor_id }, organization_id, commit }) => {
    const { lookBack: before } = await readReviewer({ organization_id, user_id, actor_id });
    if (before?.status === "open" && before.finding === finding) return { data: { opened_on: before.opened_on } };
    const number = (before?.number ?? 0) + 1;
    const opened_on = now();
    const opened = transition(lookBackEntity, "open", {
      before,
      set: {
        organization_id,
        user_id,
        number,
        finding,
        opened_by: actor_id,
        opened_on,
        summary: undefined,
        closed_by: undefined,
        closed_on: undefined,
      },
      otherwise: new Problem("job.look-back-open"),
      actor_id,
    });
    const jobs = await jobsDecided(organization_id, user_id);
    return commit(
      [
        ...opened.steps,
        ...(before ? [put(qualityKeys.formerLookBack(organization_id, user_id, before.number), { ...before })] : []),
        put(qualityKeys.lookBackJobs(organization_id, user_id, number), { organization_id, jobs }),
        requireAccount(user_id),
      ],
      { data: { opened_on } },
    );
  },
);
