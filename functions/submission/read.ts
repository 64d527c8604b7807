import { Appeal, appealableSections, appealableUntil, payableUntil } from "../../shared/appeal/appeal.ts";
import { PracticeConsent } from "../../shared/calibration/anchor.ts";
import { Problem } from "../../shared/http/problem.ts";
import { archiveEnd } from "../../shared/organization/rules.ts";
import { Payment } from "../../shared/payment/payment.ts";
import { isSold } from "../../shared/payment/rules.ts";
import { dollars } from "../../shared/platform/money.ts";
import { nineOfTenDays } from "../../shared/review/clock.ts";
import { Round } from "../../shared/review/job.ts";
import { read } from "../../shared/submission/calls.ts";
import { type Application, Applied } from "../../shared/submission/submission.ts";
import type { Closing, Submission } from "../../shared/submission/submission-views.ts";
import { type HandlerOptions, implement } from "../chain/implement.ts";
import { readRevision } from "../credential/model/revision.ts";
import type { Key } from "../data/keys/key.ts";
import { metricsKeys } from "../data/keys/metrics.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { paymentKeys } from "../data/keys/payment.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet, type Item, queryAll, transactGet, withShards } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { clock } from "../runtime/clock.ts";
import { decisionOf } from "./model/decision.ts";
import { decisionCounts } from "./model/decision-times.ts";
import { pointer } from "./model/pointer.ts";
import { submissionDetail } from "./model/rows.ts";
import { namedApplication, ownApplication, worksOf } from "./model/store.ts";

/** Reads the application that a call names, or by its credential the caller's pointer to it. */
const named: HandlerOptions = {
  prefetch: (input, user_id) =>
    (input.application_id === undefined ? pointer : namedApplication).prefetch(input, user_id),
};

export const handler = implement(
  read,
  async ({ application_id }, { actor: { user_id }, prefetched: [prefetched] }) => {
    if (prefetched === undefined) throw new Problem("resource.not-found");
    const isPointed = application_id === undefined;
    return { data: await answer(isPointed ? Applied.parse(prefetched) : ownApplication(prefetched, user_id), user_id) };
  },
  named,
);

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
  const stored = find(submissionKeys.appeal(application_id));
  const { job_id: _, due, fee_cents, ruling: __, ...appeal } = stored ? Appeal.parse(stored) : ({} as Partial<Appeal>);
  const decided = find(submissionKeys.round(application_id, round));
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
  { application_id, organization_id, cred_id, revision }: Omit<Applied, "user_id">,
  user_id: string,
): Promise<Submission> {
  const money = [paymentKeys.payment(application_id), paymentKeys.payment(application_id, "appeal")];
  const [items, published, [head, ...paid], [place, times, consent]] = await Promise.all([
    queryAll({ pk: submissionKeys.application(application_id).pk }),
    readRevision(cred_id, revision),
    transactGet([submissionKeys.application(application_id), ...money]),
    batchGet([
      organizationKeys.organization(organization_id),
      metricsKeys.decisionTimes(organization_id),
      qualityKeys.practiceConsent(organization_id, application_id),
    ]).then(withShards),
  ]);
  const application = ownApplication(
    items.find(({ sk }) => sk === "META"),
    user_id,
  );
  // as of a moment before, a refund that closed it would not show
  const isSameMoment = head?.version === application.version;
  const [payment, fee] = (isSameMoment ? paid : await batchGet(money)).map((item) => item && Payment.parse(item));
  const days = isFirstDecisionDue(application) && times && nineOfTenDays(decisionCounts(times));
  const isConsented = application.status === "completed" && consent !== undefined;
  const archived_at = place && OrganizationRecord.parse(place).archived_at;
  return {
    ...appealIn(items, application, fee),
    ...submissionDetail(application, published?.sections ?? [], worksOf(items)),
    ...(typeof days === "number" && { nine_of_ten_days: days }),
    ...(isConsented && { practice_consent_on: PracticeConsent.parse(consent).given_on }),
    closed: closingOf(application, payment),
    ...(archived_at !== undefined && { archived_until: archiveEnd(archived_at) }),
  };
}
