import { join } from "node:path";
import { IgnoreMode, Stack, type StackProps } from "aws-cdk-lib";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import { compressedFolder, plainFolder } from "../../shared/platform/portal-files.ts";
import { setBoundary } from "../boundary.ts";
import { explain } from "../explain.ts";
import type { LaurelStack } from "../stack.ts";

/** What the portal's stack is made from. */
export interface PortalProps extends StackProps {
  /** Whose portal it is. */
  readonly laurel: LaurelStack;
  /** The folder with the built portal. */
  readonly assets: string;
}

/**
 * The portal's files and its run-time configuration, uploaded once everything that they call is there: people see a new
 * portal after the API behind it has answered, and never one whose API went back.
 */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, { laurel, assets, ...props }: PortalProps) {
    super(scope, id, props);
    setBoundary(this);
    this.addStackDependency(laurel, "the portal appears after the functions it calls");
    const { portal, storage, portalConfiguration } = laurel;
    const common = { destinationBucket: storage.portal, distribution: portal.distribution, prune: false };
    // Only /assets has content in its names.
    const kept = { ...common, cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")] };
    const only = (...wanted: string[]) => ({ exclude: ["**", ...wanted], ignoreMode: IgnoreMode.GIT });
    const scripts = ["assets/*.js", "assets/*.css"];
    const hashed = [
      new BucketDeployment(this, "Hashed", {
        ...kept,
        sources: [Source.asset(assets, only("!assets", "!assets/**", ...scripts))],
        distributionPaths: ["/assets/*"],
      }),
      new BucketDeployment(this, "Compressed", {
        ...kept,
        sources: [Source.asset(join(assets, compressedFolder))],
        contentEncoding: "br",
        distributionPaths: ["/assets/*"],
      }),
      new BucketDeployment(this, "Plain", {
        ...kept,
        sources: [Source.asset(assets, only("!assets", ...scripts.map((each) => `!${each}`)))],
        destinationKeyPrefix: plainFolder.slice(1),
        distributionPaths: [`${plainFolder}/*`],
      }),
    ];
    const entry = new BucketDeployment(this, "Entry", {
      ...common,
      sources: [
        Source.asset(assets, { exclude: ["assets", compressedFolder, ".vite"] }),
        Source.jsonData("config.json", portalConfiguration),
      ],
      cacheControl: [CacheControl.fromString("no-cache")],
      distributionPaths: ["/*"],
    });
    entry.node.addDependency(...hashed); // the page never names a file that is not there yet
    this.explainUpload(laurel.stackName);
  }

  private explainUpload(from: string): void {
    const upload = this.node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"))!;
    const bundled = `arn:${this.partition}:s3:::cdk-hnb659fds-assets-${this.account}-${this.region}/*`;
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
      [`IAM5[Resource::${from}:ExportsOutputFnGetAttStoragePortal67EC994CArnEBD01DC3/*]`]: why,
    });
  }
}
