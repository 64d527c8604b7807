import { isLate } from "../../../shared/review/clock.ts";
import type { DecisionDue, Due } from "../../../shared/submission/submission.ts";
import { clock } from "../../runtime/clock.ts";

/** When the decision is due that a submission or its job waits for, as it leaves; nothing where no date was promised. */
export const decisionOf = ({ due }: { readonly due?: Due | undefined }): { decision?: DecisionDue } =>
  due
    ? {
        decision: {
          due_on: due.due_on,
          business_days: due.business_days,
          timezone: due.timezone,
          late: isLate(due, clock.now()),
        },
      }
    : {};
