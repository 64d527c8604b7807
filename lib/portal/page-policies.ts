import { Duration } from "aws-cdk-lib";
import type { ResponseHeadersCorsBehavior } from "aws-cdk-lib/aws-cloudfront";
import { wire } from "../../shared/http/call.ts";
import { reportPolicyViolation } from "../../shared/platform/calls.ts";

/** What every answer of the distribution says about how it came. */
export const transport = {
  strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
  contentTypeOptions: { override: true },
};

/** The features that a page may use, but for where it says otherwise. */
export const paymentPermission = 'payment=(self "https://js.stripe.com")';
const features = ["payment", "camera", "microphone", "geolocation", "usb", "interest-cohort"];
/** Allows one feature as it is written, and no other. */
export const permissionsPolicy = (allowed: string): string =>
  [allowed, ...features.filter((name) => !allowed.startsWith(`${name}=`)).map((name) => `${name}=()`)].join(", ");

/** Where pages load from: their own origin, and uploads. */
export const pagePolicy = (filesOrigin: string) => ({
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", filesOrigin],
  "media-src": [filesOrigin], // recordings of learners
  "font-src": ["'self'"],
  "connect-src": ["'self'", filesOrigin],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "object-src": ["'none'"],
  "frame-src": ["'none'"],
  "frame-ancestors": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  "upgrade-insecure-requests": [],
});

/** A certificate's page asks its own origin for what verifies it, and the files' for published evidence. */
export const certificatePolicy = (filesOrigin: string) => ({
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "worker-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'", filesOrigin],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "object-src": ["'none'"],
  "frame-ancestors": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  "upgrade-insecure-requests": [],
});

/** Anybody's page may read what everybody may verify. */
export const anyOrigin: ResponseHeadersCorsBehavior = {
  accessControlAllowOrigins: ["*"],
  accessControlAllowMethods: ["GET", "HEAD"],
  accessControlAllowHeaders: ["*"],
  accessControlAllowCredentials: false,
  accessControlMaxAge: Duration.days(1),
  originOverride: true,
};

/** The page that verifies asks whichever issuer a credential names, and loads nothing but its own. */
export const verifyPolicy = (filesOrigin: string) => ({
  ...pagePolicy("data:"),
  "img-src": ["'self'", "data:"],
  "media-src": ["'none'"],
  "connect-src": ["'self'", "https:", filesOrigin],
  "worker-src": ["'self'"],
});

/** The payment page loads the card provider's own script and frames, and nothing else does. */
export const paymentPolicy = (filesOrigin: string) => {
  const { "require-trusted-types-for": _, ...page } = pagePolicy(filesOrigin);
  return {
    ...page,
    "media-src": ["'none'"],
    "script-src": [...page["script-src"], "https://js.stripe.com", "https://*.js.stripe.com", "https://www.paypal.com"],
    "connect-src": [...page["connect-src"], "https://api.stripe.com", "https://www.paypal.com"],
    "frame-src": [
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      "https://hooks.stripe.com",
      "https://www.paypal.com",
    ],
    "img-src": [...page["img-src"], "https://*.stripe.com", "https://www.paypalobjects.com"],
  };
};

/** Where browsers report what a policy has refused: one name for those that know it, and the address for all others. */
const reportsGroup = "violations";
const reportsPath = `/api${wire(reportPolicyViolation).path}`;
/** The header that says which address the name stands for. */
export const reportingEndpoints = `${reportsGroup}="${reportsPath}"`;

/** A content security policy as its header has it, with where its violations are reported. */
export const policyText = (policy: Record<string, readonly string[]>) =>
  Object.entries({ ...policy, "report-uri": [reportsPath], "report-to": [reportsGroup] })
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
