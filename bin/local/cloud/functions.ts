import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { publishedVersion } from "./naming.ts";
import type { FunctionResource } from "./resources/lambda.ts";
import { timeScale } from "./time-scale.ts";

/** All functions of the app, run in this process. A function is named by ARN, by that of its alias, or by its handler, as in `credential/publish`. */
export interface LocalFunctions {
  /** Calls a function with an event, as Lambda would, and gives its JSON answer. Throws what it throws, a {@link TimedOut} or a {@link Throttled}. */
  invoke(name: string, event: unknown, options?: { clockOffsetMs?: number }): Promise<unknown>;
  /** Runs our own code with the settings of a function, so that it reaches what the function reaches. */
  within<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Names of functions whose module was not built. */
  missing(): string[];
  /** Each function may take so many times what its template allows, and a picture's drawing so long. */
  readonly speed: { timeFactor: number; drawingMs: number };
}

/** A function ran longer than its template allows. */
export class TimedOut extends Error {}

/** A function has as many runs at a time as its template reserves for it. */
export class Throttled extends Error {}

/** A function's process ended in the middle of its work. */
export class Crashed extends Error {}

interface Invocation {
  readonly environment: Readonly<Record<string, string>>;
  /** How far this invocation's time is ahead of the world's. */
  readonly clockOffsetMs: number;
  /** The gateway's id of the request it answers, where it answers one. */
  readonly requestId?: string | undefined;
  /** The function that was invoked; none for work of the local cloud's own within a function's environment. */
  readonly invoked?: string;
  readonly running?: RunningInvocation;
}

/** A function at work. */
export interface RunningInvocation {
  readonly id: string;
  /** By its handler, as in `credential/publish`. */
  readonly name: string;
}
type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const invocations = new AsyncLocalStorage<Invocation>();

/** How far the running invocation's time is ahead of the world's; 0 outside of one. */
export const invocationOffsetMs = (): number => invocations.getStore()?.clockOffsetMs ?? 0;

/** The id of the request that the running invocation answers. */
export const invocationRequestId = (): string | undefined => invocations.getStore()?.requestId;

/** The name of the function that is running; undefined outside of an invocation. */
export const invokedFunction = (): string | undefined => invocations.getStore()?.invoked;

/** The function that is running, with the id of this run; undefined outside of an invocation. */
export const runningInvocation = (): RunningInvocation | undefined => invocations.getStore()?.running;

const crashes = new Map<string, (reason: Crashed) => void>();

/** Ends a running function as if its process were killed: whoever invoked it hears of that, and nobody else. */
export function crashInvocation(id: string): void {
  crashes.get(id)?.(new Crashed("RequestId Error: Runtime exited with error: signal: killed"));
}

