import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inItsTime } from "./cloud/clock.ts";

/** A part of the local cloud that answers over HTTP. */
export interface LocalServer {
  /** `http://127.0.0.1:4567`: an address and no name, so that the SDK's S3 client puts the bucket into the path. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** A connection that ends just as its client uses it again fails that request; on a busy machine often. */
export const keepAliveMs = 600_000;

/** A port that is listened on; who answers there may change. */
export interface Door extends LocalServer {
  answerWith(listener: RequestListener): void;
}

const held = new Map<number, Door>();
let holdsPorts = false;

/** From now on what ends in this process keeps its port for the world that begins next: nobody else gets it meanwhile. */
export function holdPorts(): void {
  holdsPorts = true;
}

/** Listens on this machine only, on `port` or a free one for 0; until somebody answers with 503. */
export async function openDoor(port: number, host: "127.0.0.1" | "localhost" = "127.0.0.1"): Promise<Door> {
  const door = held.get(port) ?? (await listen(port, host));
  held.delete(door.port);
  return door;
}

async function listen(port: number, host: string): Promise<Door> {
  const starting: RequestListener = (_, response) => response.writeHead(503, { "retry-after": "1" }).end("Starting");
  let answer = starting;
  const server = createServer((request, response) => answer(request, response));
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(port, host, done);
  });
  const taken = (server.address() as AddressInfo).port;
  const door: Door = {
    url: `http://${host}:${taken}`,
    port: taken,
    answerWith(listener) {
      answer = listener;
    },
    async stop() {
      answer = starting;
      if (holdsPorts) held.set(taken, door);
      else {
        const closed = new Promise((done) => server.close(done));
        server.closeAllConnections();
        await closed;
      }
    },
  };
  return door;
}

/** Answers on a door of its own: see {@link openDoor}. What `answer` throws becomes a 500 with its message. */
export async function serve(
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<LocalServer> {
  const door = await openDoor(port);
  door.answerWith(async (request, response) => {
    try {
      await inItsTime(request, () => answer(request, response));
    } catch (error) {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(error instanceof Error ? error.message : "The stand-in failed.");
    }
  });
  return door;
}

/** The whole body of a request. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Answers JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A refusal of an AWS service that speaks JSON: its name and message reach the SDK as an exception. */
export class AwsRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Answers a call of the AWS JSON 1.1 protocol: `work` gets the operation's name and input. */
export async function answerAwsJson(
  request: IncomingMessage,
  response: ServerResponse,
  work: (operation: string, input: Record<string, unknown>) => unknown,
): Promise<void> {
  const operation = String(request.headers["x-amz-target"] ?? "")
    .split(".")
    .at(-1)!;
  const contentType = "application/x-amz-json-1.1";
  try {
    const body = (await readBody(request)).toString();
    const answer = await work(operation, body === "" ? {} : JSON.parse(body));
    sendJson(response, 200, answer, { "content-type": contentType });
  } catch (error) {
    if (!(error instanceof AwsRefusal)) throw error;
    const refusal = { __type: error.code, message: error.message };
    sendJson(response, error.status, refusal, { "content-type": contentType, "x-amzn-errortype": error.code });
  }
}

/** Refuses a request that carries no signature of an AWS key. */
export function requireSignature({ headers }: IncomingMessage): void {
  if (headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) return;
  throw new AwsRefusal("MissingAuthenticationTokenException", "Missing Authentication Token", 403);
}
