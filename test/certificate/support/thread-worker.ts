import { pathToFileURL } from "node:url";
import { Worker as Thread } from "node:worker_threads";

const file = pathToFileURL("web/content/verify/verifier-worker.ts");
const globals = `
  const { parentPort } = require("node:worker_threads");
  globalThis.addEventListener = (_, hear) => parentPort.on("message", (data) => hear({ data }));
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on("message", (message) => { while (message === "hang"); });
  import(${JSON.stringify(file.href)});`;

/** The verifier's worker as a browser has it, in a thread of Node's. */
export class ThreadWorker extends EventTarget {
  /** Whether those to come fail to load. */
  static isBroken = false;
  private static readonly all = new Set<ThreadWorker>();
  private readonly thread = new Thread(globals, { eval: true });

  constructor() {
    super();
    ThreadWorker.all.add(this);
    if (ThreadWorker.isBroken) setTimeout(() => this.dispatchEvent(new Event("error")));
    this.thread.on("message", (data) => this.dispatchEvent(new MessageEvent("message", { data })));
    this.thread.on("error", () => this.dispatchEvent(new Event("error")));
    this.thread.unref();
  }
  static get alive(): number {
    return ThreadWorker.all.size;
  }
  /** Keeps those there are busy for ever. */
  static hang(): void {
    for (const { thread } of ThreadWorker.all) thread.postMessage("hang");
  }
  postMessage(message: unknown): void {
    this.thread.postMessage(message);
  }
  terminate(): void {
    ThreadWorker.all.delete(this);
    void this.thread.terminate();
  }
}
