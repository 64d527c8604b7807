import { App } from "aws-cdk-lib";
import { DeployerStack } from "../lib/deployer.ts";
import { settingsOf } from "./operate/stage.ts";

/**
 * `npx cdk deploy --app "node bin/deployer.ts" -c stage=live -c repository=owner/name`: makes the role by which the
 * repository's workflow deploys a stage. `-c provider=arn:…` names GitHub's identity provider where the account has it.
 */
const app = new App({ analyticsReporting: false });
const stage: string | undefined = app.node.tryGetContext("stage");
const repository: string | undefined = app.node.tryGetContext("repository");
if (!stage || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? ""))
  throw new Error("Give -c stage=live -c repository=owner/name.");
const settings = settingsOf(stage);
new DeployerStack(app, `Laurel-${stage}-deployer`, {
  settings,
  repository: repository!,
  providerArn: app.node.tryGetContext("provider"),
  env: { region: settings.region, account: settings.account },
  terminationProtection: true,
});
