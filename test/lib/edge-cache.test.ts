import { createServer, type OutgoingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { behaviorFor, type DistributionResource } from "../../bin/local/cloud/distribution.ts";
import { createEdgeCache } from "../../bin/local/cloud/edge-cache.ts";
import { readTemplate } from "../../bin/local/cloud/template.ts";
import { synthesizedApp } from "../../bin/local/prepare.ts";
import { callsOf } from "../../shared/contract.ts";
import { writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const places = { queuesUrl: "http://queues", filesOrigin: "http://files", portalOrigin: "http://portal" };
const ours = readTemplate(await synthesizedApp(), places).distribution;

/** A distribution with which nothing was decided: it tells requests apart by their path alone. */
const bare: DistributionResource = {
  originHeaders: {},
  errorSeconds: {},
  behaviors: [
    {
      pattern: "*",
      headers: {},
      compress: false,
      cache: {
        minSeconds: 0,
        defaultSeconds: 0,
        maxSeconds: 60,
        headers: [],
        queries: [],
        cookies: [],
        encodings: [],
      },
    },
  ],
};

let server: Server | undefined;
afterEach(() => void server?.close());

/** An edge in front of an origin that answers as told; `asked` counts what reached it. */
async function edgeOf({ behaviors, errorSeconds }: DistributionResource) {
  const state = { now: 0, asked: 0, status: 200, headers: {} as OutgoingHttpHeaders };
  const cache = createEdgeCache({ errorSeconds, now: () => state.now });
  server = createServer((request, response) => {
    const behavior = behaviorFor(behaviors, new URL(request.url!, "http://localhost").pathname);
    void cache.serve(request, response, behavior, () => {
      state.asked += 1;
      response.writeHead(state.status, state.headers).end(`answer ${state.asked}`);
    });
  });
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const reply = await fetch(origin + path, { headers, method });
    return { status: reply.status, text: await reply.text(), kind: reply.headers.get("x-cache") };
  };
  return { state, get };
}
const ada = { authorization: "Bearer ada" };
const leo = { authorization: "Bearer leo" };

describe("CloudFront", () => {
  test.each([404, 429, 500, 503])(
    "keeps a %i for ten seconds for everybody, whatever its headers say",
    async (status) => {
      const { state, get } = await edgeOf(bare);
      Object.assign(state, { status, headers: { "cache-control": "no-store" } });
      expect(await get("/api/thing?id=1", ada)).toMatchObject({ status, text: "answer 1", kind: null });
      expect(await get("/api/thing?id=2", leo)).toMatchObject({
        status,
        text: "answer 1",
        kind: "Error from cloudfront",
      });
      state.now = 10_000;
      expect((await get("/api/thing?id=1", ada)).text).toBe("answer 2");
    },
  );
  test("keeps an answer for as long as it says, and one that forbids it not at all", async () => {
    const { state, get } = await edgeOf(bare);
    state.headers = { "cache-control": "max-age=30" };
    await get("/page");
    state.now = 29_000;
    expect(await get("/page")).toMatchObject({ text: "answer 1", kind: "Hit from cloudfront" });
    state.now = 30_000;
    state.headers = { "cache-control": "no-store" };
    expect((await get("/page")).text).toBe("answer 2");
    expect((await get("/page")).text).toBe("answer 3");
  });
  test("keeps nothing of what is not read: a POST reaches the origin each time", async () => {
    const { state, get } = await edgeOf(bare);
    state.status = 404;
    await get("/api/thing", {}, "POST");
    expect((await get("/api/thing", {}, "POST")).text).toBe("answer 2");
  });
});

describe("our distribution", () => {
  const statuses = [200, 400, 401, 403, 404, 405, 409, 414, 429, 500, 502, 503, 504];
  const paths = callsOf()
    .filter(({ call }) => call.route.startsWith("GET "))
    .map(({ call }) => `/api${call.route.slice(4).replace(/\{\w+\}/g, "x")}`);

  test.each(statuses)("never answers one person with another's %i, at any call that reads", async (status) => {
    const { state, get } = await edgeOf(ours);
    state.status = status;
    for (const path of paths) {
      const first = await get(path, ada);
      expect((await get(path, leo)).text, path).not.toBe(first.text);
      expect((await get(`${path}?id=2`, ada)).text, path).not.toBe(first.text);
    }
  });
  test("keeps no error of a call, so that what was mended is there at the next try", async () => {
    const { state, get } = await edgeOf(ours);
    for (const status of [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]) {
      state.status = status;
      const before = await get("/api/health");
      expect((await get("/api/health")).text, String(status)).not.toBe(before.text);
    }
  });
  test("keeps no certificate: one that is hidden is hidden at once", async () => {
    const { state, get } = await edgeOf(ours);
    state.headers = { "cache-control": "no-store" };
    await get("/api/Certificate?org_id=1&user_id=2&cred_id=3");
    expect((await get("/api/Certificate?org_id=1&user_id=2&cred_id=3")).text).toBe("answer 2");
  });
  test("keeps pictures for everybody for a year, and a missing one not at all", async () => {
    const { state, get } = await edgeOf(ours);
    state.status = 403; // what a bucket says of a missing object to whom may not list it
    await get("/media/a.png");
    state.status = 200;
    state.headers = { "cache-control": "public, max-age=31536000, immutable" };
    expect((await get("/media/a.png")).text).toBe("answer 2");
    state.now = 30_000_000_000;
    expect(await get("/media/a.png", ada)).toMatchObject({ text: "answer 2", kind: "Hit from cloudfront" });
  });
});

test("at the running edge, what is not found for one person is there for another at the same moment", async () => {
  const [academy, other] = [await world.newOrganization(), await world.newOrganization()];
  const { cred_id } = await writeDraft(academy.as("Ivan"), [await acceptedReviewer(academy, "Rita")]);
  const path = `/api/credential/details?credential_id=${cred_id}`;
  const asked = async (person: Person) => {
    const authorization = `Bearer ${await person.token()}`;
    return (await world.anyone.send("GET", path, { headers: { authorization } })).status;
  };
  const [stranger, member] = [other.as("Ivan"), academy.as("Ivan")];
  await stranger.token();
  expect([await asked(stranger), await asked(member), await asked(stranger)]).toEqual([404, 200, 404]);
});
