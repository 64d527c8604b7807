import { element, Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** A stage's distribution and its API: the header that the one sends, and those that the other takes. */
export class Front {
  /** Every pair there ever was, the first first. */
  readonly history: { readonly sent: string; readonly taken: string }[] = [];
  /** How many changes of the distribution are refused yet. */
  refusals = 0;

  constructor(sent: string, taken: string) {
    this.history.push({ sent, taken });
  }
  get now(): { readonly sent: string; readonly taken: string } {
    return this.history.at(-1)!;
  }
  change(to: { sent?: string; taken?: string }): void {
    this.history.push({ ...this.now, ...to });
  }
}

/** API Gateway's words about a stage. */
export function apiStage(front: Front, { method, url, body }: ServiceRequest): ServiceReply {
  if (!decodeURIComponent(url.pathname).endsWith("/stages/$default"))
    throw new Refused("NotFoundException", "It is not there.", 404);
  if (method === "PATCH") front.change({ taken: JSON.parse(body).stageVariables.originSecret });
  return { json: { stageName: "$default", stageVariables: { originSecret: front.now.taken } } };
}

/** CloudFront's words about a distribution: a change names the version it was made from. */
export function distribution(front: Front, { method, url, headers, body }: ServiceRequest): ServiceReply {
  const version = `version-${front.history.length}`;
  const config = element("DistributionConfig", configOf(front.now.sent));
  if (method === "PUT") {
    if (headers["if-match"] !== version) throw new Refused("PreconditionFailed", "It has changed.", 412);
    if (front.refusals-- > 0) throw new Refused("InvalidArgument", "Not now.");
    const [, sent] = /<HeaderValue>([^<]*)<\/HeaderValue>/.exec(body)!;
    front.change({ sent: sent! });
  }
  if (method === "GET" && url.pathname.endsWith("/config")) return { headers: { etag: version }, xml: config };
  return { headers: { etag: version }, xml: element("Distribution", { Id: "one", Status: "Deployed" }) };
}

const configOf = (sent: string) => ({
  CallerReference: "one",
  Comment: "Laurel live",
  Enabled: true,
  Origins: {
    Quantity: 2,
    Items: {
      Origin: [
        { Id: "portal", DomainName: "portal.s3.amazonaws.com", CustomHeaders: { Quantity: 0 } },
        {
          Id: "api",
          DomainName: "api.laurel.example",
          CustomHeaders: {
            Quantity: 1,
            Items: { OriginCustomHeader: [{ HeaderName: "x-laurel-origin", HeaderValue: sent }] },
          },
        },
      ],
    },
  },
  DefaultCacheBehavior: { TargetOriginId: "portal", ViewerProtocolPolicy: "redirect-to-https" },
});
