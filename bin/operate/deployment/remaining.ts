import { CognitoIdentityProviderClient, ListUsersCommand } from "@aws-sdk/client-cognito-identity-provider";
import { DescribeSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { Settings } from "../../../lib/settings.ts";
import { alarmMails, mendingOf } from "../alarm-mails.ts";
import type { Finding } from "./finding.ts";

/** What a stage that stands still lacks, a sentence each. `found` is what was found before, mail among it. */
export async function whatRemains(
  settings: Settings,
  outputs: Readonly<Record<string, string>>,
  found: readonly Finding[],
): Promise<string[]> {
  return [
    ...(await alarmsRemain(settings)),
    ...found.filter(({ state }) => state === "later").map(({ what, says }) => `${what}: ${says}`),
    ...(await providersRemain(settings, outputs)),
    ...(await peopleRemain(settings, outputs)),
    `former items: npm run migrate -- --stage ${settings.stage} says whether any are of an earlier shape, --write changes them`,
  ];
}

/** Alarms are mailed to nobody before the mailbox has said yes, in each of the two regions. */
async function alarmsRemain(settings: Settings): Promise<string[]> {
  const { operatorsMail } = settings;
  if (operatorsMail === undefined) return ["alarms: they are mailed to nobody. Set operatorsMail"];
  return (await alarmMails(settings, operatorsMail)).flatMap((each) => {
    const mending = mendingOf(each, operatorsMail);
    return mending === undefined ? [] : [`alarms: ${mending}`];
  });
}

async function providersRemain(settings: Settings, outputs: Readonly<Record<string, string>>): Promise<string[]> {
  const client = new SecretsManagerClient({ region: settings.region });
  const remain: string[] = [];
  for (const { name, output, path, setting, isSet } of [
    {
      name: "Stripe",
      output: "StripeKeys",
      path: "stripe",
      setting: "stripePublishableKey",
      isSet: settings.stripePublishableKey !== undefined,
    },
    { name: "PayPal", output: "PayPalKeys", path: "paypal", setting: "paypal", isSet: settings.paypal === true },
  ]) {
    const SecretId = outputs[output];
    if (SecretId === undefined) continue;
    const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId }));
    const webhook = `${outputs.PortalOrigin}/api/payment/${path}/webhook`;
    const isWritten = Object.keys(VersionIdsToStages).length > 1;
    if (!isWritten)
      remain.push(`${name}: write its keys into the secret ${SecretId}, and point a webhook at ${webhook}`);
    else if (!isSet)
      remain.push(`${name}: its keys are there; set ${setting} and deploy, so that people are offered it`);
  }
  return remain;
}

async function peopleRemain({ region, stage }: Settings, outputs: Readonly<Record<string, string>>): Promise<string[]> {
  const asked = new ListUsersCommand({ UserPoolId: outputs.UserPoolId, Limit: 1 });
  const { Users = [] } = await new CognitoIdentityProviderClient({ region }).send(asked);
  return Users.length > 0
    ? []
    : [`the first super administrator: npm run superadmin -- you@example.org --stage ${stage}`];
}
