import { Duration, IgnoreMode, Stack } from "aws-cdk-lib";
import type { ICertificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  type ResponseHeadersCorsBehavior,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  Signing,
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { signedFolders } from "../shared/certificate/addresses.ts";
import { originHeader, viewerHeader } from "../shared/platform/environment.ts";
import * as paths from "../shared/platform/paths.ts";
import { portalDocuments, portalFiles, portalFolders } from "../shared/platform/portal-files.ts";
import type { Api } from "./api.ts";
import { explain } from "./explain.ts";
import { globalName } from "./names.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/** What the edge stack in us-east-1 gives. */
export interface EdgeParts {
  readonly webAclArn: string;
  readonly certificate?: ICertificate;
}

/** The one origin people see: the portal's files, /api and /media behind one distribution and its firewall. */
export class Portal extends Construct {
  readonly distribution: Distribution;
  /** `https://…`, without a slash at the end. */
  readonly origin: string;
  private readonly storage: Storage;
  private readonly settings: Settings;
  private ofCertificates?: ResponseHeadersPolicy;
  private ofSigned?: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, settings: Settings, storage: Storage, api: Api, edge: EdgeParts) {
    super(scope, id);
    this.storage = storage;
    this.settings = settings;
    const { domain, stage } = settings;
    const page = this.pageHeaders("Page", { ...pagePolicy(storage.filesOrigin) });
    const paymentPage = this.pageHeaders("PaymentPage", paymentPolicy(storage.filesOrigin));
    const verifyPage = this.pageHeaders("VerifyPage", verifyPolicy(storage.filesOrigin), {
      permissions: "camera=(self)",
    });
    const files: BehaviorOptions = {
      origin: this.bucketOrigin("portal", storage.portal),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: page,
      functionAssociations: [{ function: this.singlePage(), eventType: FunctionEventType.VIEWER_REQUEST }],
      compress: true,
    };
    const calls: BehaviorOptions = {
      origin: new HttpOrigin(api.host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        customHeaders: { [originHeader]: api.originSecret.secretValue.unsafeUnwrap() },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: this.perCaller(),
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: this.viewerAddress(), eventType: FunctionEventType.VIEWER_REQUEST }],
      responseHeadersPolicy: this.transportHeaders(),
    };
    // With the right to list, S3 says of what is not there that it is not there.
    const signed = this.bucketOrigin("signed", storage.signed, [AccessLevel.READ, AccessLevel.LIST]);
    this.distribution = new Distribution(this, "Distribution", {
      comment: `Laurel ${stage}`,
      defaultRootObject: "index.html",
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: edge.webAclArn,
      enableLogging: true,
      logBucket: storage.distributionLogs,
      ...(domain && {
        domainNames: [domain.portal],
        certificate: edge.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      errorResponses: keptErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: files,
      additionalBehaviors: {
        [paths.pay("*")]: { ...files, responseHeadersPolicy: paymentPage },
        [paths.verify]: { ...files, responseHeadersPolicy: verifyPage },
        "/api/*": calls,
        ...Object.fromEntries(signedFolders.map((folder) => [`/${folder}/*`, this.signedBehavior(folder, signed)])),
        "/media/*": {
          origin: this.bucketOrigin("media", storage.media),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: this.mediaHeaders(),
        },
      },
    });
    explain(this.distribution, {
      CFR1: "Learners and reviewers may live anywhere: no country is left out.",
      ...(!domain && {
        CFR4: "Without a domain of its own the distribution uses CloudFront's certificate and TLS policy.",
      }),
    });
    this.origin = `https://${domain?.portal ?? this.distribution.distributionDomainName}`;
    storage.allowOrigin(this.origin);
    this.nameIt();
  }

  /** Uploads the built portal and its run-time configuration. Only /assets has content in its names. */
  deploy(assets: string, configuration: Record<string, unknown>): void {
    const common = { destinationBucket: this.storage.portal, distribution: this.distribution, prune: false };
    const hashed = new BucketDeployment(this, "Hashed", {
      ...common,
      sources: [Source.asset(assets, { exclude: ["**", "!assets", "!assets/**"], ignoreMode: IgnoreMode.GIT })],
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
      distributionPaths: ["/assets/*"],
    });
    const entry = new BucketDeployment(this, "Entry", {
      ...common,
      sources: [Source.asset(assets, { exclude: ["assets", ".vite"] }), Source.jsonData("config.json", configuration)],
      cacheControl: [CacheControl.fromString("no-cache")],
      distributionPaths: ["/*"],
    });
    entry.node.addDependency(hashed); // the page never names a file that is not there yet
    this.explainUpload();
  }

  private explainUpload(): void {
    const stack = Stack.of(this);
    const upload = stack.node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"))!;
    const bundled = `arn:${stack.partition}:s3:::cdk-hnb659fds-assets-${stack.account}-${stack.region}/*`;
    const why = "CDK's own uploader: it copies the portal's files to the portal's bucket when the stack is deployed.";
    explain(upload, {
      L1: "CDK's own uploader brings the runtime it was tested with.",
      "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]": why,
      "IAM5[Resource::*]": "Invalidating a distribution's cache from CDK's own uploader cannot be narrowed to its ARN.",
      ...Object.fromEntries(
        ["GetBucket*", "GetObject*", "List*", "Abort*", "DeleteObject*"].map((each) => [
          `IAM5[Action::s3:${each}]`,
          why,
        ]),
      ),
      [`IAM5[Resource::${bundled}]`]: why,
      "IAM5[Resource::<StoragePortal67EC994C.Arn>/*]": why,
    });
  }

  /** What strangers verify, from any origin. How long it is kept stands with each object. */
  private signedBehavior(folder: string, origin: IOrigin): BehaviorOptions {
    return {
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: folder === "c" ? this.certificateHeaders() : this.signedHeaders(),
      compress: true,
    };
  }

  private bucketOrigin(name: string, bucket: IBucket, originAccessLevels = [AccessLevel.READ]): IOrigin {
    const originAccessControl = new S3OriginAccessControl(this, `${name}-access`, {
      originAccessControlName: globalName(this.settings, name),
      signing: Signing.SIGV4_ALWAYS,
    });
    return S3BucketOrigin.withOriginAccessControl(bucket, { originAccessControl, originAccessLevels });
  }

  private singlePage(): ViewerFunction {
    return new ViewerFunction(this, "SinglePage", {
      comment: "Every path that is no file is the single page",
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(singlePageCode),
    });
  }

  /** CloudFront's own header for this cannot be forwarded without the Host header, which the API does not take. */
  private viewerAddress(): ViewerFunction {
    return new ViewerFunction(this, "ViewerAddress", {
      comment: "Tell the API who called",
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(viewerAddressCode),
    });
  }

  /** Keeps nothing of itself. Whatever is kept in spite of that answers its own caller and the same question alone. */
  private perCaller(): CachePolicy {
    return new CachePolicy(this, "PerCaller", {
      cachePolicyName: globalName(this.settings, "per-caller"),
      comment: "Calls: kept for nobody, and told apart by token and question",
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1), // a policy of 0 may not name headers
      headerBehavior: CacheHeaderBehavior.allowList("Authorization"),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  private pageHeaders(
    id: string,
    policy: Record<string, readonly string[]>,
    {
      permissions = paymentPermission,
      corsBehavior,
    }: { readonly permissions?: string; readonly corsBehavior?: ResponseHeadersCorsBehavior } = {},
  ): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: globalName(this.settings, id.toLowerCase()),
      corsBehavior,
      securityHeadersBehavior: {
        ...transport,
        contentSecurityPolicy: { contentSecurityPolicy: policyText(policy), override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: "Permissions-Policy", value: permissionsPolicy(permissions), override: true },
          {
            header: "Cross-Origin-Opener-Policy",
            value: id === "PaymentPage" ? "same-origin-allow-popups" : "same-origin",
            override: true,
          },
        ],
      },
    });
  }

  private transportHeaders(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "Answer", {
      responseHeadersPolicyName: globalName(this.settings, "answer"),
      securityHeadersBehavior: transport,
    });
  }

  private mediaHeaders(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "Picture", {
      responseHeadersPolicyName: globalName(this.settings, "picture"),
      securityHeadersBehavior: {
        ...transport,
        contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: true },
      },
    });
  }

  private certificateHeaders(): ResponseHeadersPolicy {
    this.ofCertificates ??= this.pageHeaders("Certificate", certificatePolicy(this.storage.filesOrigin), {
      corsBehavior: anyOrigin,
    });
    return this.ofCertificates;
  }

  private signedHeaders(): ResponseHeadersPolicy {
    this.ofSigned ??= new ResponseHeadersPolicy(this, "Signed", {
      responseHeadersPolicyName: globalName(this.settings, "signed"),
      corsBehavior: anyOrigin,
      securityHeadersBehavior: {
        ...transport,
        contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: true },
      },
    });
    return this.ofSigned;
  }

  private nameIt(): void {
    const { domain } = this.settings;
    if (!domain) return;
    new ARecord(this, "Address", {
      zone: HostedZone.fromHostedZoneAttributes(this, "Zone", {
        hostedZoneId: domain.zoneId,
        zoneName: domain.zoneName,
      }),
      recordName: domain.portal,
      target: RecordTarget.fromAlias(new CloudFrontTarget(this.distribution)),
    });
  }
}

