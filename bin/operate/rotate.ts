import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { Settings } from "../../lib/settings.ts";
import { rotateFieldsKey, rotateMailKey } from "./rotation/managed.ts";
import { rotateOrigin } from "./rotation/origin.ts";
import { endFormer, rotateKeys, rotations } from "./rotation/providers.ts";
import { CannotRotate, readParts, type StageParts } from "./rotation/stage-parts.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run rotate -- <what> --stage live [--end]

Replaces a key or a secret of a stage by a new one, while the old one still works:
  origin          the header by which the distribution proves itself to the API
  stripe          Stripe's secret key, read from the input
  stripe-webhook  the signing secret of Stripe's webhook, read from the input; events signed with the old one count until --end
  paypal          PayPal's client id and secret, read from the input
  paypal-webhook  the id of PayPal's webhook, read from the input; events of the old one count until --end
  fields          the key that encrypts bank accounts and what opens badge services
  mail            the key by which SES signs mail

lib/runbooks/rotation.md says when and in which order. It uses the AWS credentials of the environment, and the region
that cdk.json or AWS_REGION names.`;

async function main(): Promise<void> {
  const { what, stage, end } = readArguments();
  const settings = settingsOf(stage);
  const parts = await readParts(settings);
  const rotation = rotations[what];
  if (rotation !== undefined) await rotateAtProvider(what, settings, parts, end);
  else if (what === "origin") await rotateOrigin(settings, parts, console.log);
  else if (what === "fields")
    console.log(await rotateFieldsKey(settings, parts.resource("AWS::KMS::Key", "StorageFieldsKey")));
  else if (what === "mail") console.log(await rotateMailKey(settings));
  else throw new CannotRotate(usage);
}

async function rotateAtProvider(what: string, settings: Settings, parts: StageParts, end: boolean): Promise<void> {
  const rotation = rotations[what]!;
  const secret = parts.output(rotation.output);
  if (end) {
    await endFormer(settings, secret, rotation);
    console.log("The old one is not taken any more, from five minutes on.");
    return;
  }
  await rotateKeys(settings, secret, rotation, await readLines(rotation.fields));
  const ending = rotation.former
    ? `npm run rotate -- ${what} --stage ${settings.stage} --end`
    : "end the old one at the provider";
  console.log(`Written. Every function uses it in five minutes; then ${ending}.`);
}

/** Secrets come by the input, where no shell remembers them. */
async function readLines(fields: readonly string[]): Promise<string[]> {
  const input = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const given: string[] = [];
  process.stderr.write(`${fields.join(", then ")}: `);
  for await (const line of input) if (given.push(line.trim()) === fields.length) break;
  input.close();
  return given;
}

function readArguments(): { what: string; stage: string; end: boolean } {
  try {
    const options = { stage: { type: "string" }, end: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [what] = positionals;
    if (!values.stage || what === undefined || positionals.length > 1) throw new CannotRotate(usage);
    return { what, stage: values.stage, end: values.end };
  } catch (error) {
    throw error instanceof CannotRotate ? error : new CannotRotate(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error instanceof CannotRotate ? error.message : error.stack);
  process.exitCode = 1;
});
