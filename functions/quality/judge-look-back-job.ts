import { Problem } from "../../shared/http/problem.ts";
import { Conclusion, LookBackJobs } from "../../shared/quality/look-back.ts";
import { judgeLookBackJob } from "../../shared/quality/look-back-calls.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { change, check, create } from "../data/steps.ts";
import { batchGet } from "../data/table.ts";
import { lookBackEntity } from "./model/look-back-entity.ts";
import { readReviewer, requireAccount } from "./model/looked-back-on.ts";

/** A repeat with the same words is answered as done. */
export const handler = implement(
  judgeLookBackJob,
  async (
    { user_id, credential_job_id, conclusion, note },
    { actor: { user_id: actor_id }, organization_id, commit },
  ) => {
    const { lookBack } = await readReviewer({ organization_id, user_id, actor_id });
    if (conclusion === "concern" && note === "")
      throw new Problem("input.invalid", { fields: { note: "Say what the concern is." } });
    if (lookBack?.status !== "open") throw new Problem("job.look-back-not-open");
    const { number } = lookBack;
    const key = qualityKeys.conclusion(organization_id, user_id, number, credential_job_id);
    const [listed, kept] = await batchGet([qualityKeys.lookBackJobs(organization_id, user_id, number), key]);
    const isListed = LookBackJobs.parse(listed).jobs.some((job) => job.credential_job_id === credential_job_id);
    if (!isListed) throw new Problem("resource.not-found");
    const answer = { data: { credential_job_id, conclusion, note } };
    const before = kept && Conclusion.parse(kept);
    if (before?.conclusion === conclusion && before.note === note) return answer;
    const set = { conclusion, note, given_by: actor_id, given_on: now() };
    const otherwise = new Problem("state.changed");
    return commit(
      [
        before
          ? change(key, { set }, { where: { version: before.version }, otherwise })
          : create(key, { organization_id, credential_job_id, ...set, version: 1 }, { otherwise }),
        check(qualityKeys.lookBack(organization_id, user_id), {
          where: { status: "open", number },
          otherwise: new Problem("job.look-back-not-open"),
        }),
        requireAccount(user_id),
        audit("look-back.job-judged", { ...lookBackEntity.auditIds(lookBack), actor_id, credential_job_id }),
      ],
      answer,
    );
  },
);
