import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "../../bin/operate/invariants/check.ts";
import type { SeedName } from "../../bin/seed/people.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import type { Answer } from "../former/crawl.ts";
import { formerWorld } from "../former/restore.ts";
import { undocumented } from "../support/api-document.ts";
import { ownWorld } from "../support/own-world.ts";
import { operate } from "../support/program.ts";

const { submission } = contract;
const folder = join(import.meta.dirname, "../former");
const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
const calls = new Map(callsOf().map(({ domain, file, call }) => [`${domain}/${file}`, call]));

describe.each(names)("the world that the release of %s made", (name) => {
  const { answers } = formerWorld(name);
  let world: Awaited<ReturnType<typeof ownWorld>>;
  let early: unknown;
  beforeAll(async () => {
    world = await ownWorld({ former: name });
    early = await world.as("Lena").call(submission.submit, await revisionOf("Lena"));
    expect(await migrate("--write")).toMatch(/^[1-9]\d* items were brought up to date/);
    expect(await migrate()).toBe("0 items are of an earlier shape.\n");
  });
  afterAll(() => world?.stop());

  /** The learner's revision of what their reviewer asked for, to be handed in. */
  async function revisionOf(person: SeedName) {
    const { submissions } = (await world.as(person).call(submission.listOwn, { status: "RevisionNeeded" })).body.data;
    const { application_id, credential_id } = submissions[0]!;
    return { application_id, credential_id, is_draft: true };
  }

  const migrate = async (...words: string[]) => (await operate(world, "migrate", ...words)).said;

  test("passes every invariant", async () => {
    const findings = checkInvariants(await world.control.everything());
    expect(findings.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`))).toEqual([]);
  });

  const people = [...new Set(answers.map(({ person }) => person))];
  test.each(people)("%s reads what they read then, as the API document says", async (person) => {
    const own = answers.filter((answer) => answer.person === person);
    expect(own.length).toBeGreaterThan(5);
    const different: unknown[] = [];
    for (const { call, input, status, body } of own) {
      const reply = await world.as(person as SeedName).call(calls.get(call)!, input);
      const fault = undocumented(calls.get(call)!, reply);
      if (fault) different.push(`${call} ${JSON.stringify(input)}: ${fault}`);
      try {
        const today = { status: reply.status, body: reply.body ?? reply.text };
        expect(withoutPorts(today)).toMatchObject(withoutPorts(present({ call, input, status, body })));
      } catch (error) {
        different.push(`${call} ${JSON.stringify(input)}: ${(error as Error).message}`);
      }
    }
    expect(different.slice(0, 5)).toEqual([]);
  });

  test("changes no submission before it lists its jobs, and every one after", async () => {
    expect(early).toMatchObject({ status: 503, body: { error: { code: "server.busy" } } });
    const later = await world.as("Lena").call(submission.submit, await revisionOf("Lena"));
    expect(later).toMatchObject({ status: 200, body: { data: { status: "revisionNeeded" } } });
  });
});

/** An answer of then as it reads today: what changed on the wire since by decision, and nothing else. */
function present({ call, input, status, body }: Omit<Answer, "person">): Pick<Answer, "status" | "body"> {
  const renamed = JSON.parse(JSON.stringify(body).replaceAll('"thing.not-found"', '"resource.not-found"'));
  for (const payment of renamed?.data?.payments ?? [])
    if (payment.amount === 0) Object.assign(payment, { status: "paid", paid_on: payment.due_on }); // nothing is paid at once
  for (const row of renamed?.data?.credentials ?? [])
    if (row.submission_status === "applied") delete row.submission_status; // now says where the application stands
  const { credentials: rows, cursor, offset = 0 } = { ...renamed?.data, ...input };
  const browses = ["credential/list", "credential/list-open"].includes(call);
  if (browses && rows && !cursor && offset === 0) {
    const { limit = Number.POSITIVE_INFINITY } = input as { limit?: number };
    if (rows.length < limit) renamed.data.total = rows.length; // what is left out of the rows is not counted any more
  }
  return { status, body: renamed };
}

/** An answer without what each start and each asking chooses anew: ports, names of buckets, signatures of addresses. */
const withoutPorts = (answer: unknown): object =>
  JSON.parse(
    JSON.stringify(answer)
      .replace(/(http:\/\/)(localhost|127\.0\.0\.1):\d+(\/laurel-[^/"]+)?/g, "$1")
      .replace(/\?X-Amz-[^"\\]*/g, ""),
  );
