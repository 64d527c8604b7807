import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  type CfnStage,
  DomainName,
  EndpointType,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import type { IUserPool, IUserPoolClient } from "aws-cdk-lib/aws-cognito";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { ApiGatewayv2DomainProperties } from "aws-cdk-lib/aws-route53-targets";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { NamedCall } from "../shared/contract.ts";
import { originVariable } from "../shared/platform/environment.ts";
import { type DomainStack, needOf, routeKeyOf } from "./domain.ts";
import { explain } from "./explain.ts";
import { apiNameOf, type Settings } from "./settings.ts";

const ordinary = { perSecond: 2000, burst: 4000 };

/** The HTTP API: its authorizer, and the stage with throttles and access log. The routes are the domains'. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly authorizer: HttpJwtAuthorizer;
  /** Known to the distribution alone; what comes past it is refused. */
  readonly originSecret: Secret;
  /** Host name the distribution forwards to. */
  readonly host: string;
  readonly accessLog: LogGroup;
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, settings: Settings, pool: IUserPool, client: IUserPoolClient) {
    super(scope, id);
    this.settings = settings;
    this.http = new HttpApi(this, "Http", {
      apiName: `laurel-${settings.stage}`,
      createDefaultStage: false,
      disableExecuteApiEndpoint: settings.domain !== undefined,
    });
    const { region, urlSuffix } = Stack.of(this);
    this.authorizer = new HttpJwtAuthorizer("Token", `https://cognito-idp.${region}.amazonaws.com/${pool.userPoolId}`, {
      jwtAudience: [client.userPoolClientId],
    });
    this.originSecret = new Secret(this, "OriginSecret", {
      description: "The header by which the distribution proves itself to the API",
      generateSecretString: { excludePunctuation: true, passwordLength: 40 },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    explain(this.originSecret, {
      SMG4: "Both ends have to change in their order: npm run rotate does that, while the API takes the old and the new.",
    });
    this.accessLog = new LogGroup(this, "AccessLog", {
      retention: RetentionDays.THIRTEEN_MONTHS,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.host = apiNameOf(settings) ?? `${this.http.apiId}.execute-api.${region}.${urlSuffix}`;
  }

  /** Opens the API once its routes exist: throttles per route can only name routes that are there. */
  open(calls: readonly NamedCall[], domains: readonly DomainStack[]): HttpStage {
    const domainName = this.nameIt();
    const stage = new HttpStage(this, "Stage", {
      httpApi: this.http,
      stageName: "$default",
      autoDeploy: true,
      ...(domainName && { domainMapping: { domainName } }),
      throttle: { rateLimit: ordinary.perSecond, burstLimit: ordinary.burst },
      stageVariables: { [originVariable]: this.originSecret.secretValue.unsafeUnwrap() },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
    const throttled = calls.filter((named) => needOf(named).throttle);
    (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      throttled.map((named) => {
        const { perSecond, burst } = needOf(named).throttle!;
        return [routeKeyOf(named), { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst }];
      }),
    );
    stage.node.addDependency(...domains);
    return stage;
  }

  private nameIt(): DomainName | undefined {
    const { domain } = this.settings;
    if (!domain) return undefined;
    const zone = HostedZone.fromHostedZoneAttributes(this, "Zone", {
      hostedZoneId: domain.zoneId,
      zoneName: domain.zoneName,
    });
    const name = new DomainName(this, "Name", {
      domainName: this.host,
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      certificate: new Certificate(this, "Certificate", {
        domainName: this.host,
        validation: CertificateValidation.fromDns(zone),
        transparencyLoggingEnabled: false, // CloudFront alone asks there: its name stands in no public log
      }),
    });
    new ARecord(this, "Address", {
      zone,
      recordName: this.host,
      target: RecordTarget.fromAlias(
        new ApiGatewayv2DomainProperties(name.regionalDomainName, name.regionalHostedZoneId),
      ),
    });
    return name;
  }
}

const accessLogLine = {
  time: "$context.requestTime",
  requestId: "$context.requestId",
  route: "$context.routeKey",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  bytes: "$context.responseLength",
  user_id: "$context.authorizer.claims.user_id",
  error: "$context.error.message",
};
