import { Problem } from "../../shared/http/problem.ts";
import { isUnderWay } from "../../shared/submission/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { keys, views } from "../data/keys.ts";
import { eachListed } from "../data/list.ts";
import { check, type Step } from "../data/table.ts";

/** The tabs on which applications lie that are not over. */
const openTabs = ["Draft", "Submitted", "RevisionNeeded"] as const;
const NAMED_MAX = 3;
/** What a transaction has room for beside the rest of a member's change. */
const UNPAID_MAX = 40;

/**
 * Refuses when a person has paid for work that is not completed, closed or refunded, naming it as far as it is the
 * organization's. Gives the conditions under which none of what is unpaid yet was paid meanwhile.
 */
export async function requireNoPaidWork(user_id: string, organization_id: string): Promise<Step[]> {
  const priced: Application[] = [];
  for (const tab of openTabs) {
    await eachListed(views.submissions(user_id, tab), async (item) => {
      const application = Application.parse(item);
      if (application.price_cents > 0) priced.push(application);
    });
  }
  const paid = priced.filter(isUnderWay);
  if (paid.length > 0) throw hasPaidWork(paid, organization_id);
  return priced
    .slice(0, UNPAID_MAX)
    .map(({ application_id, version }) =>
      check(keys.application(application_id), { where: { version }, otherwise: new Problem("state.changed") }),
    );
}

function hasPaidWork(paid: readonly Application[], organization_id: string): Problem {
  const own = paid.filter((each) => each.organization_id === organization_id).map(({ title }) => `“${title}”`);
  const others = paid.length - Math.min(own.length, NAMED_MAX);
  const named = [
    ...own.slice(0, NAMED_MAX),
    ...(others > 0 ? [`${others} ${own.length > 0 ? "more" : "of another organization"}`] : []),
  ];
  return new Problem("user.has-paid-work", {
    message: `This learner has paid for work that is not finished: ${named.join(", ")}. Refund it, or wait until it is completed or closed.`,
  });
}
