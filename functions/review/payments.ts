import { dollars } from "../../shared/platform/money.ts";
import { payments } from "../../shared/review/calls.ts";
import { implement } from "../chain/implement.ts";
import { minuteOf } from "../data/ids.ts";
import { paymentViews } from "../data/keys/payment.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { Payout } from "../payment/model/earned-pay.ts";

/** What a reviewer earned wherever they did: their payouts, with the sums of them all. */
export const handler = implement(payments, async ({ offset, limit, cursor }, { actor }) => {
  const [page, [amounts]] = await Promise.all([
    listPage({ view: paymentViews.earnings(actor.user_id), offset, limit, cursor }),
    batchGet([platformKeys.amounts(submissionViews.reviewerJobs(actor.user_id, "completed"))]),
  ]);
  const earned = Number(amounts?.pay_cents ?? 0);
  const paid = Number(amounts?.paid_cents ?? 0);
  return {
    data: {
      payments: page.items.map((item) => paymentRow(Payout.parse(item))),
      total: page.total,
      cursor: page.cursor,
      earned: dollars(earned),
      due: dollars(earned - paid),
      paid: dollars(paid),
    },
  };
});

const paymentRow = ({
  pay_cents,
  review_minutes,
  reviewer_hourly_rate_cents,
  due_on,
  paid_on,
  awaits_round: _,
  ...payout
}: Payout) => ({
  ...payout,
  due_on: minuteOf(due_on),
  paid_on: paid_on && minuteOf(paid_on),
  credential_id: payout.cred_id,
  amount: dollars(pay_cents),
  review_time: review_minutes,
  reviewer_hourly_rate: dollars(reviewer_hourly_rate_cents),
});
