import { withdraw } from "../../shared/appeal/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Payment } from "../../shared/payment/payment.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { dueNow } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { paymentKeys } from "../data/keys/payment.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import type { Step } from "../data/steps.ts";
import { queryAll } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { earnedCents } from "../payment/model/earned-pay.ts";
import { endFeeSteps } from "../payment/model/end-appeal-fee.ts";
import { failSteps } from "../payment/model/fail.ts";
import { withdrawSeat } from "../review/model/seats/withdraw-seat.ts";
import { appealEntity } from "../submission/model/appeal-entity.ts";
import { applicationEntity } from "../submission/model/application-entity.ts";
import { readReview } from "../submission/model/review.ts";
import { resume } from "../submission/model/suspended-revision.ts";
import { appealFees } from "./model/fees.ts";

/**
 * The seat ends with its appeal; what was decided there by then is paid, of the fee where there is one, and the rest of that
 * becomes product credit. The revision goes on with what had been typed.
 */
export const handler = implement(withdraw, async ({ application_id }, { actor, commit }) => {
  const { application, appeal, laterSeats, alsoFound } = await readReview(application_id, [
    paymentKeys.payment(application_id, "appeal"),
  ]);
  if (application?.user_id !== actor.user_id) throw new Problem("resource.not-found");
  await requireStillOpen(application.organization_id, actor);
  if (application.appeal === "withdrawn") return answerOf(application);
  const [fee] = alsoFound.map((item) => item && Payment.parse(item));
  if (fee && application.appeal === undefined) return commit(await endUnpaid(fee), answerOf(application));
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
  const paid = await endFeeSteps(application, {
    spentCents: earnedCents(seat, application),
    actor_id: actor.user_id,
    otherwise,
  });
  const { sections, steps } = resume(application, await queryAll(submissionKeys.works(application_id)), withdrawn);
  const revised = amend(applicationEntity, {
    before: application,
    set: { appeal: "withdrawn", sections, updated_on: at },
    otherwise,
  });
  return commit(
    [
      ...withdrawn.steps,
      ...paid,
      ...steps,
      ...revised.steps,
      ...withdrawSeat(seat, { at, otherwise, by: withdrawn, set: { adjudication: undefined } }).steps,
      dueNow("job-pay", submissionKeys.job(seat.credential_job_id)),
    ],
    answerOf(revised.after),
  );
});

/** An appeal that waits for its fee ends with the payment; what had been collected after all files it instead. */
async function endUnpaid(fee: Payment): Promise<Step[]> {
  if (fee.status !== "open") return [];
  const [{ closeAtProvider }, { settle }] = await Promise.all([
    import("../payment/model/choose.ts"),
    import("../payment/model/settle.ts"),
  ]);
  const receipt = await closeAtProvider(fee);
  if (receipt === undefined) return failSteps(fee, "The appeal was withdrawn.", new Problem("state.changed"));
  await settle(receipt, { actor_id: fee.user_id }, appealFees);
  throw new Problem("state.changed");
}

const answerOf = ({ application_id, version }: Application) => ({
  data: { application_id, status: "withdrawn" as const, version },
});
