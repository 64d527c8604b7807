import { Match } from "aws-cdk-lib/aws-events";
import type { Construct } from "constructs";
import { scanEvents, scanResults } from "../malware.ts";
import { namesIn } from "../names.ts";
import type { Signals } from "./signals.ts";

/** What AWS itself reports as an event. */
export function hearAws(scope: Construct, signals: Signals, stage: string): void {
  const { files } = namesIn(scope, stage);
  signals.hear("scans-endangered", {
    when: "The malware scan of uploads has changed its state; while it does not work, nobody can read new uploads",
    // GuardDuty's own guide writes the last word of this type in two ways.
    pattern: {
      source: ["aws.guardduty"],
      detailType: Match.prefix(scanEvents.status),
      detail: { s3BucketDetails: { bucketName: [files] } },
    },
    field: "$.detail-type",
  });
  signals.hear("malware", {
    when: "GuardDuty found malware in an upload, which nobody can read therefore",
    pattern: scanResults(files, ["THREATS_FOUND"]),
    field: "$.detail.s3ObjectDetails.objectKey",
  });
  signals.hear("scans-fail", {
    when: "GuardDuty could not look at an upload, which nobody can read therefore",
    pattern: scanResults(files, ["FAILED", "ACCESS_DENIED"]),
    field: "$.detail.s3ObjectDetails.objectKey",
  });
  signals.hear("verdicts-lost", {
    when: "GuardDuty could not write its verdict on an upload, which nobody can read therefore",
    pattern: {
      source: ["aws.guardduty"],
      detailType: [scanEvents.failedTag],
      detail: { s3ObjectDetails: { bucketName: [files] } },
    },
    field: "$.detail.s3ObjectDetails.objectKey",
  });
  signals.hear("aws-health", {
    when: "AWS reports a fault of its own in this region",
    pattern: {
      source: ["aws.health"],
      detailType: ["AWS Health Event"],
      detail: { service: servicesUsed, eventTypeCategory: ["issue", "investigation"] },
    },
    field: "$.detail.eventTypeCode",
  });
}

/** What the product stands on, in the words of AWS Health. */
const servicesUsed = [
  "APIGATEWAY",
  "CLOUDFRONT",
  "CLOUDWATCH",
  "COGNITO",
  "DYNAMODB",
  "EVENTS",
  "GUARDDUTY",
  "IAM",
  "KMS",
  "LAMBDA",
  "ROUTE53",
  "S3",
  "SECRETSMANAGER",
  "SES",
  "SNS",
  "SQS",
  "STS",
  "WAF",
];
