import { Problem } from "../../shared/http/problem.ts";
import { endOfDay } from "../../shared/review/clock.ts";
import { waive } from "../../shared/tie/calls.ts";
import { isTied, type Waiver } from "../../shared/tie/ties.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { begin, dueNow } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { change, check, create } from "../data/steps.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { jobEntity } from "../review/model/entity.ts";
import { namedJob, readJob } from "../review/model/store.ts";
import { tieKeys, tiesFound } from "./model/ties.ts";

/** A repeat with the same words and day is answered as done. */
export const handler = implement(
  waive,
  async (
    { credential_job_id, reviewer_id, reason, last_day },
    { actor, organization_id, prefetched: [prefetched], commit },
  ) => {
    const { job, alsoFound } = await readJob({ credential_job_id, prefetched }, (named) =>
      tieKeys(named, [reviewer_id]),
    );
    const organization = alsoFound[0] && OrganizationRecord.parse(alsoFound[0]);
    if (!organization || job?.organization_id !== organization_id || job.seat !== "first")
      throw new Problem("resource.not-found");
    const ends_on = endOfDay(last_day, organization.timezone);
    const [found] = tiesFound(job, [reviewer_id], alsoFound);
    const former = found?.waiver;
    if (former?.reason === reason && former.ends_on === ends_on) return { data: former };
    if (ends_on < now()) throw new Problem("input.invalid", { fields: { last_day: "Choose today or a later day." } });
    const isWaivable = found && isTied(found.declared, false) && !isTied(found.declared, true);
    if (!isWaivable) throw new Problem("job.no-tie");
    const { application_id } = job;
    const waiver: Waiver = {
      application_id,
      organization_id,
      reviewer_id,
      reason,
      ends_on,
      given_by: actor.user_id,
      given_on: now(),
      version: (former?.version ?? 0) + 1,
    };
    const key = submissionKeys.waiver(application_id, reviewer_id);
    const otherwise = new Problem("state.changed");
    const { version, ...set } = waiver;
    const credentialKey = credentialKeys.credential(job.cred_id);
    return commit(
      [
        former
          ? change(key, { set }, { where: { version: former.version }, otherwise })
          : create(key, waiver, { otherwise }),
        check(submissionKeys.job(credential_job_id), { where: { version: job.version }, otherwise }),
        audit("job.tie-waived", {
          ...jobEntity.auditIds(job),
          actor_id: actor.user_id,
          reviewer_id,
          waiver_version: version,
          waiver_ends_on: ends_on,
        }),
        dueNow("reviewer-offers", credentialKey),
        begin({ kind: "reviewer-offers", at: ends_on, reference: credentialKey }),
      ],
      { data: waiver },
    );
  },
  namedJob,
);
