import * as z from "zod";
import type { Resource } from "./assembly.ts";

/** The headers CloudFront gives to answers below a path. */
export interface Behavior {
  /** `/api/*`, or `*` for all that no other pattern names. */
  readonly pattern: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the distribution of a template does, as far as it shows in requests and answers. */
export interface DistributionResource {
  /** Headers it adds to what it forwards to the API, such as the secret one that proves the way. */
  readonly originHeaders: Readonly<Record<string, string>>;
  /** In the order they are asked; the last one matches everything. */
  readonly behaviors: readonly Behavior[];
}

const Origin = z.object({
  DomainName: z.string(),
  OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
});
const CacheBehavior = z.object({
  PathPattern: z.string().default("*"),
  ResponseHeadersPolicyId: z.string().optional(),
});
const DistributionConfig = z.object({
  Origins: z.array(Origin),
  DefaultCacheBehavior: CacheBehavior,
  CacheBehaviors: z.array(CacheBehavior).default([]),
});
const HeadersPolicy = z.object({
  SecurityHeadersConfig: z
    .object({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }).optional(),
      ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }).optional(),
      FrameOptions: z.object({ FrameOption: z.string() }).optional(),
      ContentTypeOptions: z.object({}).optional(),
    })
    .default({}),
  CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }).optional(),
});

/** Reads the distribution that forwards to `apiHost`. `nameOf` tells how others refer to a resource. */
export function readDistribution(
  resources: readonly Resource[],
  apiHost: string,
  nameOf: (resource: Resource) => string,
): DistributionResource {
  const of = (type: string) => resources.filter((resource) => resource.type === type);
  const policies = new Map(
    of("AWS::CloudFront::ResponseHeadersPolicy").map((resource) => [
      nameOf(resource),
      headersOf(HeadersPolicy.parse(resource.properties.ResponseHeadersPolicyConfig)),
    ]),
  );
  for (const { properties } of of("AWS::CloudFront::Distribution")) {
    const { Origins, CacheBehaviors, DefaultCacheBehavior } = DistributionConfig.parse(properties.DistributionConfig);
    const origin = Origins.find(({ DomainName }) => DomainName === apiHost);
    if (origin === undefined) continue;
    return {
      originHeaders: Object.fromEntries(
        origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
      ),
      behaviors: [...CacheBehaviors, DefaultCacheBehavior].map(({ PathPattern, ResponseHeadersPolicyId }) => ({
        pattern: PathPattern,
        headers: policies.get(ResponseHeadersPolicyId ?? "") ?? {},
      })),
    };
  }
  throw new Error(`The template has no distribution in front of ${apiHost}.`);
}

/** HTTPS is AWS's: the headers that ask for it are left out on a machine without it. */
function headersOf({ SecurityHeadersConfig: security, CustomHeadersConfig: custom }: z.infer<typeof HeadersPolicy>) {
  const policy = security.ContentSecurityPolicy?.ContentSecurityPolicy.replace(/;?\s*upgrade-insecure-requests/, "");
  return {
    ...(policy && { "content-security-policy": policy }),
    ...(security.ReferrerPolicy && { "referrer-policy": security.ReferrerPolicy.ReferrerPolicy }),
    ...(security.FrameOptions && { "x-frame-options": security.FrameOptions.FrameOption }),
    ...(security.ContentTypeOptions && { "x-content-type-options": "nosniff" }),
    ...Object.fromEntries((custom?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
}

/** The headers of the first behaviour whose pattern the path matches. */
export function headersFor(behaviors: readonly Behavior[], path: string): Readonly<Record<string, string>> {
  const fits = ({ pattern }: Behavior) =>
    pattern === "*" || (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
  return behaviors.find(fits)?.headers ?? {};
}
