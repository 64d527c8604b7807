import { dollars } from "../../shared/credential/money.ts";
import { Problem } from "../../shared/http/problem.ts";
import { PracticeConsent } from "../../shared/job/anchor.ts";
import { nineOfTenDays } from "../../shared/job/clock.ts";
import { Round } from "../../shared/job/job.ts";
import { archiveEnd } from "../../shared/organization/rules.ts";
import { Payment } from "../../shared/payment/payment.ts";
import { isSold } from "../../shared/payment/rules.ts";
import { Appeal, appealableSections, appealableUntil, payableUntil } from "../../shared/submission/appeal.ts";
import { type Closing, read, type Submission } from "../../shared/submission/calls.ts";
import { type Application, Applied } from "../../shared/submission/submission.ts";
import { readRevision } from "../credential/revision.ts";
import { keys } from "../data/keys.ts";
import { batchGet, get, type Item, type Key, queryAll } from "../data/table.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { clock } from "../process/clock.ts";
import { implement } from "../runtime/implement.ts";
import { decisionOf } from "./decision.ts";
import { decisionCounts } from "./decision-times.ts";
import { submissionDetail } from "./rows.ts";
import { ownApplication, worksOf } from "./store.ts";

const readPartition = (application_id: string) => queryAll({ pk: keys.application(application_id).pk });

/** By id: the application, then its revision. By credential: the pointer, then both at once. */
export const handler = implement(read, async ({ application_id, credential_id }, { actor }) => {
  if (application_id !== undefined) {
    const items = await readPartition(application_id);
    return { data: await answer(items, actor.user_id) };
  }
  const applied = credential_id && (await get(Applied, keys.applied(actor.user_id, credential_id)));
  if (!applied) throw new Problem("resource.not-found");
  const [items, revision] = await Promise.all([
    readPartition(applied.application_id),
    readRevision(applied.cred_id, applied.revision),
  ]);
  return { data: await answer(items, actor.user_id, revision) };
});

/** Why an application was closed, and where its money is. What is older than the reason is kept tells it by its payment. */
function closingOf(application: Application, payment: Payment | undefined): Closing | undefined {
  const { status, closed_because, closed_on, updated_on, price_cents, round } = application;
  if (status !== "closed") return undefined;
  const unpaid = price_cents > 0 && (payment === undefined || !isSold(payment.status));
  const told = payment && ({ credited: "refund", lost: "dispute" } as const)[String(payment.status)];
  return {
    because: closed_because ?? told ?? (unpaid && round === 0 ? "unpaid" : "revision"),
    on: closed_on ?? updated_on,
    credited: dollars(
      payment?.status === "credited" ? price_cents : payment?.status === "lost" ? payment.credit_cents : 0,
    ),
    returned: dollars(payment?.status === "lost" ? payment.due_cents : 0),
    ...(payment?.refund_reason !== undefined && { reason: payment.refund_reason }),
  };
}

/** What became of the submission's appeal, or until when there may be one. One that can be paid no more is none. */
function appealIn(
  items: readonly Item[],
  application: Application,
  fee: Payment | undefined,
): Pick<Submission, "appeal" | "appealable_until" | "appealable_sections" | "appeal_hourly_fee"> {
  const { application_id, round } = application;
  const find = ({ sk }: Key) => items.find((item) => item.sk === sk);
  const stored = find(keys.appeal(application_id));
  const { job_id: _, due, fee_cents, ...appeal } = stored ? Appeal.parse(stored) : ({} as Partial<Appeal>);
  const decided = find(keys.round(application_id, round));
  const until = appealableUntil(application, decided && Round.parse(decided).finalized_on);
  const isOver = until === undefined || until < clock.iso();
  if (appeal.status !== undefined && !(appeal.status === "unpaid" && isOver)) {
    const { price_cents = 0, spent_cents = 0 } = fee ?? {};
    return {
      appeal: {
        ...(appeal as Omit<Appeal, "job_id" | "due" | "fee_cents">),
        ...(appeal.status === "filed" && decisionOf({ due })),
        ...(fee_cents !== undefined && { fee: dollars(fee_cents) }),
        ...(fee?.status === "credited" && { fee_credited: dollars(price_cents - spent_cents) }),
        ...(appeal.status === "unpaid" && { payable_until: payableUntil(appeal.filed_on!, until!) }),
      },
    };
  }
  if (isOver) return {};
  return {
    appealable_until: until,
    appealable_sections: appealableSections(application),
    ...(application.appeals?.fee === "reviewerPay" && {
      appeal_hourly_fee: dollars(application.reviewer_hourly_rate_cents),
    }),
  };
}

/** Whether a learner waits for the first decision on their work, and was promised a day for it. */
const isFirstDecisionDue = ({ clock, round, status }: Application): boolean =>
  clock !== undefined && round <= 1 && (status === "submitted" || status === "reviewing");

async function answer(
  items: Awaited<ReturnType<typeof readPartition>>,
  user_id: string,
  known?: Awaited<ReturnType<typeof readRevision>>,
) {
  const application = ownApplication(
    items.find(({ sk }) => sk === "META"),
    user_id,
  );
  const { application_id, organization_id, cred_id } = application;
  const isCompleted = application.status === "completed";
  const hasFee = application.appeals?.fee === "reviewerPay";
  const [revision, [paid, place, ...others]] = await Promise.all([
    known ?? readRevision(cred_id, application.revision),
    batchGet([
      keys.payment(application_id),
      keys.organization(organization_id),
      ...(hasFee ? [keys.payment(application_id, "appeal")] : []),
      ...(isFirstDecisionDue(application) ? [keys.decisionTimes(organization_id)] : []),
      ...(isCompleted ? [keys.practiceConsent(organization_id, application_id)] : []),
    ]),
  ]);
  const fee = hasFee ? others.shift() : undefined;
  const [extra] = others;
  const nine_of_ten_days = !isCompleted && extra && nineOfTenDays(decisionCounts(extra));
  const archived_at = place && OrganizationRecord.parse(place).archived_at;
  return {
    ...appealIn(items, application, fee && Payment.parse(fee)),
    ...submissionDetail(application, revision?.sections ?? [], worksOf(items)),
    ...(typeof nine_of_ten_days === "number" && { nine_of_ten_days }),
    ...(isCompleted && extra && { practice_consent_on: PracticeConsent.parse(extra).given_on }),
    closed: closingOf(application, paid && Payment.parse(paid)),
    ...(archived_at !== undefined && { archived_until: archiveEnd(archived_at) }),
  };
}
