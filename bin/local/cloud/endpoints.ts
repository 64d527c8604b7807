import type { Service } from "./faults.ts";
import { region } from "./naming.ts";
import type { LocalWire } from "./wire.ts";

/** The keys with which AWS's stand-ins are asked. */
export const credentials = { accessKeyId: "local", secretAccessKey: "local" };

/** The settings by which functions find the stand-ins, those of companies through the wire where it may answer in their place. */
export const endpointSettings = (services: Readonly<Record<Service, string>>, wire: LocalWire) => ({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: services.dynamodb,
  AWS_ENDPOINT_URL_S3: services.s3,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: services.cognito,
  AWS_ENDPOINT_URL_SESV2: services.ses,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: services.secrets,
  AWS_ENDPOINT_URL_KMS: services.kms,
  AWS_ENDPOINT_URL_SQS: services.sqs,
  STRIPE_API_URL: services.stripe,
  BADGR_API_URL: wire.urlOf("badgr"),
  PAYPAL_API_URL: wire.urlOf("paypal"),
  WEBHOOKS_TO_LOCALHOST: "yes",
});
