import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { cpuSeconds } from "../../../bin/cpu-seconds.ts";
import { startDynamodb } from "../../../bin/local/aws/dynamodb.ts";
import { builtFunctions, builtPortal, root, synthesizedApp } from "../../../bin/local/prepare.ts";
import { holdPorts, keepAliveMs, openDoor } from "../../../bin/local/server.ts";
import { startWorld, type World } from "../../../bin/local/world.ts";
import { isKept, loadSeed, placeSeed, seedAndKeep } from "../../../bin/seed/kept.ts";
import { makeOrganization, makePerson } from "../../../bin/seed/make.ts";
import { seedPassword } from "../../../bin/seed/people.ts";
import { checkInvariants } from "../../../functions/platform/model/invariants/check.ts";
import { itemsOf } from "../../../functions/platform/model/invariants/table.ts";
import { callsOf } from "../../../shared/contract.ts";
import { formerWorld } from "../../former/restore.ts";
import type { Controls, WorldAddress } from "../controls.ts";
import { recordActions } from "./actions.ts";
import { everythingIn } from "./everything.ts";
import { recordRequests } from "./request-counts.ts";
import { noteSpent, noteWorld } from "./spending.ts";
import { recordTraces } from "./traces.ts";
import { recordUsage } from "./usage.ts";
import type { Lent } from "./world-process.ts";

/** A world for tests in this process: fresh, on free ports, with its controls on one more. Started by world-process.ts. */
const lines: string[] = [];
const traces = recordTraces();
const spending = recordRequests();
const actions = recordActions();
const usage = recordUsage();
const log = (line: string) => {
  lines.push(line);
  traces.logged(line);
  usage.logged(line);
  if (lines.length > 5000) lines.splice(0, 1000);
};

/** Where worlds with content are, so that one that was kept is found again: below the ports that others are given. */
const contentPorts = [31_810, 31_820, 31_830];

/** However the run ends, the database ends with this process: it is no child of the terminal's. */
let end = async (): Promise<void> => process.exit(0);
for (const reason of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(reason, () => void end());

const functionsDirectory = await builtFunctions();
const dataDirectory = join(root, ".cache/worlds", String(process.pid));
let portal: Promise<string> | undefined;
const assemblyDirectory = await synthesizedApp();
const formerName = /^--former=(.+)$/.exec(process.argv.at(-1) ?? "")?.[1];
const former = formerName === undefined ? undefined : formerWorld(formerName);
const content = process.argv.includes("--content");
const port = content ? await freeOf(contentPorts) : 0;
const engine = process.argv.includes("--table-on-disk") ? undefined : await startDynamodb();
void engine?.endedByItself.then((sentence) => {
  console.error(sentence);
  process.exit(1);
});
rmSync(dataDirectory, { recursive: true, force: true });
let world = await begin();
let controls = controlsOf(world);

/** Starts the world of this process, or, once `before` has ended, another one where that was. */
async function begin(before?: World): Promise<World> {
  const seedOptions = { content, port };
  const isSeeded = former === undefined && !process.argv.includes("--anew") && isKept(seedOptions);
  mkdirSync(dataDirectory, { recursive: true });
  if (isSeeded) placeSeed(seedOptions, dataDirectory);
  former?.placeFiles(dataDirectory);
  const begun = await startWorld({
    port,
    ...(before && { ports: before.ports }),
    ...(engine && { engine }),
    dataDirectory,
    functionsDirectory,
    assemblyDirectory,
    portal: {
      directory: () => {
        portal ??= builtPortal(); // most runs never open a page
        return portal;
      },
    },
    movableRequests: true,
    log,
  });
  if (former !== undefined) {
    begun.clock.move(former.keptAtMs - Date.now());
    await former.writeItems(begun);
    await begun.settle();
  } else if (isSeeded) await loadSeed(seedOptions, begun);
  else await seedAndKeep(seedOptions, begun, dataDirectory);
  return begun;
}

/** Another world in the place of this one, as fresh as the first: its keys alone stay, which functions have read. */
async function renew(): Promise<void> {
  holdPorts();
  await world.stop();
  for (const name of readdirSync(dataDirectory))
    if (name !== "keys.json") rmSync(join(dataDirectory, name), { recursive: true });
  world = await begin(world);
  controls = controlsOf(world);
  lines.length = 0;
  spending.forget();
  usage.take();
}

let spentBefore = cpuSeconds();
process.on("message", async (lent: Lent) => {
  noteSpent({ file: lent.to, isWorld: false, seconds: cpuSeconds() - spentBefore });
  await renew().catch((error: Error) => {
    console.error(error.stack);
    process.exit(1);
  });
  spentBefore = cpuSeconds();
  process.send?.(addressOf(world));
});

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const name = (request.url ?? "/").slice(1) as keyof Controls;
  try {
    const control = controls[name] as (...parameters: unknown[]) => Promise<unknown>;
    const value = await control(...(JSON.parse(Buffer.concat(parts).toString()) as unknown[]));
    response.writeHead(200).end(JSON.stringify({ value }));
  } catch (error) {
    response.writeHead(200).end(JSON.stringify({ failure: (error as Error).stack }));
  }
});
server.keepAliveTimeout = keepAliveMs;
server.listen(0, "127.0.0.1", () => {
  process.send?.(addressOf(world));
});

