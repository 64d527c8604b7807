import { Problem } from "../../shared/http/problem.ts";
import { businessDaysAfter } from "../../shared/review/clock.ts";
import { remind } from "../../shared/review/overview-calls.ts";
import { isUnderReview, shownStatus } from "../../shared/review/rules.ts";
import { implement } from "../chain/implement.ts";
import { isWithin, readSummary } from "../credential/model/summary.ts";
import { audit } from "../data/audit.ts";
import { begin } from "../data/deadlines.ts";
import { minuteOf, now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { workingTimeOf } from "../organization/model/calendar.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { readReview } from "../submission/model/review.ts";
import { remindedOn, reminderIn } from "./model/deadlines/reminding.ts";
import { jobEntity } from "./model/entity.ts";
import { namedJob, readJob } from "./model/store.ts";

/**
 * What staff do is kept and answered the same, whoever has the turn, and be it nobody. It is told at the end of the business
 * day, when the clock tells reviewers of days: at a moment of its own it would say that the job is no anchor.
 */
export const handler = implement(
  remind,
  ({ credential_job_id }, { actor, prefetched: [prefetched], commit }) =>
    retryWhenRaced(async () => {
      const { job: named } = await readJob({ credential_job_id, prefetched });
      if (named?.seat !== "first") throw new Problem("resource.not-found");
      const key = submissionKeys.reviewReminder(credential_job_id);
      const [credential, { job, alsoFound }] = await Promise.all([
        readSummary(named.cred_id),
        readReview(named.application_id, [
          key,
          organizationKeys.organization(named.organization_id),
          organizationKeys.calendar(named.organization_id),
        ]),
      ]);
      if (!isWithin(actor, credential) || job === undefined) throw new Problem("resource.not-found");
      const [kept, organization, calendar] = alsoFound;
      const { reminded_on } = remindedOn(kept);
      if (reminded_on !== undefined) return { data: { credential_job_id, reminded_on } };
      if (!isUnderReview({ status: shownStatus(job, "") })) throw new Problem("state.changed");
      const at = now();
      const before = reminderIn(kept);
      const rides_on =
        before?.rides_on ?? businessDaysAfter(at, 0, workingTimeOf(OrganizationRecord.parse(organization), calendar));
      const marked = change(
        key,
        { set: { at, rides_on } },
        {
          orCreate: true,
          where: { version: before ? before.version : { absent: true } },
          otherwise: new Problem("state.changed"),
        },
      );
      return commit(
        [
          marked,
          audit("job.reminder-asked", { ...jobEntity.auditIds(job), actor_id: actor.user_id }),
          ...(before?.rides_on
            ? []
            : [begin({ kind: "review-reminder", at: rides_on, reference: submissionKeys.job(credential_job_id) })]),
        ],
        { data: { credential_job_id, reminded_on: minuteOf(at) } },
      );
    }),
  namedJob,
);
