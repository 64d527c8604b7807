import * as z from "zod";
import type { Resource } from "./assembly.ts";

/** How long answers are kept at the edge, and what of a request tells it from others; header names in small letters. */
export interface CachePolicy {
  readonly minSeconds: number;
  /** For answers that do not say for how long. */
  readonly defaultSeconds: number;
  readonly maxSeconds: number;
  readonly headers: readonly string[];
  readonly queries: "all" | readonly string[];
  readonly cookies: "all" | readonly string[];
  /** The encodings that are told apart, the preferred one first. */
  readonly encodings: readonly string[];
}

/** What CloudFront does with requests below a path: the headers it gives to answers, and how it keeps them. */
export interface Behavior {
  /** `/api/*`, or `*` for all that no other pattern names. */
  readonly pattern: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cache: CachePolicy;
  /** Whether it compresses what can be: see compression.ts. */
  readonly compress: boolean;
  /** The function that runs on each request, when there is one. */
  readonly onRequest?: ViewerFunction;
}

/** What a function at the edge gets and gives: path without query, and headers in small letters. */
export interface ViewerRequest {
  readonly uri: string;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
}
type ViewerFunction = (event: { request: ViewerRequest; viewer: { ip: string } }) => ViewerRequest;

/** What the distribution of a template does, as far as it shows in requests and answers. */
export interface DistributionResource {
  /** Headers it adds to what it forwards to the API, such as the secret one that proves the way. */
  readonly originHeaders: Readonly<Record<string, string>>;
  /** In the order they are asked; the last one matches everything. */
  readonly behaviors: readonly Behavior[];
  /** For how long an error of a status is kept, where the distribution says so. */
  readonly errorSeconds: Readonly<Record<number, number>>;
}

