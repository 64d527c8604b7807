import { parseArgs } from "node:util";
import { GetQueueUrlCommand, SQSClient } from "@aws-sdk/client-sqs";
import { sendMessages } from "../../functions/clients/queues.ts";
import { newId, now } from "../../functions/data/ids.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { enterStage } from "./outputs.ts";
import { everyItem } from "./repair/table.ts";

const usage = `npm run sign-certificates -- --stage live [--all] [--organization org_…]

Has certificates signed that are not: those of before certificates were signed, once they are migrated, and those whose
message was lost. With --all every certificate is written anew with what verifies it (DID documents, status lists and
their notices): after a key was added or marked as compromised, or objects were lost; with --organization those of one
alone. What is signed by a good key keeps its proof. It reads the whole table once and may be stopped at any time: what is
asked for twice is signed once, and another run goes on with what is left.

It uses the AWS credentials of the environment, and the table of the stage or the one that TABLE_NAME names, and the stage's queue or that of SIGNATURES_QUEUE_URL.`;

/** So many at once: the queue takes ten in a request, and a run that is stopped has little to repeat. */
const BATCH = 100;

async function main(): Promise<void> {
  const { stage, all, organization, help } = parseArgs({
    options: {
      stage: { type: "string", default: "" },
      all: { type: "boolean", default: false },
      organization: { type: "string" },
      help: { type: "boolean", default: false },
    },
  }).values;
  if (!help) await enterStage(stage);
  const queueUrl = process.env.SIGNATURES_QUEUE_URL;
  if (help || !process.env.TABLE_NAME || !(stage || queueUrl)) {
    console.log(usage);
    process.exitCode = help ? 0 : 1;
    return;
  }
  const url = queueUrl ?? (await urlOf(stage));
  const asked: object[] = [];
  let [certificates, lists] = [0, 0];
  for await (const item of everyItem()) {
    const { organization_id, status, certificate_id, list_id } = item;
    if (organization !== undefined && organization !== organization_id) continue;
    const isWanted = all || organization !== undefined;
    const isCertificate = isOf(kinds.certificate, item) && (isWanted || status === "awaitingSignature");
    const isList = isOf(kinds.statusList, item) && isWanted;
    if (!isCertificate && !isList) continue;
    const event = { event_id: newId("evt"), at: now(), actor_id: "system", organization_id };
    asked.push(
      isCertificate
        ? { ...event, type: "certificate.changed", subject_id: certificate_id, certificate_id }
        : { ...event, type: "status-list.due", subject_id: list_id },
    );
    if (isCertificate) certificates++;
    else lists++;
    if (asked.length >= BATCH) await sendMessages(url, asked.splice(0));
  }
  await sendMessages(url, asked);
  console.log(`${certificates} certificates and ${lists} lists are on their way.`);
}

async function urlOf(stage: string): Promise<string> {
  const { QueueUrl } = await new SQSClient({}).send(
    new GetQueueUrlCommand({ QueueName: `laurel-${stage}-signatures` }),
  );
  return QueueUrl!;
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
