import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bakePng, bakeSvg } from "../../../shared/certificate/baking.ts";
import { writePackage } from "../../../shared/certificate/verify/package.ts";
import type { Json } from "../../../shared/certificate/verify/verdict.ts";
import { type LocalIssuer, localIssuer, statusIndex } from "../support/local-issuer.ts";
import { greyPng } from "../support/png.ts";

let server: Server;
let folder: string;
let issuer: LocalIssuer;
let signed: Json;
let link: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "laurel-verify-"));
  server = createServer((request, response) => {
    const document = issuer.site.get(`http://${issuer.host}${request.url}`);
    response.writeHead(document ? 200 : 404).end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  issuer = await localIssuer({ host, scheme: "http" });
  signed = await issuer.sign(issuer.credential());
  link = String(signed.id);
  issuer.site.set(link, signed);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const run = (...given: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, ["bin/operate/verify.ts", ...given], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });

describe("npm run verify", () => {
  test("says yes to a link with a line for each check, and leaves with 0", async () => {
    const { code, said } = await run(link);
    expect(said).toContain("valid: Its issuer signed it");
    expect(said).toContain("✓ Not altered");
    expect(said).toContain("Asks a question that can be investigated: Achieved");
    expect(code).toBe(0);
  });
  test("takes the link to a certificate's page for that of its credential", async () => {
    expect((await run(link.replace(/\.json$/, ""))).code).toBe(0);
  });
  test("leaves with 14 for a changed file, whatever kind it is", async () => {
    const changed = JSON.stringify({ ...signed, name: "Another" });
    for (const path of [
      file("changed.json", changed),
      file("changed.png", bakePng(greyPng(), changed)),
      file("changed.svg", bakeSvg(greyPng(), changed)),
    ]) {
      const { code, said } = await run(path, "--localhost");
      expect(said).toContain("altered: The credential was changed after it was signed");
      expect(code).toBe(14);
    }
    expect((await run(file("own.json", JSON.stringify(signed)))).code).toBe(18); // to a file, this machine is nobody
  });
  test("comes to the same from a package with nobody asked", async () => {
    const other = await localIssuer();
    const credential = JSON.stringify(await other.sign(other.credential()));
    const documents = new Map([...other.site].map(([url, document]) => [url, JSON.stringify(document)]));
    const path = file("package.zip", writePackage({ credential, documents, evidence: [] }, "2026-05-01T00:00:00Z"));
    const { code, said } = await run(path, "--offline", "--json");
    expect(JSON.parse(said)).toMatchObject({ reason: "valid", source: "package" });
    expect(code).toBe(0);
    expect((await run(file("alone.json", credential), "--offline")).code).toBe(17);
  });
  test("leaves with 12 when it is revoked, and judges a day before that by its notice", async () => {
    await issuer.publishList([statusIndex]);
    await issuer.publishNotice("2026-05-02T10:00:00Z", "issued-in-error");
    const { code, said } = await run(link);
    expect(said).toContain("revoked it on May 2, 2026: it was issued in error");
    expect(code).toBe(12);
    expect((await run(link, "--as-of", "2026-05-01")).code).toBe(0);
    expect((await run(link, "--as-of", "2026-01-01")).code).toBe(11);
  });
  test("says how it is used when it does not understand, and leaves with 2", async () => {
    for (const given of [
      [],
      ["--nonsense"],
      [join(folder, "nothing.json")],
      [link, "--as-of", "yesterday"],
      [link, "--offline"],
    ]) {
      const { code, said } = await run(...given);
      expect({ given, code }).toEqual({ given, code: 2 });
      expect(said).not.toContain("    at ");
    }
  });
});
