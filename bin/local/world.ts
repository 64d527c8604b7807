import { mkdirSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { wire } from "../../shared/http/call.ts";
import { paypalWebhook, stripeWebhook } from "../../shared/payment/calls.ts";
import { startCognito } from "./aws/cognito/cognito.ts";
import { type LocalDynamodb, startDynamodb } from "./aws/dynamodb.ts";
import { type LocalKms, startKms } from "./aws/kms.ts";
import { startS3 } from "./aws/s3/s3.ts";
import { startSecrets } from "./aws/secrets-manager.ts";
import { startMail } from "./aws/ses/ses.ts";
import { type LocalQueues, startQueues } from "./aws/sqs/sqs.ts";
import { type ExportRequest, exportTable } from "./aws/table-export.ts";
import { createTable, forgetTables } from "./aws/tables.ts";
import { installClock, type LocalClock } from "./cloud/clock.ts";
import { createEdge, type PortalSource } from "./cloud/edge.ts";
import { credentials, endpointSettings } from "./cloud/endpoints.ts";
import { followEventRules } from "./cloud/event-rules.ts";
import type { Service } from "./cloud/faults.ts";
import { type LocalFunctions, loadFunctions } from "./cloud/functions.ts";
import { createGateway, type Gateway } from "./cloud/gateway.ts";
import { region } from "./cloud/naming.ts";
import { type LocalSchedules, startSchedules } from "./cloud/schedules.ts";
import { type LocalStream, startStream } from "./cloud/streams.ts";
import { type CloudTemplate, environmentOf, readTemplate } from "./cloud/template.ts";
import { type LocalWire, openWire } from "./cloud/wire.ts";
import { type RunningParts, runningParts } from "./parts.ts";
import { startBadgr } from "./sandbox/badgr/badgr.ts";
import { startPayPal } from "./sandbox/paypal/paypal.ts";
import { startReceiver } from "./sandbox/receiver/receiver.ts";
import { startStripe } from "./sandbox/stripe/stripe.ts";
import { openDoor } from "./server.ts";

const settleRoundsMax = 6;

/** What a world is made of and where. */
export interface WorldOptions {
  /** The one origin's port; free ones are taken for 0. Files are on the next, the page of mails on the one after. */
  readonly port: number;
  /** Everything that is kept between starts. */
  readonly dataDirectory: string;
  /** Forget what was kept. */
  readonly fresh?: boolean;
  readonly assemblyDirectory: string;
  readonly functionsDirectory: string;
  readonly portal: PortalSource;
  /** Keep the table in memory, not in the data directory: the run is over with the world. */
  readonly tableInMemory?: boolean;
  /** Run the schedules when their time comes. */
  readonly timers?: boolean;
  /** A table engine that runs already, whatever is in it: it is emptied, and whoever started it ends it. */
  readonly engine?: LocalDynamodb;
  /** Where the parts of the world before were, in a process that has one after another: see `holdPorts`. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Let requests carry `x-laurel-clock-offset-ms`: the function that answers lives that much later. For tests. */
  readonly movableRequests?: boolean;
  readonly log: (line: string) => void;
}

/** The whole product running on this machine. */
export interface World {
  /** `http://localhost:3000` */
  readonly origin: string;
  readonly filesOrigin: string;
  /** The ports of its parts, by their names. */
  readonly ports: Readonly<Record<string, number>>;
  readonly template: CloudTemplate;
  readonly functions: LocalFunctions;
  readonly gateway: Gateway;
  readonly clock: LocalClock;
  readonly schedules: LocalSchedules;
  readonly queues: LocalQueues;
  readonly database: DynamoDBClient;
  readonly tableName: string;
  readonly kms: LocalKms;
  readonly mail: Awaited<ReturnType<typeof startMail>>;
  readonly stripe: Awaited<ReturnType<typeof startStripe>>;
  readonly badgr: Awaited<ReturnType<typeof startBadgr>>;
  readonly paypal: Awaited<ReturnType<typeof startPayPal>>;
  readonly wire: LocalWire;
  readonly stream: LocalStream;
  /** Runs our own code with the settings of the app's functions: for seeds and tests that write what no call writes. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Kills the table's process in the middle of whatever it does, and starts it again so much later; `isTorn` as {@link LocalDynamodb} says. */
  killTable(downMs: number): Promise<{ isTorn: boolean }>;
  /** Resolves when what was written until now has reached mails, notices, search and all else that follows from it. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

let isTaken = false;

/** Starts a local world; it ends with `stop`. One process has one world at a time. */
export async function startWorld(options: WorldOptions): Promise<World> {
  if (isTaken) throw new Error("One process has one world at a time.");
  isTaken = true;
  if (options.fresh) rmSync(options.dataDirectory, { recursive: true, force: true });
  mkdirSync(options.dataDirectory, { recursive: true });
  const parts = runningParts(options);
  const stop = async () => {
    await parts.stop();
    isTaken = false;
  };
  try {
    return { ...(await assemble(options, parts)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the parts in the order they need each other. */
async function assemble(
  options: WorldOptions,
  { open, keep, ports, portOf }: RunningParts,
): Promise<Omit<World, "stop">> {
  const { log } = options;
  const at = (name: string) => join(options.dataDirectory, name);
  const clock = installClock();
  const origin = await open("origin", (port) => openDoor(port, "localhost"), 0); // known, or found in use, before all else
  const databaseStarting = options.engine
    ? Promise.resolve(options.engine)
    : startDynamodb(options.tableInMemory ? {} : { directory: at("database") }).then(keep);
  databaseStarting.catch(() => {}); // awaited below, when the other parts stand

  const { now } = clock;
  const queues = await open("queues", (port) => startQueues({ port, file: at("queues.json"), now, log }));
  const s3 = await open("s3", (port) => startS3({ port, directory: at("files"), credentials, region, now }), 1);
  const template = readTemplate(options.assemblyDirectory, {
    queuesUrl: queues.url,
    filesOrigin: s3.url,
    portalOrigin: origin.url,
  });
  const [table, pool, client] = [template.tables[0]!, template.pools[0]!, template.clients[0]!];
  const events = followEventRules({ rules: template.rules, functions: () => functions, log });
  for (const bucket of template.buckets) s3.open({ ...bucket, onScan: events.tell });

  const mail = await open(
    "mail",
    (port) => startMail({ port, directory: at("mails"), allowed: template.mailIdentities }),
    2,
  );
  const webhookOf = (call: typeof stripeWebhook) => `${origin.url}/api${wire(call).path}`;
  const [stripeUrl, paypalUrl] = [stripeWebhook, paypalWebhook].map(webhookOf) as [string, string];
  const stripe = await open("stripe", (port) =>
    startStripe({ port, now, webhookUrl: stripeUrl, file: at("stripe.json") }),
  );
  const paypal = await open("paypal", (port) =>
    startPayPal({ port, now, webhookUrl: paypalUrl, file: at("paypal.json") }),
  );
  const receiver = await open("receiver", (port) => startReceiver({ port, origin: origin.url, now }));
  const { secretKey, webhookSecret } = stripe;
  const secretTexts = {
    [environmentOf(template, "STRIPE_SECRET_NAME")]: JSON.stringify({ secretKey, webhookSecret, publishableKey: "" }),
    [environmentOf(template, "PAYPAL_SECRET_NAME")]: JSON.stringify(paypal.keys),
  };
  const secrets = await open("secrets", (port) => startSecrets({ port, secrets: secretTexts }));
  const kms = await open("kms", (port) => startKms({ port, file: at("keys.json"), keys: template.keys }));
  const badgr = await open("badgr", (port) => startBadgr({ port, file: at("badgr.json"), now }));
  const cognito = await open("cognito", (port) =>
    startCognito({
      port,
      file: at("people.sqlite"),
      region,
      pool,
      client,
      hidesMissingUsers: client.hidesMissingUsers,
      now,
      trigger: async (event) => (pool.preTokenFunctionArn ? functions.invoke(pool.preTokenFunctionArn, event) : event),
    }),
  );
  let dynamodb: LocalDynamodb = await databaseStarting;

  const services: Record<Service, string> = {
    dynamodb: dynamodb.url,
    cognito: cognito.url,
    s3: s3.url,
    ses: mail.url,
    secrets: secrets.url,
    kms: kms.url,
    sqs: queues.url,
    stripe: stripe.url,
    paypal: paypal.url,
    badgr: badgr.url,
  };
  const way = keep(await openWire(services, (service) => portOf(`way to ${service}`)));
  for (const service of Object.keys(services) as Service[])
    ports[`way to ${service}`] = Number(new URL(way.urlOf(service)).port);
  const functions = loadFunctions({
    functions: template.functions,
    directory: options.functionsDirectory,
    log,
    environment: endpointSettings(services, way),
  });
  const database = new DynamoDBClient({ endpoint: dynamodb.url, region, credentials });
  keep({ stop: () => database.destroy() });
  if (options.engine !== undefined) await forgetTables(database);
  await createTable(database, table);

  queues.open({ queues: template.queues, mappings: template.mappings, functions });
  const stream = keep(
    await startStream({
      database,
      port: dynamodb.port,
      region,
      table,
      mappings: template.mappings,
      functions,
      queues,
      placeFile: at("stream-place"),
      log,
    }),
  );
  const storage = new S3Client({ endpoint: s3.url, region, credentials, forcePathStyle: true });
  keep({ stop: () => storage.destroy() });
  const { tables, buckets } = template;
  const targets = {
    "dynamodb:exportTableToPointInTime": (input: unknown) =>
      exportTable(input as ExportRequest, { tables, buckets, database, storage, nowMs: clock.now() }),
    "sns:publish": async (input: unknown) => log(`mail to the operators: ${JSON.stringify(input)}`),
  };
  const schedules = keep(
    startSchedules({ template, functions, queues, services: targets, timers: options.timers ?? false, log }),
  );
  const gateway = createGateway({
    routes: template.routes,
    stageVariables: template.stageVariables,
    functions,
    publicKeys: () => cognito.jwks,
    now: clock.now,
    log,
  });
  origin.answerWith(
    createEdge({
      gateway,
      distribution: template.distribution,
      firewall: template.firewall,
      log,
      storage,
      mediaBucket: environmentOf(template, "MEDIA_BUCKET"),
      signedBucket: environmentOf(template, "SIGNED_BUCKET"),
      portal: options.portal,
      configuration: {
        region,
        userPoolId: pool.id,
        userPoolClientId: client.id,
        filesOrigin: s3.url,
        payments: "sandbox",
        paypal: "sandbox",
        stage: "local",
      },
      sandboxes: { stripe: stripe.url, paypal: paypal.url, webhooks: receiver.url },
      runSchedule: (name, clockOffsetMs) => schedules.run(name, { clockOffsetMs }),
      clockOffsetOf: options.movableRequests ? offsetOf : () => 0,
      now: clock.now,
    }),
  );

  return {
    origin: origin.url,
    filesOrigin: s3.url,
    ports,
    template,
    functions,
    gateway,
    clock,
    schedules,
    queues,
    database,
    tableName: table.name,
    kms,
    mail,
    stripe,
    badgr,
    paypal,
    wire: way,
    stream,
    within: (work) => functions.within(template.routes[0]!.functionArn, work),
    async killTable(downMs) {
      const { isTorn } = await dynamodb.kill();
      await pause(downMs);
      dynamodb = keep(await startDynamodb({ directory: at("database"), port: dynamodb.port }));
      return { isTorn };
    },
    async settle() {
      for (let round = 0; round < settleRoundsMax; round++) {
        await Promise.all([stripe.delivered(), paypal.delivered(), events.delivered()]);
        await stream.caughtUp();
        if (!(await queues.drained())) return;
      }
    },
  };
}

const offsetOf = (request: IncomingMessage) => Number(request.headers["x-laurel-clock-offset-ms"] ?? 0);
