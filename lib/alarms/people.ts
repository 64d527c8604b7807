import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { five, watchMessage } from "./metrics.ts";
import type { Watch } from "./signals.ts";
import type { Watched } from "./watched.ts";

/** The alarms of who signs in, and of what people are kept from. */
export function peopleAlarms({ identity, logMetrics }: Watched): Record<string, Watch> {
  const throttles = (metricName: string) =>
    new Metric({
      namespace: "AWS/Cognito",
      metricName,
      dimensionsMap: { UserPool: identity.pool.userPoolId, UserPoolClient: identity.client.userPoolClientId },
      period: five,
      statistic: "Sum",
    });
  return {
    "refused-often": watchMessage(logMetrics, "Calls are refused for lack of permission", "authz_fail", 50),
    "malware-found": watchMessage(logMetrics, "Somebody asked for an upload that holds malware", "upload_malware", 1),
    "policy-violated": watchMessage(logMetrics, "Pages try to load or run what they may not", "csp_violation", 50),
    "sign-ins-failing": watchMessage(logMetrics, "Sign-ins fail", "authn_login_fail", 100),
    "sign-ins-throttled": {
      when: "Cognito throttles sign-ins, or the renewal of tokens",
      metric: new MathExpression({
        expression: "FILL(signIns, 0) + FILL(renewals, 0)",
        usingMetrics: { signIns: throttles("SignInThrottles"), renewals: throttles("TokenRefreshThrottles") },
        period: five,
      }),
      atLeast: 1,
    },
  };
}

/** The alarms of mail. */
export function mailAlarms(): Record<string, Watch> {
  const watch = (when: string, metricName: string, atLeast: number): Watch => ({
    when,
    metric: new Metric({ namespace: "AWS/SES", metricName, period: Duration.hours(1), statistic: "Average" }),
    atLeast,
  });
  return {
    "mail-bounces": watch("More than 4 % of the mails bounce", "Reputation.BounceRate", 0.04),
    "mail-complaints": watch("More than 0.08 % of the mails are reported as spam", "Reputation.ComplaintRate", 0.0008),
  };
}
