import { isDeepStrictEqual } from "node:util";
import type { Reply } from "../../bin/seed/client.ts";
import type { NamedCall } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";
import { messageOf, type ProblemCode, statusOf } from "../../shared/http/problems.ts";
import type { Action } from "../../shared/permissions.ts";
import { undocumented } from "../support/api-document.ts";
import { unhurried } from "../support/unhurried.ts";
import { world } from "../support/world.ts";

const atOnce = 12;
const tracesAtOnce = 500;

/** What a refusal looks like from outside, and how many lines of the security log it leaves. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly logged: 0 | 1;
}

/** The refusal of a function of ours with a code: 401 and 403 are written into the security log. */
export function refusal(code: ProblemCode): Refusal {
  const status = statusOf(code);
  return {
    status,
    body: { error: { code, message: messageOf(code) } },
    logged: status === 401 || status === 403 ? 1 : 0,
  };
}

/** The gateway's refusal of a request without a good token: no function of ours runs. */
export const noToken: Refusal = { status: 401, body: { message: "Unauthorized" }, logged: 0 };

/** One request of the matrix, with what is to be seen: a refusal, or anything but one. */
export interface AccessCase {
  readonly name: string;
  readonly call: Call;
  readonly send: () => Promise<Reply>;
  readonly wanted: Refusal | "let through";
  /** A program's, below `/v1`: its answers are those of another document. */
  readonly byKey?: true;
}

/** The name of a call as failures show it. */
export const nameOf = ({ domain, name, call }: NamedCall): string => `${domain}.${name} (${call.route})`;

/** The actions that bring each one along, by the rule of custom roles. */
const bringers: Readonly<Record<string, readonly Action[]>> = {
  Read: ["Approve", "Create", "Delete", "Update"],
  Update: ["Create"],
};

/** Whether a letter of the table lets a holder of these actions (of a custom role) call at all. */
export function isGranted(letter: string, actions: readonly Action[] = []): boolean {
  if (!letter.startsWith("C:")) return letter !== "–";
  const named = letter.slice(2).split("/") as Action[];
  return named.some((action) => [action, ...(bringers[action] ?? [])].some((each) => actions.includes(each)));
}

function faultOfReply({ call, wanted, byKey }: AccessCase, reply: Reply): string | undefined {
  const { status, body, text } = reply;
  const fault = byKey && reply.status >= 400 ? undefined : undocumented(call, reply);
  if (fault !== undefined) return `is not as the API document says: ${fault}`;
  if (wanted !== "let through") {
    const same = status === wanted.status && isDeepStrictEqual(body, wanted.body);
    return same ? undefined : `wanted ${wanted.status} ${JSON.stringify(wanted.body)}, got ${status} ${text}`;
  }
  if (status === 401 || status >= 500 || body?.error?.code === "access.denied") return `got ${status} ${text}`;
  if (status !== 200 || call.answers !== undefined) return undefined;
  const parsed = call.output.safeParse(body);
  return parsed.success && isDeepStrictEqual(parsed.data, body) ? undefined : "answered more or less than its contract";
}

/**
 * Sends the requests of all cases, a few at a time, and answers what was not as it should be. What is refused must have
 * written nothing, sent no mail (mails follow from what is written) and asked no provider, and be logged as often as its
 * kind is.
 */
export async function faultsIn(cases: readonly AccessCase[]): Promise<string[]> {
  const faults: string[] = [];
  const refused: { readonly tried: AccessCase; readonly wanted: Refusal; readonly id: string }[] = [];
  const waiting = [...cases];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let tried = waiting.shift(); tried; tried = waiting.shift()) {
        const reply = await unhurried(tried.send);
        const fault = faultOfReply(tried, reply);
        if (fault) faults.push(`${tried.name}: ${fault}`);
        const { wanted } = tried;
        if (wanted !== "let through") refused.push({ tried, wanted, id: String(reply.headers["apigw-requestid"]) });
      }
    }),
  );
  for (let start = 0; start < refused.length; start += tracesAtOnce) {
    const part = refused.slice(start, start + tracesAtOnce);
    const traces = await world.control.traces(part.map(({ id }) => id));
    for (const [index, { tried, wanted }] of part.entries()) {
      const { effects, refusalsLogged } = traces[index]!;
      // a key's requests are counted, the refused ones too: by one write each, or two where others came between
      const done = tried.byKey ? effects.filter((effect) => !/UpdateItem$/.test(effect)) : effects;
      if (done.length > 0) faults.push(`${tried.name}: refused, but did ${done.join()}`);
      if (refusalsLogged !== wanted.logged)
        faults.push(`${tried.name}: ${refusalsLogged} lines in the security log, wanted ${wanted.logged}`);
    }
  }
  return faults;
}