/** Runs at the edge on each request for a portal path; `portalFile` of shared/platform/portal-files.ts, in CloudFront's dialect. */
export const singlePageCode = `function handler(event) {
  var request = event.request;
  var isFile = ${JSON.stringify(portalFiles)}.indexOf(request.uri) >= 0;
  ${JSON.stringify(portalFolders)}.forEach(function (folder) {
    if (request.uri.indexOf(folder) === 0) isFile = true;
  });
  if (isFile) return request;
  var document = "/index.html";
  ${JSON.stringify(portalDocuments)}.forEach(function (entry) {
    if (new RegExp(entry[0]).test(request.uri)) document = entry[1];
  });
  request.uri = document;
  return request;
}`;

/** Runs at the edge on each call: what callers say of their own address is replaced. */
export const viewerAddressCode = `function handler(event) {
  event.request.headers["${viewerHeader}"] = { value: event.viewer.ip };
  return event.request;
}`;

/** Errors that CloudFront keeps for ten seconds, whatever their headers say, unless it is told otherwise. */
const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

const transport = {
  strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
  contentTypeOptions: { override: true },
};

const paymentPermission = 'payment=(self "https://js.stripe.com")';
const features = ["payment", "camera", "microphone", "geolocation", "usb", "interest-cohort"];
/** Allows one feature as it is written, and no other. */
const permissionsPolicy = (allowed: string): string =>
  [allowed, ...features.filter((name) => !allowed.startsWith(`${name}=`)).map((name) => `${name}=()`)].join(", ");

const pagePolicy = (filesOrigin: string) => ({
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", filesOrigin],
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
const certificatePolicy = (filesOrigin: string) => ({
  "default-src": ["'none'"],
  "script-src": ["'self'"],
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
const anyOrigin: ResponseHeadersCorsBehavior = {
  accessControlAllowOrigins: ["*"],
  accessControlAllowMethods: ["GET", "HEAD"],
  accessControlAllowHeaders: ["*"],
  accessControlAllowCredentials: false,
  accessControlMaxAge: Duration.days(1),
  originOverride: true,
};

/** The page that verifies asks whichever issuer a credential names, and loads nothing but its own. */
const verifyPolicy = (filesOrigin: string) => ({
  ...pagePolicy("data:"),
  "img-src": ["'self'", "data:"],
  "connect-src": ["'self'", "https:", filesOrigin],
});

/** The payment page loads the card provider's own script and frames, and nothing else does. */
const paymentPolicy = (filesOrigin: string) => {
  const { "require-trusted-types-for": _, ...page } = pagePolicy(filesOrigin);
  return {
    ...page,
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

const policyText = (policy: Record<string, readonly string[]>) =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