const Origin = z.object({
  DomainName: z.string(),
  OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
});
const CacheBehavior = z.object({
  PathPattern: z.string().default("*"),
  ResponseHeadersPolicyId: z.string().optional(),
  CachePolicyId: z.string(),
  Compress: z.boolean().default(false),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal("viewer-request"), FunctionARN: z.string() }))
    .max(1)
    .default([]),
});
const DistributionConfig = z.object({
  Origins: z.array(Origin),
  DefaultCacheBehavior: CacheBehavior,
  CacheBehaviors: z.array(CacheBehavior).default([]),
  CustomErrorResponses: z.array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() })).default([]),
});
const Told = z.enum(["none", "whitelist", "all"]);
const PolicyConfig = z.object({
  MinTTL: z.number(),
  DefaultTTL: z.number(),
  MaxTTL: z.number(),
  ParametersInCacheKeyAndForwardedToOrigin: z.object({
    HeadersConfig: z.object({ HeaderBehavior: Told, Headers: z.array(z.string()).default([]) }),
    QueryStringsConfig: z.object({ QueryStringBehavior: Told, QueryStrings: z.array(z.string()).default([]) }),
    CookiesConfig: z.object({ CookieBehavior: Told, Cookies: z.array(z.string()).default([]) }),
    EnableAcceptEncodingBrotli: z.boolean().default(false),
    EnableAcceptEncodingGzip: z.boolean().default(false),
  }),
});
const HeadersPolicy = z.object({
  CorsConfig: z.object({ AccessControlAllowOrigins: z.object({ Items: z.tuple([z.literal("*")]) }) }).optional(),
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
  const caching = new Map([
    ...Object.entries(managedPolicies),
    ...of("AWS::CloudFront::CachePolicy").map((resource): [string, CachePolicy] => [
      nameOf(resource),
      cachePolicyOf(PolicyConfig.parse(resource.properties.CachePolicyConfig)),
    ]),
  ]);
  const functions = new Map(
    of("AWS::CloudFront::Function").map((resource) => [
      `${nameOf(resource)}.FunctionARN`,
      new Function(`${resource.properties.FunctionCode}; return handler;`)() as ViewerFunction,
    ]),
  );
  for (const { properties } of of("AWS::CloudFront::Distribution")) {
    const { Origins, CacheBehaviors, DefaultCacheBehavior, CustomErrorResponses } = DistributionConfig.parse(
      properties.DistributionConfig,
    );
    const origin = Origins.find(({ DomainName }) => DomainName === apiHost);
    if (origin === undefined) continue;
    return {
      originHeaders: Object.fromEntries(
        origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
      ),
      behaviors: [...CacheBehaviors, DefaultCacheBehavior].map(
        ({ PathPattern, ResponseHeadersPolicyId, CachePolicyId, Compress, FunctionAssociations: [association] }) => {
          const cache = caching.get(CachePolicyId);
          if (cache === undefined) throw new Error(`The cache policy ${CachePolicyId} of ${PathPattern} is not known.`);
          const headers = policies.get(ResponseHeadersPolicyId ?? "") ?? {};
          const onRequest = functions.get(association?.FunctionARN ?? "");
          return { pattern: PathPattern, headers, cache, compress: Compress, ...(onRequest && { onRequest }) };
        },
      ),
      errorSeconds: Object.fromEntries(
        CustomErrorResponses.map(({ ErrorCode, ErrorCachingMinTTL }) => [ErrorCode, ErrorCachingMinTTL]),
      ),
    };
  }
  throw new Error(`The template has no distribution in front of ${apiHost}.`);
}

/** HTTPS is AWS's: the headers that ask for it are left out on a machine without it. */
function headersOf({
  CorsConfig: cors,
  SecurityHeadersConfig: security,
  CustomHeadersConfig: custom,
}: z.infer<typeof HeadersPolicy>) {
  const policy = security.ContentSecurityPolicy?.ContentSecurityPolicy.replace(/;?\s*upgrade-insecure-requests/, "");
  return {
    ...(cors && { "access-control-allow-origin": "*" }),
    ...(policy && { "content-security-policy": policy }),
    ...(security.ReferrerPolicy && { "referrer-policy": security.ReferrerPolicy.ReferrerPolicy }),
    ...(security.FrameOptions && { "x-frame-options": security.FrameOptions.FrameOption }),
    ...(security.ContentTypeOptions && { "x-content-type-options": "nosniff" }),
    ...Object.fromEntries((custom?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
}

function cachePolicyOf({
  MinTTL,
  DefaultTTL,
  MaxTTL,
  ParametersInCacheKeyAndForwardedToOrigin: parameters,
}: z.infer<typeof PolicyConfig>): CachePolicy {
  const { HeadersConfig, QueryStringsConfig, CookiesConfig } = parameters;
  return {
    minSeconds: MinTTL,
    defaultSeconds: DefaultTTL,
    maxSeconds: MaxTTL,
    headers: HeadersConfig.Headers.map((name) => name.toLowerCase()),
    queries: QueryStringsConfig.QueryStringBehavior === "all" ? "all" : QueryStringsConfig.QueryStrings,
    cookies: CookiesConfig.CookieBehavior === "all" ? "all" : CookiesConfig.Cookies,
    encodings: [
      ...(parameters.EnableAcceptEncodingBrotli ? ["br"] : []),
      ...(parameters.EnableAcceptEncodingGzip ? ["gzip"] : []),
    ],
  };
}

/** AWS's own policies by their ids: CachingDisabled and CachingOptimized. */
const managedPolicies: Readonly<Record<string, CachePolicy>> = {
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": {
    minSeconds: 0,
    defaultSeconds: 0,
    maxSeconds: 0,
    headers: [],
    queries: [],
    cookies: [],
    encodings: [],
  },
  "658327ea-f89d-4fab-a63d-7e88639e58f6": {
    minSeconds: 1,
    defaultSeconds: 86_400,
    maxSeconds: 31_536_000,
    headers: [],
    queries: [],
    cookies: [],
    encodings: ["br", "gzip"],
  },
};

/** The first behaviour whose pattern the path matches. */
export function behaviorFor(behaviors: readonly Behavior[], path: string): Behavior {
  const fits = ({ pattern }: Behavior) =>
    pattern === "*" || (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
  return behaviors.find(fits)!;
}
