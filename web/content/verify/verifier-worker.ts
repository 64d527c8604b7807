import { type Answer, type Ask, NoAnswer } from "../../../shared/certificate/verify/ask.ts";
import type { DisclosedEvidence } from "../../../shared/certificate/verify/evidence.ts";
import { type Given, readFile, readLink, readText } from "../../../shared/certificate/verify/input.ts";
import { Refusal } from "../../../shared/certificate/verify/verdict.ts";
import { hostsToAsk, refused, verify } from "../../../shared/certificate/verify/verify.ts";
import { type CredentialView, viewOf } from "../../../shared/certificate/verify/view.ts";

/** Why something given is no credential, as it travels between threads. */
export type Refused = Pick<Refusal, "reason" | "check" | "message">;

/** What was given, read: whom verifying it asks and what it says; or why it could not be read. */
export type Contents =
  | { readonly given: Given; readonly hosts: readonly string[]; readonly view: CredentialView | undefined }
  | { readonly refused: Refused };

/** What the page wants done. */
export type Task =
  | { readonly kind: "read"; readonly from: { file: Uint8Array } | { text: string } | { link: string } }
  | {
      readonly kind: "verify";
      readonly contents: Contents;
      readonly isAsking: boolean;
      readonly asOf?: Date;
      readonly evidence: readonly DisclosedEvidence[];
    };

export interface Order {
  readonly job: number;
  readonly task: Task;
  readonly localhost: boolean;
}
/** What came of asking an address: its answer, or why there is none. */
export interface Reply {
  readonly question: number;
  readonly answer: Answer | string;
}
/** What the page hears: an address to ask, or the end of a job. */
export type WorkerMessage = { readonly job: number } & (
  | { readonly question: number; readonly url: string }
  | { readonly done: unknown }
  | { readonly failed: string }
);

const say = (message: WorkerMessage) => postMessage(message);
const waiting = new Map<number, (answer: Reply["answer"]) => void>();
let questions = 0;

// The page asks, as its policy and its visitor let it: a worker has neither.
const askOf =
  (job: number): Ask =>
  async (url) => {
    const question = ++questions;
    const { promise, resolve } = Promise.withResolvers<Reply["answer"]>();
    waiting.set(question, resolve);
    say({ job, question, url });
    const answer = await promise;
    waiting.delete(question);
    if (typeof answer === "string") throw new NoAnswer(answer);
    return answer;
  };

addEventListener("message", ({ data }: MessageEvent<Order | Reply>) => {
  if ("question" in data) waiting.get(data.question)?.(data.answer);
  else
    perform(data).then(
      (done) => say({ job: data.job, done }),
      (error: unknown) => say({ job: data.job, failed: String(error) }),
    );
});

async function perform({ job, task, localhost }: Order) {
  const ask = askOf(job);
  if (task.kind === "read") return read(task.from, ask, localhost);
  const { contents, isAsking, asOf, evidence } = task;
  if ("refused" in contents) {
    const { reason, check, message } = contents.refused;
    return refused(new Refusal(reason, check, message), asOf);
  }
  const { document, ...came } = contents.given;
  return verify(document, {
    ...came,
    evidence: [...(came.evidence ?? []), ...evidence],
    localhost,
    ...(asOf && { asOf }),
    ...(isAsking && { ask }),
  });
}

async function read(from: Extract<Task, { kind: "read" }>["from"], ask: Ask, localhost: boolean): Promise<Contents> {
  try {
    const given = await contentsOf(from, ask, localhost);
    return { given, hosts: hostsToAsk(given.document, { localhost }), view: viewOf(given.document) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason, check, message } = error;
    return { refused: { reason, check, message } };
  }
}

function contentsOf(from: Extract<Task, { kind: "read" }>["from"], ask: Ask, localhost: boolean): Promise<Given> {
  if ("file" in from) return readFile(from.file);
  return "link" in from ? readLink(from.link, ask, { localhost }) : readText(from.text);
}
