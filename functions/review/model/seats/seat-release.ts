import { Problem } from "../../../../shared/http/problem.ts";
import type { Job } from "../../../../shared/review/job.ts";
import { toEverybody } from "../../../../shared/review/waves.ts";
import type { Application } from "../../../../shared/submission/submission.ts";
import { dueSoon } from "../../../data/deadlines.ts";
import { credentialKeys } from "../../../data/keys/credential.ts";
import type { Step } from "../../../data/steps.ts";
import { transition } from "../../../data/transition.ts";
import { applicationEntity } from "../../../submission/model/application-entity.ts";
import { jobEntity } from "../entity.ts";

/**
 * The transaction that gives a job back to all who may take it, until its round is decided; verdicts given stay, and who
 * may take it now follows soon. `release`: its reviewer gives it back, or the time is up ("system"); `reassign`: staff take
 * it from its reviewer, who is not offered it again. Refused with `otherwise`.
 */
export function seatReleaseSteps(
  event: "release" | "reassign",
  job: Job,
  application: Application,
  actor_id: string,
  {
    reason,
    otherwise = new Problem("job.already-graded"),
  }: { readonly reason?: string; readonly otherwise?: Problem } = {},
): Step[] {
  const { acceptor = "", passed_over = [], former_acceptors = [], reviewers, offers, due, seat_due } = job;
  const taken = {
    passed_over: [...new Set([...passed_over, acceptor])],
    reviewers: reviewers.filter((reviewer) => reviewer !== acceptor),
  };
  const back = transition(jobEntity, event, {
    before: job,
    set: {
      acceptor: undefined,
      accepted_on: undefined,
      accepted_in: undefined,
      in_hand_minutes: undefined,
      no_other_ties: undefined,
      graded_on: undefined,
      former_acceptors: [...new Set([...former_acceptors, acceptor])],
      ...(due?.taken && { due: seat_due, seat_due: undefined }),
      ...(offers && { offers: toEverybody(offers) }),
      reassign_reason: reason,
      ...(event === "reassign" && taken),
    },
    otherwise,
    actor_id,
    details: { reviewer_id: acceptor },
  });
  return [
    ...back.steps,
    ...(job.seat === "first"
      ? transition(applicationEntity, "jobReleased", { before: application, otherwise, recordedBy: back }).steps
      : []),
    dueSoon("reviewer-offers", credentialKeys.credential(job.cred_id)),
  ];
}
