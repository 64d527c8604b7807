import { Problem } from "../../../shared/http/problem.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { isUnderWay } from "../../../shared/submission/rules.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { eachListed } from "../../data/list.ts";
import type { Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { checkPayment } from "./payment-entity.ts";

/** The tabs on which applications lie that are not over. */
const openTabs = ["Draft", "Submitted", "RevisionNeeded"] as const;
const NAMED_MAX = 3;
/** What a transaction has room for beside the rest of a member's change. */
const UNPAID_MAX = 40;

/**
 * Refuses when a person has paid for work that is not completed, closed or refunded, naming it as far as it is the
 * organization's, and when they are paying: a provider may have collected already. Gives the conditions under which no
 * payment of what is unpaid yet was begun meanwhile.
 */
export async function requireNoPaidWork(user_id: string, organization_id: string): Promise<Step[]> {
  const priced: Application[] = [];
  for (const tab of openTabs) {
    await eachListed(submissionViews.submissions(user_id, tab), async (item) => {
      const application = Application.parse(item);
      if (application.price_cents > 0) priced.push(application);
    });
  }
  const paid = priced.filter(isUnderWay);
  if (paid.length > 0) {
    const message = `This learner has paid for unfinished work: ${named(paid, organization_id)}. Refund it, or wait until it’s completed or closed.`;
    throw new Problem("user.has-paid-work", { message });
  }
  const unpaid = priced.slice(0, UNPAID_MAX);
  const payments = await batchGet(unpaid.map(({ application_id }) => paymentKeys.payment(application_id)));
  const begun = payments.map((item) => item && Payment.parse(item));
  const paying = unpaid.filter((_, index) => begun[index] !== undefined && begun[index].status !== "failed");
  if (paying.length > 0) {
    const message = `This learner has started a payment: ${named(paying, organization_id)}. Try again once the payment completes. Payments left open end within a day.`;
    throw new Problem("user.has-paid-work", { message });
  }
  return unpaid.map(({ application_id }, index) => checkPayment(application_id, begun[index]));
}

/** Titles of the organization's own, and how many there are besides. */
function named(applications: readonly Application[], organization_id: string): string {
  const own = applications.filter((each) => each.organization_id === organization_id).map(({ title }) => `“${title}”`);
  const others = applications.length - Math.min(own.length, NAMED_MAX);
  return [
    ...own.slice(0, NAMED_MAX),
    ...(others > 0 ? [`${others} ${own.length > 0 ? "more" : "of another organization"}`] : []),
  ].join(", ");
}
