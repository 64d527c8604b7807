import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { Appeal } from "../../shared/appeal/appeal.ts";
import { Problem } from "../../shared/http/problem.ts";
import { isBlank } from "../../shared/http/text.ts";
import { adjudicate } from "../../shared/review/adjudication-calls.ts";
import { Round, type Ruling } from "../../shared/review/job.ts";
import { settle, settleAppeal } from "../../shared/review/second-review.ts";
import { implement } from "../chain/implement.ts";
import { sanitize } from "../chain/rich-text.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet } from "../data/table.ts";
import { jobEntity } from "./model/entity.ts";
import { mayDecide, readUndecided, type Undecided } from "./model/undecided.ts";

type Input = z.output<typeof adjudicate.input>;
/** Of a ruling, what is sent. */
type RulingText = Pick<Ruling, "seat" | "verdicts" | "reason" | "reason_told">;

/**
 * What an admin decides is written with the round, whose results are released by it, or with the appeal. A repeat of the same decision by the
 * same admin is answered as done.
 */
export const handler = implement(adjudicate, async (input, { actor, organization_id, commit }) => {
  const { credential_job_id } = input;
  const found = await readUndecided(credential_job_id, organization_id);
  const { job, asked } = found;
  const at = now();
  const said = { ...(await keptOf(input)), given_by: actor.user_id };
  if (asked === undefined) {
    await requireSaidBefore(found, said);
    return { data: { credential_job_id, status: job.status } };
  }
  if (!mayDecide(found, actor.user_id)) throw new Problem("access.denied");
  const { because } = asked.adjudication;
  const ruling: Ruling = { because, ...said, given_on: at };
  requireAnswer(found, ruling);
  const ended = asked === job ? await endRound(found, ruling) : await answerAppeal(found, ruling);
  const { round } = job;
  return commit(
    [...ended.steps, audit("job.adjudicated", { ...jobEntity.auditIds(job), actor_id: actor.user_id, round })],
    { data: { credential_job_id, status: ended.job.status } },
  );
});

/** The steps that finalize the round as it was decided, with its first seat as it is then. */
async function endRound({ application, job, seats, untaken }: Undecided, ruling: Ruling) {
  const [first, ...others] = seats;
  const [{ finalizeRound }, { decidedDays }] = await Promise.all([
    import("./model/finalize-round.ts"),
    import("./model/seats/finish-seat.ts"),
  ]);
  const said = seats.map(({ results }) => results);
  return finalizeRound({
    application,
    job,
    results: settle(application.sections, said, ruling),
    at: ruling.given_on,
    decided_days: await decidedDays(job, ruling.given_on),
    first: first!.results,
    others,
    ...(untaken && { untaken }),
    ruling,
  });
}

/** The steps that answer the appeal as it was decided, with the first seat as it is then. */
async function answerAppeal({ application, seats }: Undecided, ruling: Ruling) {
  const { job, verdicts, results } = seats[0]!;
  const { decideAppeal } = await import("./model/decide-appeal.ts");
  const answered = { application, job, verdicts, results: settleAppeal(results, ruling), at: ruling.given_on, ruling };
  const { steps, first } = await decideAppeal(answered);
  return { steps, job: first };
}

/** What was sent, as it is kept. */
const keptOf = async ({ seat, verdicts, reason, reason_told }: Input): Promise<RulingText> => ({
  ...(seat && { seat }),
  ...(verdicts && {
    verdicts: await Promise.all(verdicts.map(async (each) => ({ ...each, feedback: await sanitize(each.feedback) }))),
  }),
  reason,
  ...(reason_told && verdicts && { reason_told }),
});

/** Refuses what is not the decision that the round's end, or the appeal's answer, was made of. */
async function requireSaidBefore(
  { application: { application_id }, job: { round } }: Undecided,
  said: RulingText & Pick<Ruling, "given_by">,
): Promise<void> {
  const [decided, appealed] = await batchGet([
    submissionKeys.round(application_id, round),
    submissionKeys.appeal(application_id),
  ]);
  const rulings = [decided && Round.parse(decided).ruling, appealed && Appeal.parse(appealed).ruling];
  const isSame = rulings.some((ruling) => {
    const { because: _, given_on: __, ...before } = ruling ?? {};
    return isDeepStrictEqual({ ...before }, { ...said });
  });
  if (!isSame) throw new Problem("job.not-undecided");
}

/** Refuses an answer to another question than the one that was asked, and a rejection that says nothing to the learner. */
function requireAnswer({ asked: waiting, seats }: Undecided, { because, seat, verdicts = [] }: Ruling): void {
  const refuse = (field: string, message: string) =>
    new Problem("input.invalid", { message, fields: { [field]: message } });
  if (because === "noThirdReviewer") {
    if (seat === undefined || verdicts.length > 0) throw refuse("seat", "Choose whose results count.");
    return;
  }
  const asked = waiting!.adjudication.section_ids;
  const isWhole =
    seat === undefined &&
    verdicts.length === asked.length &&
    asked.every((id) => verdicts.some(({ section_id }) => section_id === id));
  if (!isWhole) throw refuse("verdicts", "Decide every section.");
  for (const [index, { section_id, status, feedback }] of verdicts.entries()) {
    const isSaid = seats.some(({ results }) =>
      results.some((each) => each.section_id === section_id && each.status === status),
    );
    if (status === "rejected" && !isSaid && isBlank(feedback))
      throw refuse(`verdicts.${index}.feedback`, "Feedback required");
  }
}
