import { NoAnswer } from "../../../shared/certificate/verify/ask.ts";
import type { DisclosedEvidence } from "../../../shared/certificate/verify/evidence.ts";
import { Refusal, type Verification } from "../../../shared/certificate/verify/verdict.ts";
import type { CredentialView } from "../../../shared/certificate/verify/view.ts";
import { askPublic } from "../../api/public-documents.ts";
import type { Contents, Order, Reply, Task, WorkerMessage } from "./verifier-worker.ts";
import workerUrl from "./verifier-worker.ts?worker&url";

/** What was given, read: whom verifying it asks, and how to verify it. */
export interface Loaded {
  /** Hosts other than this page's that have to be asked. */
  readonly hosts: readonly string[];
  readonly view: CredentialView | undefined;
  verify(options: {
    readonly asOf?: Date;
    readonly isAsking: boolean;
    /** Evidence that was opened since. */
    readonly evidence?: readonly DisclosedEvidence[];
  }): Promise<Verification>;
}

const localhost = location.hostname === "localhost";
/** For how long the worker may say nothing. Hosts are not waited for as long. */
const silenceMs = 30_000;

/** Reads a file, a text, or what is at a link. What cannot be read has its reason already. */
export async function read(given: { file: File } | { text: string } | { link: string }): Promise<Loaded> {
  const from = "file" in given ? { file: new Uint8Array(await given.file.arrayBuffer()) } : given;
  const contents = await perform<Contents>({ kind: "read", from }).catch(asContents);
  const { hosts, view } = "refused" in contents ? { hosts: [], view: undefined } : contents;
  const isHere = (host: string) => host === location.host || ("link" in given && host === new URL(given.link).host); // giving a link is saying yes to its host
  const judge = (options: Parameters<Loaded["verify"]>[0], contents: Contents) =>
    perform<Verification>({ kind: "verify", contents, evidence: [], ...options });
  return {
    hosts: hosts.filter((host) => !isHere(host)),
    view,
    verify: (options) => judge(options, contents).catch((error) => judge(options, asContents(error))),
  };
}

function asContents(error: unknown): Contents {
  if (!(error instanceof Refusal)) throw error;
  const { reason, check, message } = error;
  return { refused: { reason, check, message } };
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const script = trustedTypes?.createPolicy("verifier", { createScriptURL: () => workerUrl }).createScriptURL("");

let worker: Worker | undefined;
let jobs = 0;

/** The thread that verifies: what strangers wrote may keep it busy, and the page stays alive. */
export function prepare(): Worker {
  if (worker) return worker;
  const thread = new Worker(script ?? workerUrl, { type: "module" });
  thread.addEventListener("error", () => forget(thread)); // one that did not load is made anew
  worker = thread;
  return thread;
}

function forget(thread: Worker): void {
  thread.terminate();
  if (worker === thread) worker = undefined;
}

/** Has the worker do something. Throws a `Refusal` (`unreachable`) where that takes too long. */
function perform<Done>(task: Task): Promise<Done> {
  const [thread, job] = [prepare(), ++jobs];
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const hearing = new AbortController();
  const post = (message: Order | Reply) => thread.postMessage(message);
  let timer: ReturnType<typeof setTimeout>;
  const giveUp = (error: Error) => {
    forget(thread);
    reject(error);
  };
  const wait = () => {
    clearTimeout(timer);
    const sentence = `It took too long, so we stopped after ${silenceMs / 1000} seconds.`;
    timer = setTimeout(() => giveUp(new Refusal("unreachable", "document", sentence)), silenceMs);
  };
  const hear = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.job !== job) return;
    wait();
    if ("question" in data)
      askPublic(data.url).then(
        (answer) => post({ question: data.question, answer }),
        (error) =>
          error instanceof NoAnswer ? post({ question: data.question, answer: error.message }) : reject(error),
      );
    else if ("done" in data) resolve(data.done as Done);
    else reject(new Error(data.failed));
  };
  thread.addEventListener("message", hear, hearing);
  thread.addEventListener("error", () => giveUp(new Error("The worker didn’t start.")), hearing);
  wait();
  post({ job, task, localhost });
  return promise.finally(() => {
    clearTimeout(timer);
    hearing.abort();
  });
}
