import { Problem } from "../../shared/http/problem.ts";
import { extend } from "../../shared/review/calls.ts";
import { extendedDue, mayExtend } from "../../shared/review/clock.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend } from "../data/transition.ts";
import { workingTimeOf } from "../organization/model/calendar.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { clock } from "../runtime/clock.ts";
import { decisionOf } from "../submission/model/decision.ts";
import { jobEntity } from "./model/entity.ts";
import { namedJob, readAccepted } from "./model/store.ts";

/** The days are counted from the day that was promised, in the organization's working days as they are now. */
export const handler = implement(
  extend,
  ({ credential_job_id }, { actor, prefetched: [prefetched], commit }) =>
    retryWhenRaced(async (attempt) => {
      const { job, alsoFound } = await readAccepted(
        { credential_job_id, ...(attempt === 1 && prefetched && { prefetched }) },
        actor.user_id,
        ({ organization_id }) => [
          organizationKeys.organization(organization_id),
          organizationKeys.calendar(organization_id),
        ],
      );
      await requireStillOpen(job.organization_id, actor);
      const answered = (due: typeof job.due) => ({
        data: { credential_job_id, decision: decisionOf({ due }).decision! },
      });
      if (job.due?.extended) return answered(job.due);
      if (!job.due || !mayExtend(job, clock.now())) throw new Problem("job.not-extendable");
      const [organization, calendar] = alsoFound;
      const due = extendedDue(job.due, workingTimeOf(OrganizationRecord.parse(organization), calendar));
      return commit(
        amend(jobEntity, {
          before: job,
          set: { due },
          events: [{ type: "job.due-extended", actor_id: actor.user_id, reviewer_id: actor.user_id }],
        }).steps,
        answered(due),
      );
    }),
  namedJob,
);
