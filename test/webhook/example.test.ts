import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtPortal, root } from "../../bin/local/prepare.ts";
import { signaturesOf } from "../../functions/webhook/model/secrets.ts";
import { publicEventNames } from "../../shared/webhook/events.ts";

const html = readFileSync("web/developers.html", "utf8");
const [, example = ""] = /<pre id="verify-example"><code>([\s\S]*?)<\/code>/.exec(html) ?? [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the server of the page for developers takes what we sign, and refuses what was changed, is old or is another's", async () => {
  const folder = join(root, ".cache/example");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "receiver.mjs");
  writeFileSync(file, example);
  const hmac = Buffer.alloc(32, 7).toString("base64");
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), LAUREL_WEBHOOK_SECRET: `whsec_${hmac}` };
  const running = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  running.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const { privateKey } = generateKeyPairSync("ed25519");
  const ed25519 = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
  const id = "evt_01K5ZQ4M8T2V6X9B3C7D1F5G0P";
  const body = JSON.stringify({ type: "certificate.issued", timestamp: new Date().toISOString(), data: {} });
  async function send({ timestamp = Math.floor(Date.now() / 1000), key = hmac, sent = body } = {}) {
    const signature = signaturesOf({ hmac: key, ed25519 }, { id, timestamp, body }).join(" ");
    const headers = { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: sent })).status;
  }
  try {
    await expect.poll(() => send().catch(() => 0), { timeout: 60_000 }).toBe(204);
    expect(said).toContain(`${id} certificate.issued`);
    expect(await send({ sent: body.replace("issued", "revoked") })).toBe(400);
    expect(await send({ timestamp: Math.floor(Date.now() / 1000) - 3600 })).toBe(400);
    expect(await send({ key: Buffer.alloc(32, 8).toString("base64") })).toBe(400);
  } finally {
    running.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page for developers names every event, with an example of what is posted", async () => {
  const built = readFileSync(`${await builtPortal()}/developers.html`, "utf8");
  const examples = [...built.matchAll(/<details id="event-([^"]+)"[\s\S]*?<pre><code>([\s\S]*?)<\/code>/g)];
  expect(examples.map(([, name]) => name)).toEqual([...publicEventNames]);
  for (const [, name, text = ""] of examples) {
    const posted = JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    expect(posted).toMatchObject({ type: name, data: { state: expect.any(String), link: expect.any(String) } });
  }
});
