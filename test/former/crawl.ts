import { setTimeout as pause } from "node:timers/promises";
import { type Caller, callerFrom, connectTo } from "../../bin/seed/client.ts";
import { type SeedName, type SeedPerson, seedOrganizations, seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { login } from "../../shared/auth/calls.ts";
import { callsOf } from "../../shared/contract.ts";
import { type Call, selectorOf, wire } from "../../shared/http/call.ts";

/** What a reading call answered somebody. */
export interface Answer {
  readonly person: string;
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly body: unknown;
}

/** What reading changes, or what is made anew at each asking. */
const leftOut = new Set(["file/download"]);

/** Asks every reading call as every person of the seeded world: lists first, then each thing that the lists have named. */
export async function crawl(origin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const name of Object.keys(seedPeople) as SeedName[]) answers.push(...(await crawlAs(origin, name)));
  return answers;
}

async function crawlAs(origin: string, name: SeedName): Promise<Answer[]> {
  const { email, user_id, organization }: SeedPerson = seedPeople[name];
  const connection = connectTo(origin);
  const signedIn = await callerFrom(connection, async () => undefined).call(login, {
    email,
    password: seedPassword,
    isRemember: false,
  });
  const caller = callerFrom(connection, async () => (signedIn.body as { data: { token: string } }).data.token);
  return answersFor(caller, name, {
    user_id,
    organization_id: organization && seedOrganizations[organization].organization_id,
  });
}

/** Asks again where an organization's share of calls is spent: a quick machine asks faster than people may. */
export async function patiently<Reply extends { status: number; text: string }>(
  ask: () => Promise<Reply>,
): Promise<Reply> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429 || !answer.text.includes("Too many requests from")) return answer;
    await pause(1000);
  }
}

/** Asks every reading call as somebody who knows some ids and all that they are answered; `name` is who that is. */
export async function answersFor(
  caller: Pick<Caller, "call">,
  name: string,
  ids: Readonly<Record<string, string | undefined>>,
): Promise<Answer[]> {
  const { organization_id } = ids;
  const known = new Map<string, Set<string>>();
  for (const [field, id] of Object.entries(ids)) if (id !== undefined) known.set(field, new Set([id]));
  const answers: Answer[] = [];
  const asked = new Set<string>();
  for (let round = 0; round < 3; round++) {
    for (const { domain, file, call } of callsOf()) {
      const id = `${domain}/${file}`;
      if (wire(call).method !== "GET" || leftOut.has(id)) continue;
      for (const input of inputsOf(call, known, organization_id)) {
        const question = `${id} ${JSON.stringify(input)}`;
        if (asked.has(question)) continue;
        asked.add(question);
        const { status, body, text } = await patiently(() => caller.call(call, input));
        if (status === 403) continue;
        answers.push({ person: name, call: id, input, status, body: body ?? text });
        note(body, known);
      }
    }
  }
  return answers;
}

/** What to ask a call: nothing but the organization, or each known id of the kind that it demands. */
function inputsOf(call: Call, known: ReadonlyMap<string, ReadonlySet<string>>, organization_id: string | undefined) {
  const selector = selectorOf(call);
  const base = selector && organization_id ? { [selector]: organization_id } : {};
  const requested = Object.entries(call.input.shape)
    .filter(
      ([field, schema]) =>
        field !== selector &&
        !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success,
    )
    .map(([field]) => field);
  const needed = requested.reduce<Record<string, unknown>[]>(
    (inputs, field) => inputs.flatMap((input) => valuesOf(field, known).map((value) => ({ ...input, [field]: value }))),
    [base],
  );
  const chosen = ["application_id", "user_id"].filter(
    (field) => field in call.input.shape && !requested.includes(field),
  );
  return [
    ...needed,
    ...chosen.flatMap((field) =>
      needed.flatMap((input) => valuesOf(field, known).map((value) => ({ ...input, [field]: value }))),
    ),
  ];
}

const fixed: Readonly<Record<string, readonly unknown[]>> = {
  type: ["open", "inprogress", "completed"],
  q: ["re", "or"],
  query: ["nor"],
  job_id: [1, 2, 3],
  category: [1, 2],
  year: [2026],
};
const aliases: Readonly<Record<string, string>> = {
  cred_id: "credential_id",
  org_id: "organization_id",
  id: "organization_id",
};

const valuesOf = (field: string, known: ReadonlyMap<string, ReadonlySet<string>>): readonly unknown[] =>
  fixed[field] ?? [...(known.get(aliases[field] ?? field) ?? [])];

/** Learns the ids that an answer names. */
function note(value: unknown, known: Map<string, Set<string>>): void {
  if (Array.isArray(value)) for (const each of value) note(each, known);
  else if (typeof value === "object" && value !== null)
    for (const [field, each] of Object.entries(value)) {
      if (typeof each === "string" && field.endsWith("_id")) {
        const kind = aliases[field] ?? field;
        known.set(kind, (known.get(kind) ?? new Set()).add(each));
      } else note(each, known);
    }
}
