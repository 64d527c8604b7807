import { expect, test } from "vitest";
import { login } from "../../shared/auth/calls.ts";
import { anyoneAt } from "../support/people.ts";
import { world } from "../support/world.ts";

interface Line {
  readonly message: string;
  readonly requestId: string;
  readonly viewer: string;
  readonly call?: string;
  readonly status?: number;
  readonly code?: string;
  readonly user_id?: string;
  readonly edgeRequestId?: string;
}

/** What the functions wrote about the requests with these ids. */
async function linesOf(ids: readonly string[]): Promise<Line[]> {
  const lines = (await world.control.logs()).filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return lines.filter(({ requestId }) => ids.includes(requestId));
}
const idOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => String(headers["apigw-requestid"]);

test("who guesses passwords is the same viewer in every line, another than anybody else, and has no address there", async () => {
  const [guesser, other] = [anyoneAt(world.origin), anyoneAt(world.origin)];
  const guess = (password: string) => ({ email: "nobody@northwind.test", password, isRemember: false });
  const tries = [
    await guesser.call(login, guess("one-wrong-one")),
    await guesser.call(login, guess("another-wrong-one")),
  ];
  const once = await other.call(login, guess("a-third-wrong-one"));

  const told = await linesOf(tries.map(idOf));
  expect(told.map(({ message }) => message).sort()).toEqual(["authn_login_fail", "authn_login_fail", "call", "call"]);
  const viewers = new Set(told.map(({ viewer }) => viewer));
  expect([...viewers]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
  for (const { viewer } of await linesOf([idOf(once)])) expect([...viewers]).not.toContain(viewer);
  expect(JSON.stringify(told)).not.toMatch(/\d{1,3}(\.\d{1,3}){3}/);
});

test("every call leaves one line with who, what, how it ended, and the id by which the firewall knows it", async () => {
  const { Ada } = { Ada: world.as("Ada") };
  const authorization = `Bearer ${await Ada.token()}`;
  const forgotten = { headers: { authorization, "x-laurel-viewer": "10.0.0.1", "x-amz-cf-id": "of-my-own" } };
  const answered = await world.anyone.send("GET", "/api/user/notices?limit=1", forgotten);
  const refused = await world.anyone.send("GET", "/api/user/notices?limit=many", { headers: { authorization } });
  const [first, second] = [await linesOf([idOf(answered)]), await linesOf([idOf(refused)])];
  expect(first).toEqual([
    expect.objectContaining({
      message: "call",
      call: "GET /user/notices",
      status: 200,
      user_id: Ada.user_id,
      edgeRequestId: answered.headers["x-amz-cf-id"],
    }),
  ]);
  expect(second).toMatchObject([{ status: 400, code: "input.invalid", viewer: first[0]!.viewer }]);
});
