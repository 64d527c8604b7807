import { Problem } from "../../shared/http/problem.ts";
import { withdrawAppeal } from "../../shared/submission/appeal-calls.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { dueNow } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { queryAll } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { appealEntity } from "../job/appeal-entity.ts";
import { jobEntity } from "../job/entity.ts";
import { readReview } from "../job/review.ts";
import { takeUp } from "../job/set-aside.ts";
import { requireStillOpen } from "../organization/still-open.ts";
import { implement } from "../runtime/implement.ts";
import { applicationEntity } from "./application-entity.ts";

/** The seat ends with its appeal; what was decided there by then is paid. The revision goes on with what had been typed. */
export const handler = implement(withdrawAppeal, async ({ application_id }, { actor, commit }) => {
  const { application, appeal, laterSeats } = await readReview(application_id);
  if (application?.user_id !== actor.user_id) throw new Problem("resource.not-found");
  await requireStillOpen(application.organization_id, actor);
  if (application.appeal === "withdrawn") return answerOf(application);
  const seat = laterSeats.find(({ credential_job_id }) => credential_job_id === appeal?.job_id);
  if (!appeal || !seat) throw new Problem("appeal.not-open");
  const at = now();
  const otherwise = new Problem("state.changed");
  const withdrawn = transition(appealEntity, "withdraw", {
    before: appeal,
    set: { ended_on: at },
    otherwise,
    actor_id: actor.user_id,
  });
  const { sections, steps } = takeUp(application, await queryAll(keys.works(application_id)), withdrawn);
  const revised = amend(applicationEntity, {
    before: application,
    set: { appeal: "withdrawn", sections, updated_on: at },
    otherwise,
  });
  const ended = { before: seat, set: { completed_on: at }, otherwise, recordedBy: withdrawn };
  return commit(
    [
      ...withdrawn.steps,
      ...steps,
      ...revised.steps,
      ...transition(jobEntity, "withdraw", ended).steps,
      dueNow("job-pay", keys.job(seat.credential_job_id)),
    ],
    answerOf(revised.after),
  );
});

const answerOf = ({ application_id, version }: Application) => ({
  data: { application_id, status: "withdrawn" as const, version },
});
