import { ArnFormat, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { HostedZone } from "aws-cdk-lib/aws-route53";
import { CfnIPSet, CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { Signals } from "../alarms/signals.ts";
import { setBoundary } from "../boundary.ts";
import { Budget } from "../budget.ts";
import { globalName } from "../names.ts";
import { AddressQueries } from "../queries.ts";
import type { Settings } from "../settings.ts";
import { firewallMetric, firewallRules, seen } from "./firewall.ts";
import type { EdgeParts } from "./portal.ts";

/** What lives in us-east-1 alone: CloudFront's firewall, with a domain its certificate, and the account's budget. */
export class EdgeStack extends Stack {
  readonly parts: EdgeParts;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { readonly settings: Settings }) {
    super(scope, id, props);
    setBoundary(this);
    const firewall = new CfnWebACL(this, "Firewall", {
      name: globalName(settings, ""),
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: seen(globalName(settings, "")),
      rules: firewallRules([this.blocked(settings, "IPV4"), this.blocked(settings, "IPV6")]),
    });
    const logs = new LogGroup(this, "FirewallLogs", {
      logGroupName: `aws-waf-logs-${globalName(settings, "")}`, // WAF writes only to names that begin so
      retention: RetentionDays.ONE_MONTH, // it holds people's addresses
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, "FirewallLogging", {
      resourceArn: firewall.attrArn,
      logDestinationConfigs: [
        this.formatArn({
          service: "logs",
          resource: "log-group",
          resourceName: logs.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: ["authorization", "cookie"].map((name) => ({ singleHeader: { Name: name } })),
    });
    new AddressQueries(this, "Queries", settings, logs);
    const signals = new Signals(this, "Signals", settings, `-${settings.region}`);
    signals.ring("firewall-refuses", {
      when: "The firewall refuses many requests",
      metric: firewallMetric(settings, "BlockedRequests"),
      atLeast: 300,
    });
    new Budget(this, "Budget", settings, signals);
    this.parts = { webAclArn: firewall.attrArn, certificate: this.certificateOf(settings) };
  }

  /** The set of refused addresses of one kind: it is there from the beginning, so that an operator adds to it at once. */
  private blocked(settings: Settings, ipAddressVersion: "IPV4" | "IPV6"): string {
    const { blockedAddresses = [] } = settings;
    return new CfnIPSet(this, `Blocked${ipAddressVersion}`, {
      name: globalName(settings, `blocked-${ipAddressVersion.toLowerCase()}`),
      scope: "CLOUDFRONT",
      ipAddressVersion,
      addresses: blockedAddresses.filter((each) => each.includes(":") === (ipAddressVersion === "IPV6")),
    }).attrArn;
  }

  private certificateOf({ domain }: Settings): Certificate | undefined {
    if (!domain) return undefined;
    const zone = HostedZone.fromHostedZoneAttributes(this, "Zone", {
      hostedZoneId: domain.zoneId,
      zoneName: domain.zoneName,
    });
    return new Certificate(this, "Certificate", {
      domainName: domain.portal,
      validation: CertificateValidation.fromDns(zone),
    });
  }
}