function addressOf({ origin, filesOrigin }: World): WorldAddress {
  return { origin, filesOrigin, controlUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let ending = false;
end = async () => {
  if (ending) return;
  ending = true;
  server.closeAllConnections();
  actions.write(); // whatever becomes of the rest: without it, functions would seem to use none of their grants
  await world.stop();
  await engine?.stop();
  actions.write();
  rmSync(dataDirectory, { recursive: true, force: true });
  noteWorld(spentBefore);
  process.exit(0);
};

/** The first of some ports that nobody listens on, or any. */
async function freeOf(ports: readonly number[]): Promise<number> {
  for (const each of ports) {
    const door = await openDoor(each, "localhost").catch(() => undefined);
    await door?.stop();
    if (door !== undefined) return each;
  }
  return 0;
}

function controlsOf({ database, tableName: first, ...parts }: World): Controls {
  const documents = DynamoDBDocumentClient.from(database);
  let tableName = first;
  return {
    settle: parts.settle,
    settings: (names) =>
      parts.within(async () => {
        const ofSome = Object.assign({}, ...parts.template.functions.map(({ environment }) => environment));
        const { AWS_ENDPOINT_URL_DYNAMODB: TABLE_ENGINE_URL = "" } = process.env;
        const led = { AWS_ENDPOINT_URL_DYNAMODB: parts.wire.urlOf("dynamodb"), TABLE_ENGINE_URL }; // what others write is heard
        const settingOf = (name: string) => led[name as keyof typeof led] ?? process.env[name] ?? ofSome[name] ?? "";
        return Object.fromEntries(names.map((name) => [name, settingOf(name)]));
      }),
    moveClock: async (milliseconds) => parts.clock.move(milliseconds),
    runSchedule: async (name, clockOffsetMs) => void (await parts.schedules.run(name, { clockOffsetMs })),
    async signWith(keys) {
      const { functions, keys: others } = parts.template;
      const known = others.find(({ spec }) => spec !== undefined)!;
      const arnOf = (name: string) => (name === "key-1" ? known.arn : `${known.arn}-${name}`);
      const wanted = keys.map(({ name, state }) => ({ name, keyId: arnOf(name), state }));
      const added = wanted.map(({ keyId, state }) => ({ ...known, arn: keyId, disabled: state === "compromised" }));
      parts.kms.open([...others.filter((key) => key !== known), ...added]);
      for (const { environment } of functions)
        if (environment.SIGNING_KEYS) Object.assign(environment, { SIGNING_KEYS: JSON.stringify(wanted) });
    },
    async requireFactor(isRequired) {
      for (const { environment } of parts.template.functions)
        Object.assign(environment, { FACTOR_REQUIRED: isRequired ? "yes" : "" });
    },
    async useTable(name) {
      tableName = name;
      for (const { environment } of parts.template.functions)
        if (environment.TABLE_NAME) Object.assign(environment, { TABLE_NAME: name });
    },
    sandboxMail: async (recipients) => parts.mail.sandbox(recipients),
    mailsTo: async (email) => parts.mail.to(email).reverse(),
    faults: async (plan) => parts.wire.follow(plan ?? undefined),
    killTable: parts.killTable,
    redeliver: parts.stream.redeliver,
    seenRequests: async () => parts.wire.seen(),
    slowDown: async (timeFactor) => void Object.assign(parts.functions.speed, { timeFactor }),
    drawWithin: async (drawingMs) => void Object.assign(parts.functions.speed, { drawingMs }),
    switchStripe: async (switches) => void Object.assign(parts.stripe.switches, switches),
    switchPayPal: async (switches) => void Object.assign(parts.paypal.switches, switches),
    payPalEvents: async () => parts.paypal.events(),
    sendPayPalEvent: async (event) => parts.paypal.sendWebhook(event),
    stripeEvents: async () => parts.stripe.events(),
    sendStripeEvent: async (event) => parts.stripe.sendWebhook(event),
    signedEvent: async (provider, event) => parts[provider].signed(event as never),
    switchBadgr: async (switches) => void Object.assign(parts.badgr.switches, switches),
    openBadgrAccount: async (account) => parts.badgr.openAccount(account),
    endBadgrTokens: async (username) => parts.badgr.endTokens(username),
    forgetBadgrAccess: async (username) => parts.badgr.endTokens(username, "access"),
    openBadgrIssuer: async (username, issuer) => parts.badgr.openIssuer(username, issuer),
    unverifyBadgrAccount: async (username) => parts.badgr.unverify(username),
    badgrAwards: async () => parts.badgr.state.assertions,
    badgrBadges: async () => parts.badgr.state.badges,
    makeOrganization: (organization) => parts.within(() => makeOrganization(organization)),
    makePerson: (person) => parts.within(() => makePerson(person)),
    async item(pk, sk) {
      const wanted = { TableName: tableName, Key: { pk, sk }, ConsistentRead: true };
      return (await documents.send(new GetCommand(wanted))).Item ?? null;
    },
    async items(pk) {
      const answer = await documents.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": pk },
          ConsistentRead: true,
        }),
      );
      return answer.Items ?? [];
    },
    everything: () => everythingIn(documents, tableName),
    async violations(organizationId) {
      const items = itemsOf(await everythingIn(documents, tableName), organizationId);
      const findings = await checkInvariants(items, { secrets: [seedPassword] });
      return findings.flatMap(({ id, violations }) => violations.map((violation) => `${id} ${violation}`));
    },
    async put(items) {
      for (const Item of items) await documents.send(new PutCommand({ TableName: tableName, Item }));
    },
    invoke: (name, event) => parts.functions.invoke(name, event),
    queues: async () => parts.queues.views(),
    redrive: async (name) => parts.queues.redrive(name),
    emptyQueue: async (name) => parts.queues.empty(name),
    accessLog: async () => parts.gateway.accessLog,
    async authorize(clients) {
      const audience = clients ?? parts.template.clients.map(({ id }) => id);
      for (const { authorizer } of parts.template.routes) if (authorizer) Object.assign(authorizer, { audience });
    },
    logs: async () => lines,
    async spending() {
      const spent = callsOf().map(({ domain, file, call }) => [
        `${domain}/${file}`,
        spending.of(`-${domain}-${file}`, call),
      ]);
      spending.forget();
      return Object.fromEntries(spent.filter(([, each]) => each !== undefined));
    },
    traces: async (requestIds) => traces.of(requestIds),
    usage: async () => usage.take(),
  };
}
