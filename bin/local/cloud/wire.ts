import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type LocalServer, readBody, serve } from "../server.ts";
import { timeHeaders } from "./clock.ts";
import {
  countingCalls,
  type Fault,
  type FaultPlan,
  type FollowedPlan,
  followPlan,
  type Service,
  services,
} from "./faults.ts";
import { crashInvocation, runningInvocation } from "./functions.ts";
import { refusalOf } from "./service-refusals.ts";

/** The way from the functions to the services. A plan makes it unreliable; without one nothing is in between. */
export interface LocalWire {
  /** Follows a plan from now on, in the place of the one before; none makes the way a good one again. */
  follow(plan: FaultPlan | undefined): void;
  /** The requests that passed under the last plan, with what it did to them. */
  seen(): ReturnType<FollowedPlan["seen"]>;
  /** Where a client finds a service that its requests cannot be led to by the way: for those that use `fetch`. */
  urlOf(service: Service): string;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Who sent a request: known inside this process alone. */
interface Sender {
  readonly function: string;
  readonly invocation: string;
  readonly request?: ClientRequest;
}
type LowAgent = { addRequest(request: ClientRequest, options: { host?: string; port?: number | string }): void };

const ticketHeader = "x-laurel-ticket";
const undiciCreated = "undici:request:create";

/** Opens the way to the services at these addresses, with a door for each on the port that `portOf` says, or a free one. */
export async function openWire(
  targets: Readonly<Record<Service, string>>,
  portOf: (service: Service) => number = () => 0,
): Promise<LocalWire> {
  let plan: FollowedPlan | undefined;
  let lastSeen: ReturnType<FollowedPlan["seen"]> = [];
  const senders = new Map<string, Sender>();
  const lastAnswers = new Map<string, Answer>();
  const crashed = new Set<string>();
  const doors = new Map<Service, LocalServer>();
  for (const service of services)
    doors.set(
      service,
      await serve(portOf(service), (request, response) =>
        pass(service, request)
          .catch(() => undefined) // the service broke the connection
          .then((answer) => {
            if (answer === undefined) return void request.socket.destroy();
            if (answer === "never") return;
            const { "transfer-encoding": _, connection: __, ...headers } = answer.headers;
            response.writeHead(answer.status, headers).end(answer.body);
          }),
      ),
    );
  const serviceAt = new Map(services.map((service) => [new URL(targets[service]).port, service]));

  /** What becomes of a request: an answer, a broken connection, or nothing ever. */
  async function pass(service: Service, request: IncomingMessage): Promise<Answer | undefined | "never"> {
    const ticket = String(request.headers[ticketHeader] ?? "");
    const sender = senders.get(ticket);
    senders.delete(ticket);
    const body = await readBody(request);
    const operation = isCounting(body) ? countingCalls : operationOf(service, request);
    const name = `${service} ${operation} ${body}`;
    const forward = (text: Buffer | string = body) => forwarded(targets[service], request, Buffer.from(text));
    if (sender !== undefined && crashed.has(sender.invocation)) return undefined;
    const fault = sender && plan?.next({ service, operation, function: sender.function });
    if (fault?.what === "stale" && lastAnswers.has(name)) return lastAnswers.get(name);
    const answer =
      fault === undefined
        ? await forward()
        : await befall(fault, { service, operation, body, sender: sender!, forward });
    if (plan !== undefined && typeof answer === "object") lastAnswers.set(name, answer);
    return answer;
  }

  async function befall(
    fault: Fault,
    { service, operation, body, sender, forward }: Befallen,
  ): Promise<Answer | undefined | "never"> {
    switch (fault.what) {
      case "throttle":
      case "conflict":
      case "denied":
      case "error":
        return answerOf(refusalOf(service, fault.what, body.toString()));
      case "busy-numbers":
        return answerOf(refusalOf(service, "conflict", body.toString(), { atNumbers: true }));
      case "answer":
        return answerOf(fault.answer);
      case "unknown-name": {
        const message = `getaddrinfo ENOTFOUND ${service}.us-east-1.amazonaws.com`;
        sender.request?.destroy(Object.assign(new Error(message), { code: "ENOTFOUND", syscall: "getaddrinfo" }));
        return undefined;
      }
      case "gone":
        return undefined;
      case "lost":
        await forward();
        return undefined;
      case "duplicate":
        await forward();
        return forward();
      case "delay":
        await pause(fault.milliseconds);
        return forward();
      case "hole":
        return "never";
      case "partial":
        return partly(operation, body.toString(), forward);
      case "crash":
        await forward();
        crashed.add(sender.invocation);
        crashInvocation(sender.invocation);
        return undefined;
      case "stale":
        return forward();
    }
  }

  /** Whose requests are led through the doors: of every function while there is a plan, of one that has ended always. */
  const led = () => {
    const running = runningInvocation();
    return running && (plan !== undefined || crashed.has(running.id)) ? running : undefined;
  };

  /** A function's request is led through its service's door while there is a plan. */
  function divert(request: ClientRequest, options: { host?: string; port?: number | string }) {
    const sender = led();
    const service = serviceAt.get(String(options.port));
    if (service !== undefined)
      for (const [name, value] of Object.entries(timeHeaders())) request.setHeader(name, value);
    if (!sender || service === undefined || doors.get(service) === undefined) return options;
    const ticket = randomUUID();
    senders.set(ticket, { function: sender.name, invocation: sender.id, request });
    request.setHeader(ticketHeader, ticket);
    return { ...options, port: doors.get(service)!.port };
  }
  const agents = Agent.prototype as unknown as LowAgent;
  const { addRequest } = agents;
  agents.addRequest = function (this: LowAgent, request, options) {
    return addRequest.call(this, request, divert(request, options));
  };
  /** `fetch` has no such place: its requests are always led through the door, and say only who sends them. */
  const sign = (message: unknown) => {
    const { request } = message as { request: { origin: string; addHeader(name: string, value: string): void } };
    if (![...doors.values()].some(({ url }) => url === request.origin)) return;
    for (const [name, value] of Object.entries(timeHeaders())) request.addHeader(name, value);
    const sender = led();
    if (!sender) return;
    const ticket = randomUUID();
    senders.set(ticket, { function: sender.name, invocation: sender.id });
    request.addHeader(ticketHeader, ticket);
  };
  subscribe(undiciCreated, sign);

  return {
    follow(wanted) {
      lastSeen = plan?.seen() ?? lastSeen;
      plan = wanted && followPlan(wanted);
      lastAnswers.clear();
    },
    seen: () => plan?.seen() ?? lastSeen,
    urlOf: (service) => doors.get(service)!.url,
    async stop() {
      agents.addRequest = addRequest;
      unsubscribe(undiciCreated, sign);
      await Promise.all([...doors.values()].map((door) => door.stop()));
    },
  };
}

interface Befallen {
  readonly service: Service;
  readonly operation: string;
  readonly body: Buffer;
  readonly sender: Sender;
  forward(body?: string): Promise<Answer>;
}

/** Whether what is sent to the table counts a call of an organization, and reads nothing. */
export const isCounting = (body: Buffer | string): boolean =>
  /^(?=.*"UpdateExpression":).*#callsPer(?:Organization|Key)#/.test(body.toString());

function operationOf(service: Service, { method, url = "/", headers }: IncomingMessage): string {
  const target = headers["x-amz-target"];
  if (target !== undefined) return String(target).split(".").at(-1)!;
  return service === "ses" ? "SendEmail" : `${method} ${url.split("?")[0]}`;
}

function forwarded(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const { [ticketHeader]: _, "transfer-encoding": __, expect: ___, connection: ____, ...own } = headers;
  return new Promise((resolve, reject) => {
    const outgoing = send(new URL(url!, target), {
      method,
      headers: { ...own, host: new URL(target).host, ...(body.length > 0 && { "content-length": body.length }) },
    });
    outgoing.once("error", reject).once("response", (answer) => {
      const { statusCode: status = 502, headers } = answer;
      readBody(answer).then((text) => resolve({ status, headers, body: text }), reject);
    });
    outgoing.end(body);
  });
}

const answerOf = ({
  status,
  headers = {},
  body = "",
  bytes = 0,
}: Extract<Fault, { what: "answer" }>["answer"]): Answer => ({
  status,
  headers: { ...headers },
  body: Buffer.from(body.padEnd(bytes)),
});

/** Half of a batch is done; the rest is handed back as the service does. */
async function partly(operation: string, body: string, forward: (body?: string) => Promise<Answer>): Promise<Answer> {
  if (operation === "BatchGetItem") {
    const { RequestItems } = JSON.parse(body) as { RequestItems: Record<string, { Keys: unknown[] }> };
    const [[table, { Keys, ...rest }]] = Object.entries(RequestItems) as [[string, { Keys: unknown[] }]];
    const done = Keys.slice(0, Math.floor(Keys.length / 2));
    const UnprocessedKeys = { [table]: { ...rest, Keys: Keys.slice(done.length) } };
    if (done.length === 0) return jsonAnswer({ Responses: {}, UnprocessedKeys });
    const answer = await forward(JSON.stringify({ RequestItems: { [table]: { ...rest, Keys: done } } }));
    return jsonAnswer({ ...JSON.parse(answer.body.toString()), UnprocessedKeys });
  }
  if (operation === "SendMessageBatch") {
    const { Entries, ...rest } = JSON.parse(body) as { Entries: { Id: string }[] };
    const done = Entries.slice(0, Math.floor(Entries.length / 2));
    const Failed = Entries.slice(done.length).map(({ Id }) => ({ Id, Code: "InternalError", SenderFault: false }));
    if (done.length === 0) return jsonAnswer({ Successful: [], Failed });
    const answer = await forward(JSON.stringify({ ...rest, Entries: done }));
    return jsonAnswer({ ...JSON.parse(answer.body.toString()), Failed });
  }
  throw new Error(`${operation} is no batch: nothing of it could be left undone.`);
}

const jsonAnswer = (body: object): Answer => ({
  status: 200,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: Buffer.from(JSON.stringify(body)),
});
