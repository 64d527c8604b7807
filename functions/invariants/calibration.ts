import { Calibration } from "../../shared/job/anchor.ts";
import { expiryOf } from "../../shared/job/calibration.ts";
import { keys, kinds } from "../data/keys.ts";
import type { Invariant } from "./check.ts";

/** The invariant of who is calibrated: I29. */
export const calibration: readonly Invariant[] = [
  {
    id: "I29",
    says: "whoever accepted a job was calibrated then, where its submission asks for it",
    check({ jobs, applications, audits, of, get }, verify) {
      const asking = new Map(applications.flatMap((each) => (each.calibration ? [[each.application_id, each]] : [])));
      const passes = Map.groupBy(
        audits.filter(({ type }) => type === "calibration.passed"),
        ({ reviewer_id, cred_id }) => `${reviewer_id} ${cred_id}`,
      );
      const seats = new Map(jobs.map((job) => [job.credential_job_id, job]));
      for (const { type, subject_id, reviewer_id, at } of audits) {
        const seat = type === "job.accepted" ? seats.get(String(subject_id)) : undefined;
        if (seat === undefined || !asking.has(seat.application_id)) continue;
        const was = (passes.get(`${reviewer_id} ${seat.cred_id}`) ?? []).some(
          (pass) => String(pass.at) <= String(at) && String(at) < expiryOf(String(pass.at)),
        );
        verify(was, `${seat.credential_job_id}: ${reviewer_id} was not calibrated`);
      }
      for (const item of of(kinds.calibration)) {
        const { user_id, cred_id, tries } = Calibration.parse(item);
        const recorded = passes.get(`${user_id} ${cred_id}`)?.length ?? 0;
        const passed = tries.filter((each) => each.passed).length;
        verify(passed <= recorded, `${user_id} passed ${cred_id} ${passed} times, recorded ${recorded}`);
        const published = get(keys.anchorSet(cred_id))?.frozen_on;
        verify(published !== undefined, `${user_id} practices for ${cred_id}, whose anchors are not published`);
      }
    },
  },
];
