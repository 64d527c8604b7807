import { crc32, deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalBadgr, startBadgr } from "../../../bin/local/sandbox/badgr/badgr.ts";
import { sizeOf } from "../../../functions/pictures/format.ts";
import { picture } from "../../support/fixtures/badge.ts";

let now = Date.parse("2026-03-01T12:00:00Z");
let badgr: LocalBadgr;
let token: string;
const [username, password] = ["a@acme.test", "Open-badges-2026"];
const issuer = { name: "Acme", email: username, url: "https://acme.test", description: "Acme." };
const badge = { name: "Inquiry", description: "A badge.", image: picture };

beforeAll(async () => {
  badgr = await startBadgr({ port: 0, now: () => now });
  badgr.openAccount({ username, password, issuers: [{ ...issuer, badges: [badge] }] });
  badgr.openAccount({ username: "b@other.test", password, issuers: [{ ...issuer, email: "b@other.test" }] });
  token = (await grant({ username, password })).body.access_token;
});
afterAll(() => badgr.stop());

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width * 3 + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, part("IHDR", header), part("IDAT", pixels), part("IEND", Buffer.alloc(0))]);
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service says is looked at field by field
type Answer = { status: number; body: any; headers: Headers };
async function ask(path: string, request: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`${badgr.url}/us${path}`, { redirect: "manual", ...request });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
}
const grant = (form: Record<string, string>) => ask("/o/token", { method: "POST", body: new URLSearchParams(form) });
const call = (method: string, path: string, body?: unknown) =>
  ask(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const first = async (path: string): Promise<string> => (await call("GET", path)).body.result[0].entityId;
const recipient = (identity: string) => ({ recipient: { identity }, allowDuplicateAwards: false });

describe("the token endpoint", () => {
  it("takes its fields from the body alone, and knows clients and scopes", async () => {
    expect((await ask("/o/token?username=x", { method: "POST" })).body.error).toMatch(/^Token grant parameters must/);
    expect(await grant({ username, password, client_id: "x" })).toMatchObject({
      status: 400,
      body: { error: "invalid client_id" },
    });
    now += 2001; // every refusal makes the next call wait
    expect((await grant({ username, password, scope: "all" })).body.error).toBe("invalid scope requested");
    now += 4001;
  });
  it("makes the next attempt wait, twice as long each time, whatever its password", async () => {
    expect(await grant({ username: "w@x.test", password: "no" })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await grant({ username: "w@x.test", password: "no" })).toMatchObject({ status: 429, body: { expires: 2 } });
    now += 2001;
    await grant({ username: "w@x.test", password: "no" });
    expect((await grant({ username: "w@x.test", password: "no" })).body.expires).toBe(4);
  });
  it("makes whoever names nobody wait for anybody's refused token, also with a good one, until one is taken", async () => {
    const { refresh_token } = (await grant({ username, password })).body;
    const renew = (token: string) => grant({ grant_type: "refresh_token", refresh_token: token, client_id: "public" });
    expect((await renew("dead")).status).toBe(400);
    expect(await renew(refresh_token)).toMatchObject({ status: 429, body: { error: "login attempts throttled" } });
    expect((await grant({ username, password })).status).toBe(200);
    now += 2001;
    expect(await renew("dead")).toMatchObject({ status: 400 });
    expect(await renew("dead")).toMatchObject({ status: 429, body: { expires: 4 } });
    now += 4001;
    expect((await renew(refresh_token)).status).toBe(200);
    expect((await renew("dead")).status).toBe(400);
    now += 2001;
    expect((await renew("dead")).status).toBe(400);
    now += 4001;
  });
  it("renews once with each refresh token, and ends the pair of before", async () => {
    const { access_token, refresh_token } = (await grant({ username, password })).body;
    const renew = () => grant({ grant_type: "refresh_token", refresh_token, client_id: "public" });
    const second = await renew();
    expect(second).toMatchObject({ status: 200, body: { expires_in: 86_400, token_type: "Bearer" } });
    expect(await renew()).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const old = await ask("/v2/issuers", { headers: { authorization: `Bearer ${access_token}` } });
    expect(old).toMatchObject({ status: 401, body: { status: { description: "no valid auth token found" } } });
  });
  it("prolongs a token that is used, and ends one that is not", async () => {
    const idle = (await grant({ username, password })).body.access_token;
    for (const _ of [1, 2, 3]) {
      now += 20 * 3_600_000;
      expect((await call("GET", "/v2/issuers")).status).toBe(200);
    }
    expect((await ask("/v2/issuers", { headers: { authorization: `Bearer ${idle}` } })).status).toBe(401);
  });
});

describe("an account", () => {
  const answersOf = async (name: string) => {
    const { access_token } = (await grant({ username: name, password })).body;
    const headers = { authorization: `Bearer ${access_token}` };
    return (method: string, path: string, body?: object) =>
      ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  it("sees nothing before its address is verified, though it may sign in", async () => {
    badgr.openAccount({ username: "new@x.test", password, unverified: true });
    const say = await answersOf("new@x.test");
    for (const path of ["/v2/issuers", "/v2/badgeclasses"])
      expect(await say("GET", path)).toMatchObject({
        status: 404,
        body: { status: { description: "entity not found or insufficient privileges" } },
      });
  });
  it("that is only staff of an issuer sees it and awards its badges, and makes and deletes none", async () => {
    const id = await first("/v2/issuers");
    badgr.openAccount({ username: "staff@x.test", password, staffOf: [username] });
    const say = await answersOf("staff@x.test");
    expect((await say("GET", "/v2/issuers")).body.result[0].entityId).toBe(id);
    const [known] = (await say("GET", "/v2/badgeclasses")).body.result;
    const awarded = await say("POST", `/v2/badgeclasses/${known.entityId}/assertions`, recipient("by.staff@x.test"));
    expect(awarded.status).toBe(201);
    const award = `/v2/assertions/${awarded.body.result[0].entityId}`;
    expect((await say("DELETE", award, { revocation_reason: "By mistake" })).status).toBe(200);
    expect((await say("POST", `/v2/issuers/${id}/badgeclasses`, badge)).status).toBe(404);
    const said = await say("POST", "/v2/badgeclasses", { ...badge, issuer: id });
    expect(said.body.fieldErrors).toEqual({ issuer: "You do not have permission to edit badges on this issuer." });
    expect((await say("DELETE", `/v2/badgeclasses/${known.entityId}`)).status).toBe(404);
    badgr.state.assertions.splice(0);
  });
});

describe("objects", () => {
  it("are an array always, and somebody else's are not found", async () => {
    const { body } = await call("GET", "/v2/issuers");
    expect(body).toMatchObject({ status: { success: true, description: "ok" }, result: [{ entityType: "Issuer" }] });
    expect(body.result[0].entityId).toMatch(/^[\w-]{22}$/);
    const other = badgr.state.issuers.find(({ email }) => email === "b@other.test")!.entityId;
    expect(await call("GET", `/v2/issuers/${other}`)).toMatchObject({
      status: 404,
      body: { status: { success: false, description: "entity not found or insufficient privileges" } },
    });
    const said = await call("POST", "/v2/badgeclasses", { ...badge, issuer: other });
    expect(said.body.fieldErrors).toEqual({ issuer: "You do not have permission to edit badges on this issuer." });
  });
  it("want a verified address and a real picture", async () => {
    const said = await call("POST", "/v2/issuers", { ...issuer, email: "other@acme.test" });
    expect(said.body.validationErrors[0]).toMatch(/^Issuer email must be one of your verified addresses/);
    const id = await first("/v2/issuers");
    const make = (image: unknown) => call("POST", `/v2/issuers/${id}/badgeclasses`, { ...badge, image });
    const jpeg = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString("base64")}`;
    expect((await make(jpeg)).body.fieldErrors).toEqual({ image: ["Invalid PNG"] });
    expect((await make("https://x.test/a.png")).body.fieldErrors.image).toMatch(/^Valid image file/);
  });
  it("contain a large picture in 400 pixels, and leave a small one as it is", async () => {
    const id = await first("/v2/issuers");
    const make = async (width: number, height: number) => {
      const image = `data:image/png;base64,${png(width, height).toString("base64")}`;
      const made = await call("POST", `/v2/issuers/${id}/badgeclasses`, { ...badge, image });
      const kept = await fetch(`${badgr.url}/us/public/badges/${made.body.result[0].entityId}/image`);
      await call("DELETE", `/v2/badgeclasses/${made.body.result[0].entityId}`);
      return sizeOf(Buffer.from(await kept.arrayBuffer()), "png");
    };
    expect(await make(800, 600)).toEqual({ width: 400, height: 300 });
    expect(await make(120, 120)).toEqual({ width: 120, height: 120 });
  });
  it("are awarded once to a person, page by page, all of a batch or none, and revoked with a reason once", async () => {
    const id = await first("/v2/badgeclasses");
    const path = `/v2/badgeclasses/${id}/assertions`;
    const made = await call("POST", path, recipient("Lena@X.test"));
    expect(made).toMatchObject({
      status: 201,
      body: { result: [{ recipient: { plaintextIdentity: "lena@x.test", hashed: true } }] },
    });
    expect((await call("POST", path, recipient("lena@x.test"))).body.validationErrors).toEqual([
      "A previous award of this badge already exists for this recipient.",
    ]);
    await call("POST", path, recipient("leo@x.test"));
    const page = await call("GET", `${path}?num=1`);
    expect(page.body.result).toHaveLength(1);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link")!)![1]!;
    expect(next.startsWith(`${badgr.url}/us/v2/`)).toBe(true);
    expect((await call("GET", next.slice(`${badgr.url}/us`.length))).body.result[0].recipient.plaintextIdentity).toBe(
      "lena@x.test",
    );

    const batch = { assertions: [recipient("liv@x.test"), { recipient: {} }] };
    const refused = await call("POST", `/v2/badgeclasses/${id}/issue`, batch);
    expect(refused.body.fieldErrors).toEqual([{}, { recipient: ["This field is required."] }]);
    const doubled = { assertions: [recipient("liv@x.test"), recipient("leo@x.test")] };
    const said = await call("POST", `/v2/badgeclasses/${id}/issue`, doubled);
    expect(said.body.fieldErrors[1].non_field_errors[0]).toMatch(/^A previous award/);
    expect(badgr.state.assertions).toHaveLength(2);
    const issuerId = await first("/v2/issuers");
    expect((await call("DELETE", `/v2/issuers/${issuerId}`)).body.validationErrors[0]).toMatch(/^Issuer may only/);
    expect((await call("DELETE", `/v2/badgeclasses/${id}`)).body.validationErrors[0]).toMatch(/^BadgeClass may only/);

    const award = made.body.result[0].entityId;
    const revoke = (reason?: string) => call("DELETE", `/v2/assertions/${award}`, { revocation_reason: reason });
    expect((await revoke()).body.fieldErrors).toEqual({ revocation_reason: "This field is required" });
    expect((await ask(`/public/assertions/${award}/image`)).status).toBe(200);
    expect((await revoke("By mistake")).status).toBe(200);
    expect((await revoke("Again")).body.validationErrors).toEqual(["Assertion is already revoked"]);
    expect((await ask(`/public/assertions/${award}/image`)).status).toBe(404);
    expect(Object.keys((await ask(`/public/assertions/${award}.json`)).body)).toHaveLength(5);
    expect((await ask(`/public/assertions/${award}`, { headers: { accept: "text/html" } })).status).toBe(302);
    const rows = await call("POST", "/v2/assertions/revoke", [{ entityId: award, revocationReason: "x" }]);
    expect(rows.body).toMatchObject({ status: { success: true }, result: [{ revoked: false }] });
  });
});
