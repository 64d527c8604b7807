import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { Job, Round } from "../../shared/job/job.ts";
import { Appeal, appealableSections, appealableUntil } from "../../shared/submission/appeal.ts";
import { fileAppeal } from "../../shared/submission/appeal-calls.ts";
import { type Application, Due } from "../../shared/submission/submission.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { transactGet } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { appealEntity } from "../job/appeal-entity.ts";
import { jobEntity } from "../job/entity.ts";
import { openSeat } from "../job/open-seat.ts";
import { jobKeyOf } from "../job/review.ts";
import { setAside } from "../job/set-aside.ts";
import { requireStillOpen } from "../organization/still-open.ts";
import { implement } from "../runtime/implement.ts";
import { applicationEntity } from "./application-entity.ts";
import { namedApplication, ownApplication } from "./store.ts";

/**
 * One transaction: the appeal, its seat, and the submission as it was judged. Whatever else happens to the submission in
 * the same moment comes before it or after it.
 */
export const handler = implement(
  fileAppeal,
  async (input, { actor, commit, prefetched }) => {
    const { application_id, grounds, text } = input;
    const known = ownApplication(prefetched, actor.user_id);
    const jobKey = jobKeyOf(known);
    if (jobKey === undefined) throw new Problem("appeal.not-possible");
    const section_ids = [...new Set(input.section_ids)].toSorted();
    const [item, stored, round, firstJob, ...works] = await transactGet([
      keys.application(application_id),
      keys.appeal(application_id),
      keys.round(application_id, known.round),
      jobKey,
      ...section_ids.map((id) => keys.work(application_id, id)),
    ]);
    const application = ownApplication(item, actor.user_id);
    await requireStillOpen(application.organization_id, actor);
    const before = stored && Appeal.parse(stored);
    if (before && isRepeat(before, { grounds, text, section_ids })) return answerOf(application);
    const until = appealableUntil(application, round && Round.parse(round).finalized_on);
    const at = now();
    const appealable = appealableSections(application);
    const isPossible = until !== undefined && at <= until && section_ids.every((id) => appealable.includes(id));
    if (before || !isPossible || !firstJob) throw new Problem("appeal.not-possible");

    const otherwise = new Problem("state.changed");
    const first = Job.parse(firstJob);
    const opened = await openSeat(application, { seat: "appeal", like: first, first, section_ids, at });
    const { organization_id, cred_id, user_id, title } = application;
    const filed = transition(appealEntity, "file", {
      set: {
        application_id,
        organization_id,
        cred_id,
        user_id,
        title,
        round: application.round,
        job_id: opened.job_id,
        grounds,
        text,
        section_ids,
        due: Due.parse(opened.due),
        filed_on: at,
      },
      otherwise,
      actor_id: user_id,
    });
    const { sections, steps } = setAside(application, section_ids, works);
    const appealed = amend(applicationEntity, {
      before: application,
      set: { appeal: "filed", sections, updated_on: at },
      otherwise,
    });
    return commit(
      [
        ...filed.steps,
        ...steps,
        ...appealed.steps,
        ...amend(jobEntity, { before: first, set: { later_seats: opened.later_seats }, otherwise }).steps,
        ...opened.steps,
      ],
      answerOf(appealed.after),
    );
  },
  namedApplication,
);

const isRepeat = (
  { grounds, text, section_ids, status }: Appeal,
  sent: Pick<z.output<typeof fileAppeal.input>, "grounds" | "text" | "section_ids">,
): boolean => status === "filed" && isDeepStrictEqual({ grounds, text, section_ids }, sent);

/** What a change of an appeal answers. */
const answerOf = ({ application_id, appeal, version }: Application) => ({
  data: { application_id, status: appeal ?? ("filed" as const), version },
});
