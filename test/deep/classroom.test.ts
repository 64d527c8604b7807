import { Agent, request } from "node:http";
import { afterAll, expect, test } from "vitest";
import { ownWorld } from "../support/own-world.ts";

const world = await ownWorld();
afterAll(() => world.stop());
const keepAlive = new Agent({ keepAlive: true, maxSockets: 8 });
const [browsers, seconds, visitMs] = [200, 300, 1500];

/** Asks the edge as a browser behind an address does, so long after the first; only the status is looked at. */
function ask(address: string, afterMs: number, path: string, { token, body }: { token?: string; body?: object } = {}) {
  const headers = {
    "user-agent": "Mozilla/5.0",
    "x-laurel-address": address,
    "x-laurel-clock-offset-ms": String(afterMs),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const options = { method: body ? "POST" : "GET", headers, agent: keepAlive };
    const outgoing = request(new URL(path, world.origin), options, async (answer) => {
      let text = "";
      for await (const part of answer) text += part;
      resolve({ status: answer.statusCode ?? 0, body: text });
    });
    outgoing.once("error", reject).end(body && JSON.stringify(body));
  });
}

/** What a first visit fetches besides calls, as it was counted in Chromium: the scripts of the portal that is served. */
async function filesOfAVisit(): Promise<string[]> {
  const page = await ask("192.0.2.1", 0, "/");
  const files = [...page.body.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg|png))"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThan(2);
  return Array.from({ length: 44 }, (_, at) => files[at % files.length]!);
}

test("two hundred browsers behind one address sign in at the running edge within five minutes, and work on", async () => {
  const school = await world.newOrganization("Lecture School");
  const people = [school.as("Ada"), school.as("Lena"), school.as("Rita")];
  for (const person of people) await person.token();
  const files = await filesOfAVisit();
  const address = "192.0.2.7";
  const refused: string[] = [];
  for (let browser = 0; browser < browsers; browser += 1) {
    const { email, password } = people[browser % people.length]!;
    const at = browser * visitMs;
    const seen = async (path: string, options?: Parameters<typeof ask>[3]) => {
      const answer = await ask(address, at, path, options);
      if (answer.status !== 200) refused.push(`${path} ${answer.status}`);
      return answer;
    };
    await Promise.all(files.map((path) => seen(path)));
    const { body } = await seen("/api/user/login", { body: { email, password, isRemember: false } });
    const { token } = JSON.parse(body).data;
    await Promise.all(Array.from({ length: 9 }, () => seen("/api/user/notices/count", { token })));
  }
  expect(browsers * visitMs).toBeLessThanOrEqual(seconds * 1000);
  expect(refused).toEqual([]);
}, 900_000);

test("an attacker of one address who changes the authorization each time is refused at the running edge all the same", async () => {
  const address = "192.0.2.8";
  const statuses: number[] = [];
  const limit = 20_000;
  for (let at = 0; at <= limit; at += 100) {
    const asked = Array.from({ length: 100 }, (_, index) =>
      ask(address, at, "/api/user/notices/count", { token: `t${at + index}` }),
    );
    statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
  }
  expect(new Set(statuses.slice(0, limit))).toEqual(new Set([401]));
  expect(new Set(statuses.slice(limit))).toEqual(new Set([403]));
}, 900_000);
