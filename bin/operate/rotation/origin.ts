import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { ApiGatewayV2Client, GetStageCommand, UpdateStageCommand } from "@aws-sdk/client-apigatewayv2";
import {
  CloudFrontClient,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from "@aws-sdk/client-cloudfront";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { edgeRegion, type Settings } from "../../../lib/settings.ts";
import { originHeader, originVariable } from "../../../shared/platform/environment.ts";
import type { StageParts } from "./stage-parts.ts";

const StageName = "$default";
/** A changed stage variable reaches every function within seconds. */
const SETTLED_MS = 30_000;
const deployedWithinSeconds = 1800;

/**
 * Replaces the header by which the distribution proves itself to the API: the API takes both, the distribution sends the
 * new one everywhere, the API takes the new one alone. One that was stopped is gone on with by the next.
 */
export async function rotateOrigin(
  { region }: Settings,
  parts: StageParts,
  tell: (line: string) => void,
  settledMs = SETTLED_MS,
): Promise<void> {
  const api = apiOf(region, parts.resource("AWS::ApiGatewayV2::Api", "ApiHttp"));
  const distribution = distributionOf(parts.resource("AWS::CloudFront::Distribution", "PortalDistribution"));
  const secret = secretOf(region, parts.resource("AWS::SecretsManager::Secret", "ApiOriginSecret"));

  const sent = await distribution.sent();
  let next = await secret.read();
  const isWhole = sent === next && (await api.taken()) === next;
  if (isWhole) {
    next = randomBytes(32).toString("base64url").replace(/[-_]/g, "x");
    await secret.write(next);
    tell("The new header is made.");
  } else tell("A rotation that was stopped goes on.");
  await api.take(`${sent},${next}`);
  await setTimeout(settledMs);
  tell("The API takes the old one and the new one.");
  await distribution.send(next);
  tell("The distribution sends the new one everywhere.");
  await api.take(next);
  tell("The API takes the new one alone.");
}

function apiOf(region: string, ApiId: string) {
  const client = new ApiGatewayV2Client({ region });
  const variables = async () => (await client.send(new GetStageCommand({ ApiId, StageName }))).StageVariables ?? {};
  return {
    taken: async () => (await variables())[originVariable],
    async take(accepted: string): Promise<void> {
      const StageVariables = { ...(await variables()), [originVariable]: accepted };
      await client.send(new UpdateStageCommand({ ApiId, StageName, StageVariables }));
    },
  };
}

function distributionOf(Id: string) {
  const client = new CloudFrontClient({ region: edgeRegion });
  async function read() {
    const { DistributionConfig, ETag } = await client.send(new GetDistributionConfigCommand({ Id }));
    const headers =
      DistributionConfig?.Origins?.Items?.flatMap(({ CustomHeaders }) => CustomHeaders?.Items ?? []) ?? [];
    const header = headers.find(({ HeaderName }) => HeaderName === originHeader);
    if (header === undefined) throw new Error(`The distribution ${Id} sends no ${originHeader}.`);
    return { DistributionConfig, ETag, header };
  }
  return {
    sent: async () => (await read()).header.HeaderValue!,
    async send(value: string): Promise<void> {
      const { DistributionConfig, ETag, header } = await read();
      header.HeaderValue = value;
      await client.send(new UpdateDistributionCommand({ Id, DistributionConfig, IfMatch: ETag }));
      await waitUntilDistributionDeployed({ client, maxWaitTime: deployedWithinSeconds }, { Id });
    },
  };
}

function secretOf(region: string, SecretId: string) {
  const client = new SecretsManagerClient({ region });
  return {
    read: async () => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString!,
    write: async (SecretString: string) =>
      void (await client.send(new PutSecretValueCommand({ SecretId, SecretString }))),
  };
}
