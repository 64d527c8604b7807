import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { world } from "../support/world.ts";

const { anyone } = world;

test("every path that is no file is the single page, dots included", async () => {
  for (const path of ["/", "/login", "/resetpassword/ada@northwind.test", "/credential/details/org_1/crd_1"]) {
    const reply = await anyone.send("GET", path);
    expect([path, reply.status, reply.headers["content-type"]]).toEqual([path, 200, "text/html; charset=utf-8"]);
    expect(reply.headers["cache-control"]).toBe("no-cache");
  }
  expect((await anyone.send("GET", "/assets/no-such-file.js")).status).toBe(404);
  expect((await anyone.send("GET", "/assets/..%2f..%2fpackage.json")).status).toBe(403); // the firewall's
});

test("pages carry the headers of the distribution, without asking for https", async () => {
  const { headers } = await anyone.send("GET", "/login");
  expect(headers["content-security-policy"]).toContain(`connect-src 'self' ${world.filesOrigin}`);
  expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
  expect(headers).not.toHaveProperty("strict-transport-security");
});

test("assets are compressed, kept for a year and never asked for twice", async () => {
  const page = await anyone.send("GET", "/");
  const script = /\/assets\/[\w.-]+\.js/.exec(page.text)![0];
  const compressed = await anyone.send("GET", script, { headers: { "accept-encoding": "gzip, br" } });
  expect(compressed.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": expect.stringContaining("immutable"),
  });
  const again = await anyone.send("GET", script, {
    headers: { "accept-encoding": "gzip, br", "if-none-match": String(compressed.headers.etag) },
  });
  expect(again.status).toBe(304);
  const unpacked = await anyone.send("GET", script, { headers: { "accept-encoding": "identity" } });
  expect(unpacked.headers).not.toHaveProperty("content-encoding");
  expect(unpacked.headers["cache-control"]).toContain("immutable");
  expect(brotliDecompressSync(await bytesOf(script)).toString()).toBe(unpacked.text);
});

/** What travels to somebody who takes brotli. */
async function bytesOf(path: string): Promise<Buffer> {
  const [answer] = (await once(
    get(world.origin + path, { headers: { "user-agent": "Mozilla/5.0", "accept-encoding": "br" } }),
    "response",
  )) as [IncomingMessage];
  return buffer(answer);
}

test("the portal is told where it is", async () => {
  const { body } = await anyone.send("GET", "/config.json");
  expect(body).toMatchObject({ filesOrigin: world.filesOrigin, payments: "sandbox", stage: "local" });
});

test("a picture that is not there is not found, and the API answers its own 404", async () => {
  expect((await anyone.send("GET", "/media/nothing.png")).status).toBe(404);
  const unknown = await anyone.send("GET", "/api/nothing");
  expect([unknown.status, unknown.text]).toEqual([404, '{"message":"Not Found"}']);
  const unsigned = await anyone.send("GET", "/api/user/notices");
  expect([unsigned.status, unsigned.text]).toEqual([401, '{"message":"Unauthorized"}']);
});