/** Prepares the functions of a template. What they write to standard output goes to `log`, line by line. */
export function loadFunctions(options: {
  functions: readonly FunctionResource[];
  directory: string;
  /** Settings every function gets besides those of its template, which they override. */
  environment: Readonly<Record<string, string>>;
  log: (line: string) => void;
}): LocalFunctions {
  isolateProcess(options.log);
  const byName = new Map(
    options.functions.flatMap((each) =>
      [each.name, each.arn, ...(each.aliases ?? [])].map((name) => [name, each] as const),
    ),
  );
  const { functionFactor: timeFactor, drawingMs } = timeScale;
  const speed: LocalFunctions["speed"] = { timeFactor, drawingMs };
  const atWork = new Map<FunctionResource, number>();
  const loaded = new Map<string, { modified: number; handler: Promise<Handler> }>();
  const fileOf = (resource: FunctionResource) => join(options.directory, resource.module);

  /** The built file is imported again when it has changed; the number in the address makes it a new module. */
  function handlerOf(resource: FunctionResource): Promise<Handler> {
    const file = fileOf(resource);
    const modified = statSync(file).mtimeMs;
    let entry = loaded.get(file);
    if (entry?.modified !== modified) {
      const address = `${pathToFileURL(file).href}?modified=${modified}`;
      entry = { modified, handler: import(address).then((module) => module[resource.exportName] as Handler) };
      loaded.set(file, entry);
    }
    return entry.handler;
  }

  function known(name: string): FunctionResource {
    const resource = byName.get(name);
    if (resource === undefined) throw new Error(`There is no function ${name} in the template.`);
    return resource;
  }
  const environmentOf = (resource: FunctionResource) => ({
    ...resource.environment,
    ...options.environment,
    AWS_LAMBDA_FUNCTION_NAME: resource.physicalName,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(resource.memoryMegabytes),
    DRAWING_MS: String(speed.drawingMs),
  });

  return {
    async invoke(name, event, { clockOffsetMs = 0 } = {}) {
      const resource = known(name);
      const runs = atWork.get(resource) ?? 0;
      if (runs >= resource.concurrencyMax) throw new Throttled(`Rate Exceeded: ${resource.physicalName}`);
      atWork.set(resource, runs + 1);
      const { requestId } = (event as { requestContext?: { requestId?: string } } | null)?.requestContext ?? {};
      const invocation = { environment: environmentOf(resource), clockOffsetMs, requestId };
      const running = { id: randomUUID(), name: resource.name };
      return invocations
        .run({ ...invocation, invoked: resource.physicalName, running }, async () => {
          const handler = await handlerOf(resource);
          const isAlias = resource.aliases?.includes(name) ?? false;
          const called = isAlias ? { arn: name, version: publishedVersion } : { arn: resource.arn, version: "$LATEST" };
          const limits = { ...resource, ...called, timeFactor: speed.timeFactor };
          return copy(await withinTime(limits, running.id, (context) => handler(copy(event), context)));
        })
        .catch((error: Error) => {
          options.log(reportOf(running.id, error));
          throw error;
        })
        .finally(() => atWork.set(resource, atWork.get(resource)! - 1));
    },
    within: (name, work) => invocations.run({ environment: environmentOf(known(name)), clockOffsetMs: 0 }, work),
    speed,
    missing: () =>
      options.functions
        .filter((each) => statSync(fileOf(each), { throwIfNoEntry: false }) === undefined)
        .map(({ name }) => name),
  };
}

/** Lambda's own line about a run that failed. */
const reportOf = (requestId: string, error: Error): string => {
  const status = error instanceof TimedOut ? "timeout" : error instanceof Crashed ? "failure" : "error";
  return JSON.stringify({ time: new Date(), type: "platform.report", record: { requestId, status } });
};

/** What crosses into and out of Lambda is JSON. */
const copy = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

async function withinTime(
  {
    physicalName,
    arn,
    version,
    timeoutSeconds,
    memoryMegabytes,
    timeFactor,
  }: FunctionResource & { readonly version: string; readonly timeFactor: number },
  id: string,
  work: (context: unknown) => Promise<unknown>,
): Promise<unknown> {
  const mayTakeSeconds = timeoutSeconds * timeFactor;
  const endsAt = Date.now() + mayTakeSeconds * 1000;
  const context = {
    functionName: physicalName,
    functionVersion: version,
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memoryMegabytes),
    awsRequestId: id,
    logGroupName: "local",
    logStreamName: physicalName,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => endsAt - Date.now(),
  };
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    crashes.set(id, reject);
    const message = `${physicalName} timed out after ${mayTakeSeconds} seconds`;
    timer = setTimeout(() => reject(new TimedOut(message)), mayTakeSeconds * 1000);
  });
  try {
    return await Promise.race([work(context), ended]);
  } finally {
    clearTimeout(timer);
    crashes.delete(id);
  }
}

let logging: ((line: string) => void) | undefined;

/** Gives each invocation its own environment and its own way out for log lines, though all share one process. */
function isolateProcess(log: (line: string) => void): void {
  const isIsolated = logging !== undefined;
  logging = log;
  if (isIsolated) return;
  process.setSourceMapsEnabled(true); // handlers are minified, and their stacks are read here
  const real = process.env;
  const own = (name: string | symbol) =>
    typeof name === "string" ? invocations.getStore()?.environment[name] : undefined;
  process.env = new Proxy(real, {
    get: (target, name) => own(name) ?? Reflect.get(target, name),
    has: (target, name) => own(name) !== undefined || Reflect.has(target, name),
    set: (target, name, value) => Reflect.set(target, name, value), // on the real one: it takes no descriptor of a proxy's
  });
  const write = process.stdout.write.bind(process.stdout) as (...parts: unknown[]) => boolean;
  process.stdout.write = ((...parts: unknown[]) => {
    if (invocations.getStore() === undefined) return write(...parts);
    for (const line of String(parts[0]).split("\n")) if (line.trim() !== "") logging!(line);
    return true;
  }) as typeof process.stdout.write;
}
