import { CloudFormationClient, paginateListStacks, StackStatus } from "@aws-sdk/client-cloudformation";
import {
  CloudFrontClient,
  ListCachePoliciesCommand,
  ListDistributionsCommand,
  ListResponseHeadersPoliciesCommand,
} from "@aws-sdk/client-cloudfront";
import { GetAccountSummaryCommand, IAMClient } from "@aws-sdk/client-iam";
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from "@aws-sdk/client-service-quotas";
import { edgeRegion, type Settings } from "../../../lib/settings.ts";
import { type CountedTemplate, type Quota, quotasOf } from "../quotas.ts";
import { unanswered } from "./account.ts";
import type { Finding } from "./finding.ts";

interface Asked {
  readonly name: string;
  readonly service: string;
  readonly code: string;
  /** What of it other stages and products use already, in a region; none where the quota is each stage's own. */
  readonly count?: (region: string) => Promise<number>;
  /** The same of an account's CloudFront, a page at a time. */
  readonly page?: (client: CloudFrontClient, Marker: string | undefined) => Promise<Page | undefined>;
}
interface Page {
  readonly Quantity?: number | undefined;
  readonly NextMarker?: string | undefined;
}

/** The quotas that an account may have raised or lowered: as the templates' are called, and as Service Quotas knows them. */
const asked: readonly Asked[] = [
  { name: "routes of the API", service: "apigateway", code: "L-65B5C802" },
  { name: "stacks of a region", service: "cloudformation", code: "L-0485CB21", count: countStacks },
  {
    name: "distributions of an account",
    service: "cloudfront",
    code: "L-24B04930",
    page: async (client, Marker) => (await client.send(new ListDistributionsCommand({ Marker }))).DistributionList,
  },
  {
    name: "cache policies of an account",
    service: "cloudfront",
    code: "L-7D134442",
    page: async (client, Marker) =>
      (await client.send(new ListCachePoliciesCommand({ Marker, Type: "custom" }))).CachePolicyList,
  },
  {
    name: "policies for response headers of an account",
    service: "cloudfront",
    code: "L-CF0D4FC5",
    page: async (client, Marker) =>
      (await client.send(new ListResponseHeadersPoliciesCommand({ Marker, Type: "custom" }))).ResponseHeadersPolicyList,
  },
];

/** What IAM counts of the account itself, by the names of its summary. */
const counted: readonly { name: string; used: string; limit: string }[] = [
  { name: "roles of an account", used: "Roles", limit: "RolesQuota" },
  { name: "managed policies of an account", used: "Policies", limit: "PoliciesQuota" },
];

/** Compares what the templates use with what this account may have. `stands`: the stage is there, and counted already. */
export async function checkQuotas(
  settings: Settings,
  templates: readonly CountedTemplate[],
  stands: boolean,
): Promise<Finding[]> {
  const quotas = quotasOf(templates, { unpacked: 0, packed: 0 });
  const of = (name: string): Quota => quotas.find((quota) => quota.name === name)!;
  const own = await Promise.all(
    asked.map(async ({ name, service, code, count, page }): Promise<Finding> => {
      const what = `quota, ${name}`;
      try {
        const limit = await readQuota(page ? edgeRegion : settings.region, service, code);
        const used = page ? await countUsed(page) : ((await count?.(settings.region)) ?? 0);
        const isCounted = (page ?? count) !== undefined && stands;
        return compared(what, isCounted ? 0 : of(name).used, used, limit, `${service} ${code}`);
      } catch (error) {
        return unanswered(what, error);
      }
    }),
  );
  return [...own, ...(await checkIdentities(of, stands))];
}

async function countUsed(page: NonNullable<Asked["page"]>): Promise<number> {
  const client = new CloudFrontClient({ region: edgeRegion });
  let used = 0;
  let marker: string | undefined;
  do {
    const { Quantity = 0, NextMarker } = (await page(client, marker)) ?? {};
    used += Quantity;
    marker = NextMarker || undefined;
  } while (marker !== undefined);
  return used;
}

/** Stacks that stand, nested ones among them. */
async function countStacks(region: string): Promise<number> {
  const client = new CloudFormationClient({ region });
  const StackStatusFilter = Object.values(StackStatus).filter((status) => status !== "DELETE_COMPLETE");
  let stacks = 0;
  for await (const { StackSummaries = [] } of paginateListStacks({ client }, { StackStatusFilter }))
    stacks += StackSummaries.length;
  return stacks;
}

async function checkIdentities(of: (name: string) => Quota, stands: boolean): Promise<Finding[]> {
  try {
    const { SummaryMap = {} } = await new IAMClient({ region: edgeRegion }).send(new GetAccountSummaryCommand({}));
    const summary: Partial<Record<string, number>> = SummaryMap;
    return counted.map(({ name, used, limit }) =>
      compared(`quota, ${name}`, stands ? 0 : of(name).used, summary[used] ?? 0, summary[limit] ?? 0, "iam"),
    );
  } catch (error) {
    return [unanswered("quota, roles of an account", error)];
  }
}

function compared(what: string, needed: number, used: number, limit: number, where: string): Finding {
  const says = `${needed} of ${limit}${used > 0 ? `, ${used} used` : ""}`;
  return needed + used <= limit
    ? { what, state: "good", says }
    : { what, state: "blocks", says: `${says}: ask for more in Service Quotas (${where})` };
}

/** A quota as it is applied to the account; AWS's default where none was ever applied. */
async function readQuota(region: string, ServiceCode: string, QuotaCode: string): Promise<number> {
  const client = new ServiceQuotasClient({ region });
  const named = { ServiceCode, QuotaCode };
  const { Quota } = await client.send(new GetServiceQuotaCommand(named)).catch((error: Error) => {
    if (error.name !== "NoSuchResourceException") throw error;
    return client.send(new GetAWSDefaultServiceQuotaCommand(named));
  });
  if (Quota?.Value === undefined) throw new Error(`Service Quotas has no value for ${ServiceCode} ${QuotaCode}.`);
  return Quota.Value;
}
