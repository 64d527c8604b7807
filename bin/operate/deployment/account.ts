import { resolveNs } from "node:dns/promises";
import { CloudFrontClient, ListDistributionsCommand } from "@aws-sdk/client-cloudfront";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetHostedZoneCommand, Route53Client } from "@aws-sdk/client-route-53";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { edgeRegion, type Settings } from "../../../lib/settings.ts";
import type { CountedTemplate } from "../quotas.ts";
import type { Finding } from "./finding.ts";

/** So much Lambda keeps for functions that have reserved nothing. */
const UNRESERVED = 100;
/** Below this, a few people at once are throttled. */
const CONCURRENCY_WANTED = 100;

/** Who deploys: the account of the credentials; undefined when there are none that AWS takes. */
export async function readAccount(region: string): Promise<string | undefined> {
  const answer = await new STSClient({ region }).send(new GetCallerIdentityCommand({})).catch(() => undefined);
  return answer?.Account;
}

/** Whether the credentials are there and belong to the account that the settings name. */
export function checkCredentials(account: string | undefined, settings: Settings): Finding {
  const what = "credentials";
  if (account === undefined)
    return { what, state: "blocks", says: "AWS takes none. Set AWS_PROFILE, or sign in with aws sso login." };
  if (settings.account !== undefined && settings.account !== account)
    return {
      what,
      state: "blocks",
      says: `They are of ${account}, and ${settings.stage} stands in ${settings.account}.`,
    };
  return { what, state: "good", says: `account ${account}` };
}

/** Looks at everything in the account that a deployment needs, but for its quotas. */
export async function checkAccount(
  settings: Settings,
  templates: readonly CountedTemplate[],
  bootstrapVersion: number,
  serversOf: (zone: string) => Promise<string[]> = resolveNs,
): Promise<Finding[]> {
  const regions = [...new Set([settings.region, edgeRegion])];
  return [
    ...(await Promise.all(regions.map((region) => checkBootstrap(region, bootstrapVersion)))),
    await checkConcurrency(settings.region, templates),
    await checkDistributions(),
    ...(settings.domain ? [await checkZone(settings.domain, serversOf)] : []),
    ...(await checkMail(settings)),
  ];
}

/** What CDK puts into a region before the first deployment, in a version that knows what the templates ask of it. */
async function checkBootstrap(region: string, wanted: number): Promise<Finding> {
  const what = `CDK in ${region}`;
  const mend = `run npx cdk bootstrap aws://<account>/${region}`;
  try {
    const Name = "/cdk-bootstrap/hnb659fds/version";
    const { Parameter } = await new SSMClient({ region }).send(new GetParameterCommand({ Name }));
    const version = Number(Parameter?.Value);
    return version >= wanted
      ? { what, state: "good", says: `bootstrapped, version ${version}` }
      : { what, state: "blocks", says: `bootstrapped in version ${version}, and ${wanted} is needed: ${mend}` };
  } catch (error) {
    if ((error as Error).name !== "ParameterNotFound") return unanswered(what, error);
    return { what, state: "blocks", says: `not bootstrapped: ${mend}` };
  }
}

async function checkConcurrency(region: string, templates: readonly CountedTemplate[]): Promise<Finding> {
  const what = "Lambda concurrency";
  const reserved = templates
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(({ Type }) => Type === "AWS::Lambda::Function")
    .reduce((sum, { Properties }) => sum + (Properties.ReservedConcurrentExecutions ?? 0), 0);
  try {
    const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    if (reserved > 0 && limit - reserved < UNRESERVED)
      return {
        what,
        state: "blocks",
        says: `${limit} at once, of which ${reserved} would be reserved and ${UNRESERVED} have to stay free: take reserveConcurrency from the settings, or ask for 1,000 in Service Quotas`,
      };
    return limit < CONCURRENCY_WANTED
      ? { what, state: "later", says: `${limit} at once, as in a new account: ask for 1,000 in Service Quotas` }
      : { what, state: "good", says: `${limit} at once, ${reserved} reserved` };
  } catch (error) {
    return unanswered(what, error);
  }
}

/** Nothing tells whether AWS has verified an account for CloudFront, but that it has a distribution already. */
async function checkDistributions(): Promise<Finding> {
  const what = "CloudFront";
  try {
    const { DistributionList } = await new CloudFrontClient({ region: edgeRegion }).send(
      new ListDistributionsCommand({ MaxItems: 1 }),
    );
    return (DistributionList?.Quantity ?? 0) > 0
      ? { what, state: "good", says: "allowed: the account has a distribution" }
      : {
          what,
          state: "later",
          says: "the account has no distribution yet. If the deployment ends with 'Your account must be verified', open a case at AWS Support, and deploy again once it is answered",
        };
  } catch (error) {
    return unanswered(what, error);
  }
}

/** A certificate is made once its name is found: where the registrar names other servers, CloudFormation waits for days. */
async function checkZone(
  { zoneName, zoneId }: NonNullable<Settings["domain"]>,
  serversOf: (zone: string) => Promise<string[]>,
): Promise<Finding> {
  const what = `name ${zoneName}`;
  try {
    const client = new Route53Client({ region: edgeRegion });
    const { DelegationSet } = await client.send(new GetHostedZoneCommand({ Id: zoneId }));
    const own = (DelegationSet?.NameServers ?? []).map(plain);
    const named = (await serversOf(zoneName).catch(() => [])).map(plain);
    return named.length > 0 && named.every((server) => own.includes(server))
      ? { what, state: "good", says: "its registrar names the servers of its hosted zone" }
      : {
          what,
          state: "blocks",
          says: `its registrar names ${named.join(", ") || "no servers"}: it has to name those of the hosted zone, ${own.join(", ")}, or the deployment waits up to 72 hours for its certificates`,
        };
  } catch (error) {
    return { ...unanswered(what, error), state: "later" };
  }
}

/** A server's name as one writes it, without the dot at its end. */
const plain = (server: string): string => server.toLowerCase().replace(/\.$/, "");

async function checkMail({ region, mailFrom }: Settings): Promise<Finding[]> {
  const client = new SESv2Client({ region });
  try {
    const { SendingEnabled, ProductionAccessEnabled } = await client.send(new GetAccountCommand({}));
    const domain = mailFrom.slice(mailFrom.indexOf("@") + 1);
    const verified = (await isVerified(client, mailFrom)) || (await isVerified(client, domain));
    const what = "mail";
    return [
      SendingEnabled
        ? { what, state: "good", says: "SES sends" }
        : { what, state: "later", says: "SES has paused sending: its account dashboard says why" },
      ProductionAccessEnabled
        ? { what, state: "good", says: "out of SES's sandbox" }
        : {
            what,
            state: "later",
            says: "in SES's sandbox, which reaches verified addresses only: ask for production access",
          },
      verified
        ? { what, state: "good", says: `${mailFrom} is verified` }
        : { what, state: "later", says: `SES has not verified ${domain}, so that nothing is sent from ${mailFrom}` },
    ];
  } catch (error) {
    return [unanswered("mail", error)];
  }
}

async function isVerified(client: SESv2Client, EmailIdentity: string): Promise<boolean> {
  try {
    return (await client.send(new GetEmailIdentityCommand({ EmailIdentity }))).VerifiedForSendingStatus === true;
  } catch (error) {
    if ((error as Error).name === "NotFoundException") return false;
    throw error;
  }
}

/** A service that refuses or does not answer may do the same in the middle of a deployment. */
export const unanswered = (what: string, error: unknown): Finding => ({
  what,
  state: "blocks",
  says: `could not be asked: ${(error as Error).name}, ${(error as Error).message}`,
});
