import { Duration } from "aws-cdk-lib";
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
import { Construct } from "constructs";
import { signedFolders } from "../../shared/certificate/addresses.ts";
import { originHeader } from "../../shared/platform/environment.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Api } from "../api.ts";
import { explain } from "../explain.ts";
import { globalName } from "../names.ts";
import type { Settings } from "../settings.ts";
import type { Storage } from "../storage.ts";
import {
  anyOrigin,
  certificatePolicy,
  pagePolicy,
  paymentPermission,
  paymentPolicy,
  permissionsPolicy,
  policyText,
  reportingEndpoints,
  transport,
  verifyPolicy,
} from "./page-policies.ts";
import { singlePageCode, viewerAddressCode } from "./viewer-functions.ts";

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
      comment: "Every path that is no file is the single page; scripts are brotli's",
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
          { header: "Reporting-Endpoints", value: reportingEndpoints, override: true },
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

/** Errors that CloudFront keeps for ten seconds, whatever their headers say, unless it is told otherwise. */
const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
