import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";
import type { Signals } from "./alarms/signals.ts";
import { globalName } from "./names.ts";
import type { Settings } from "./settings.ts";

/** Tells the operators when the account's month is going to cost more than it may. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, signals: Signals) {
    super(scope, id);
    const { partition, account } = Stack.of(this);
    const address = signals.addressFor("budgets.amazonaws.com", `arn:${partition}:budgets::${account}:*`);
    const whenAbove = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: "PERCENTAGE", comparisonOperator: "GREATER_THAN" },
      subscribers: [{ subscriptionType: "SNS", address }],
    });
    new CfnBudget(this, "Month", {
      budget: {
        budgetName: globalName(settings, ""),
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: settings.monthlyBudgetDollars, unit: "USD" },
      },
      notificationsWithSubscribers: [whenAbove("ACTUAL", 80), whenAbove("FORECASTED", 100)],
    });
  }
}
