import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { five, watchMessage } from "./metrics.ts";
import type { Watch } from "./signals.ts";
import type { Watched } from "./watched.ts";

/** The alarms of money, and of the companies through which it comes. */
export function moneyAlarms({ logMetrics, settings }: Watched): Record<string, Watch> {
  return {
    "webhooks-forged": watchMessage(logMetrics, "Webhooks arrive with a bad signature", "webhook_bad_signature", 5),
    "payments-differ": watchMessage(logMetrics, "A payment differs from what was asked", "payment_mismatch", 1),
    "payments-twice": watchMessage(logMetrics, "Something was paid for twice", "payment_duplicate", 1),
    "payments-disputed": watchMessage(logMetrics, "A payer disputes a payment", "payment_disputed", 1),
    "ledger-uneven": watchMessage(logMetrics, "An entry of the ledger does not sum to zero", "ledger_imbalance", 1),
    "reconciliation-late": {
      when: "Open payments have not been reconciled for half an hour",
      metric: logMetrics.of("payments_reconciled", Duration.minutes(30)),
      below: 1,
    },
    "payments-late": watchMessage(logMetrics, "A payment stays open although it was asked about", "reconcile_late", 1),
    "payouts-failing": {
      when: "A run of payouts failed",
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Errors",
        dimensionsMap: { FunctionName: `laurel-${settings.stage}-payment-export-payouts` },
        period: five,
        statistic: "Sum",
      }),
      atLeast: 1,
    },
    "exports-failing": {
      when: "An export could not be written",
      metric: logMetrics.of("export_failed"),
      atLeast: 1,
    },
    "providers-unavailable": {
      when: "A provider (cards, PayPal, badges or mail) does not answer",
      metric: logMetrics.of("circuit_opened"),
      atLeast: 3,
    },
    "badges-refused": {
      when: "A badge could not be made",
      metric: logMetrics.of("badge_not_made"),
      atLeast: 5,
    },
  };
}
