import { createHash } from "node:crypto";
import type { Naming, Resource } from "./assembly.ts";

/** The account everything belongs to on this machine. */
export const accountId = "123456789012";
/** The region of a local world. */
export const region = "us-east-1";

/** Where the parts are that the template can only name by their address in AWS. */
export interface Places {
  /** The queues' stand-in. */
  readonly queuesUrl: string;
  /** Where the browser reaches the buckets. */
  readonly filesOrigin: string;
  /** Where people open the portal. */
  readonly portalOrigin: string;
}

const apiId = "localapi00";
/** The host name API Gateway would give the API. */
export const apiHost = `${apiId}.execute-api.${region}.amazonaws.com`;

/** Letters and digits that are the same at every start for the same text. */
export const letters = (text: string, length: number) => {
  const digest = createHash("sha256").update(text).digest();
  return [...digest, ...digest]
    .map((byte) => "abcdefghijklmnopqrstuvwxyz0123456789"[byte % 36])
    .join("")
    .slice(0, length);
};

/** Short, stable and unique: the names on this machine stay the same from one start to the next. */
export function physicalName(resource: Resource, property: string, lowerCase = false): string {
  const given = resource.properties[property];
  if (typeof given === "string") return given;
  const name = `laurel-${resource.id.slice(0, 30)}-${letters(resource.path, 6)}`;
  return lowerCase ? name.toLowerCase() : name;
}

const nameProperty: Record<string, string> = {
  "AWS::Lambda::Function": "FunctionName",
  "AWS::DynamoDB::Table": "TableName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SQS::Queue": "QueueName",
  "AWS::SecretsManager::Secret": "Name",
  "AWS::Scheduler::Schedule": "Name",
};

/** The name AWS would give a resource. */
export const nameOf = (resource: Resource) =>
  physicalName(resource, nameProperty[resource.type] ?? "Name", resource.type === "AWS::S3::Bucket");

/** The id of a user pool. */
export const poolId = (resource: Resource) => `${region}_${letters(resource.path, 9)}`;

/** The ARN AWS would give a resource. */
export function arnOf(resource: Resource): string {
  const name = nameOf(resource);
  const place = `${region}:${accountId}`;
  switch (resource.type) {
    case "AWS::Lambda::Function":
      return `arn:aws:lambda:${place}:function:${name}`;
    case "AWS::DynamoDB::Table":
    case "AWS::DynamoDB::GlobalTable":
      return `arn:aws:dynamodb:${place}:table/${name}`;
    case "AWS::S3::Bucket":
      return `arn:aws:s3:::${name}`;
    case "AWS::SQS::Queue":
      return `arn:aws:sqs:${place}:${name}`;
    case "AWS::SecretsManager::Secret":
      return `arn:aws:secretsmanager:${place}:secret:${name}-${letters(resource.path, 6)}`;
    case "AWS::KMS::Key":
      return `arn:aws:kms:${place}:key/${letters(resource.path, 32)}`;
    case "AWS::Cognito::UserPool":
      return `arn:aws:cognito-idp:${place}:userpool/${poolId(resource)}`;
    default:
      return `arn:aws:${resource.type.split("::")[1]!.toLowerCase()}:${place}:${name}`;
  }
}

/** The number of a function's version: a template says only that there is one, and here it is the first. */
export const publishedVersion = "1";

/** The function of an alias or a version. */
export const functionArnOf = ({ properties }: Resource): string =>
  `arn:aws:lambda:${region}:${accountId}:function:${properties.FunctionName}`;

const portalHost = "portal.laurel.invalid";

/** What the template's references, attributes and pseudo parameters come to on this machine. */
export function localNaming({ queuesUrl, filesOrigin, portalOrigin }: Places): Naming {
  return {
    pseudo: {
      "AWS::Region": region,
      "AWS::AccountId": accountId,
      "AWS::Partition": "aws",
      "AWS::URLSuffix": "amazonaws.com",
      "AWS::StackName": "laurel",
      "AWS::StackId": `arn:aws:cloudformation:${region}:${accountId}:stack/laurel/00000000-0000-4000-8000-000000000000`,
    },
    rewrite: (text) =>
      text
        .replaceAll(`https://${portalHost}`, portalOrigin)
        .replaceAll(/https:\/\/[\w.-]+\.s3\.[\w-]+\.amazonaws\.com/g, filesOrigin),
    reference(resource) {
      switch (resource.type) {
        case "AWS::Lambda::Alias":
          return `${functionArnOf(resource)}:${resource.properties.Name}`;
        case "AWS::Lambda::Version":
          return `${functionArnOf(resource)}:${publishedVersion}`;
        case "AWS::Cognito::UserPool":
          return poolId(resource);
        case "AWS::Cognito::UserPoolClient":
          return letters(resource.path, 26);
        case "AWS::SQS::Queue":
          return `${queuesUrl}/${accountId}/${nameOf(resource)}`;
        case "AWS::SecretsManager::Secret":
          return arnOf(resource);
        case "AWS::ApiGatewayV2::Api":
          return apiId;
        case "AWS::ApiGatewayV2::Authorizer":
        case "AWS::ApiGatewayV2::Integration":
          return letters(resource.path, 8);
        default:
          return nameOf(resource);
      }
    },
    attribute(resource, name) {
      if (name === "Arn") return arnOf(resource);
      if (name === "StreamArn") return `${arnOf(resource)}/stream/local`;
      if (name === "ApiEndpoint") return `https://${apiHost}`;
      if (name === "Version" && resource.type === "AWS::Lambda::Version") return publishedVersion;
      if (name === "QueueName") return nameOf(resource);
      if (name === "DomainName" && resource.type === "AWS::CloudFront::Distribution") return portalHost;
      if (resource.type === "AWS::S3::Bucket") return `${nameOf(resource)}.s3.${region}.amazonaws.com`;
      return `${nameOf(resource)}.${name}`;
    },
  };
}
