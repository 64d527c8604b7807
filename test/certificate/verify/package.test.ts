import { createHash } from "node:crypto";
import { unzipSync, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import {
  digestMultibaseOf,
  manifestText,
  pieceText,
  unsaltedManifestText,
} from "../../../shared/certificate/evidence.ts";
import { readFile } from "../../../shared/certificate/verify/input.ts";
import { type ContinuityPackage, readPackage, writePackage } from "../../../shared/certificate/verify/package.ts";
import type { Json } from "../../../shared/certificate/verify/verdict.ts";
import { verify } from "../../../shared/certificate/verify/verify.ts";
import {
  askOf,
  didDocument,
  didDocumentUrl,
  type LocalIssuer,
  localIssuer,
  statusIndex,
} from "../support/local-issuer.ts";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const essay = new TextEncoder().encode("What changed in my classroom");
const nonce = "00112233445566778899aabbccddeeff";
const salt = "ffeeddccbbaa99887766554433221100";
const essayPiece = { kind: "file", name: "essay.txt", sha256: sha256(essay) } as const;
const manifest = manifestText({
  section_id: "sec_1",
  nonce,
  pieces: [
    sha256(pieceText(salt.replace("ff", "fe"), { kind: "text", sha256: sha256("yes") })),
    sha256(pieceText(salt, essayPiece)),
  ],
});
const now = new Date("2026-06-01T00:00:00Z");

let issuer: LocalIssuer;
let signed: Json;
let contents: ContinuityPackage;
/** A credential with the digest of a manifest. */
const signedWith = (of: string) =>
  issuer.sign(
    issuer.credential({
      evidence: [
        {
          ...{ id: "urn:uuid:0b0e6f6e-58a5-44a8-9e56-4a7f6a4b1c11", type: ["Evidence"], name: "Section 1" },
          digestMultibase: digestMultibaseOf(sha256(of)),
        },
      ],
    }),
  );
beforeAll(async () => {
  issuer = await localIssuer();
  signed = await signedWith(manifest);
  const documents = new Map([...issuer.site].map(([url, document]) => [url, JSON.stringify(document)]));
  contents = {
    credential: JSON.stringify(signed),
    documents,
    evidence: [{ manifest, files: [{ name: "essay.txt", bytes: essay, salt }] }],
  };
});
const written = (changes: Partial<ContinuityPackage> = {}) =>
  writePackage({ ...contents, ...changes }, "2026-05-01T00:00:00Z");
const judge = async (zip: Uint8Array, options: Parameters<typeof verify>[1] = {}) => {
  const { document, ...given } = await readFile(zip);
  return verify(document, { ...given, now, ...options });
};

test("a package comes out as it went in", () => expect(readPackage(written())).toEqual(contents));

test("a package alone comes to the result that its hosts came to", async () => {
  const online = await verify(signed, { ask: askOf(issuer).ask, now, evidence: contents.evidence });
  const offline = await judge(written());
  expect(offline).toMatchObject({ reason: "valid", source: "package" });
  expect(online).toMatchObject({ reason: "valid", source: "hosts" });
  expect(offline.checks.map(({ name, outcome }) => [name, outcome])).toEqual(
    online.checks.map(({ name, outcome }) => [name, outcome]),
  );
  expect(offline.checks.find(({ name }) => name === "status")?.sentence).toBe(
    "Not revoked on April 1, 2026, when the package’s status list was made.",
  );
  expect(offline.checks.find(({ name }) => name === "issuer")?.sentence).toContain("package");
});
test("what its hosts say goes before what the package says", async () => {
  const revoking = await localIssuer();
  await revoking.publishList([statusIndex]);
  expect((await judge(written(), { ask: askOf(revoking).ask })).reason).toBe("revoked");
  const forger = await localIssuer({ seed: 9 });
  const documents = new Map([...forger.site].map(([url, document]) => [url, JSON.stringify(document)]));
  const swapped = written({ credential: JSON.stringify(await forger.sign(signed)), documents });
  expect((await judge(swapped, { ask: askOf(issuer).ask })).reason).toBe("altered");
});
test("a package that lacks a document is unreachable without its host", async () => {
  const documents = new Map([...contents.documents].filter(([url]) => !url.includes("/status/")));
  expect((await judge(written({ documents }))).reason).toBe("unreachable");
});
test("evidence, or a file of it, that is not what was judged is altered", async () => {
  const other = manifest.replace("sec_1", "sec_2");
  expect((await judge(written({ evidence: [{ manifest: other }] }))).reason).toBe("altered");
  const file = { name: "essay.txt", bytes: essay, salt };
  const changes = [
    { ...file, bytes: new TextEncoder().encode("Something else") },
    { ...file, salt: salt.replace("ff", "fe") },
    { name: file.name, bytes: essay },
  ];
  for (const changed of changes)
    expect(await judge(written({ evidence: [{ manifest, files: [changed] }] }))).toMatchObject({
      reason: "altered",
      sentence: "The file essay.txt isn’t what was reviewed.",
    });
  const renamed = await judge(written({ evidence: [{ manifest, files: [{ ...file, name: "plan.txt" }] }] }));
  expect(renamed).toMatchObject({ reason: "altered", sentence: "The file plan.txt isn’t what was reviewed." });
});
test("evidence of before pieces had salts is compared as ever", async () => {
  const unsalted = unsaltedManifestText({
    ...{ section_id: "sec_1", nonce },
    answers: [{ kind: "text", sha256: sha256("yes") }],
    files: [{ name: "essay.txt", sha256: sha256(essay) }],
  });
  const credential = JSON.stringify(await signedWith(unsalted));
  const judged = (bytes: Uint8Array<ArrayBuffer>) =>
    judge(written({ credential, evidence: [{ manifest: unsalted, files: [{ name: "essay.txt", bytes }] }] }));
  expect(await judged(essay)).toMatchObject({ reason: "valid" });
  expect(await judged(new TextEncoder().encode("Something else"))).toMatchObject({ reason: "altered" });
});
test("a key that the package's own document does not list is wrong", async () => {
  const documents = new Map(contents.documents);
  documents.set(didDocumentUrl(issuer.host, "acme"), JSON.stringify(didDocument(issuer.did, [issuer.key], [])));
  expect((await judge(written({ documents }))).reason).toBe("wrong-key");
});
test.each([
  ["one large file 400 times", 20_000_000, 400],
  ["an empty one 100,000 times", 0, 100_000],
])("a package that names %s is refused before it fills the memory or the day", (_, size, times) => {
  const big = new Uint8Array(size);
  const bomb = writePackage(
    { ...contents, evidence: [{ manifest, files: [{ name: "big.txt", bytes: big, salt }] }] },
    "2026-05-01T00:00:00Z",
  );
  const files = unzipSync(bomb);
  const [name, bytes] = Object.entries(files).find(([, each]) => new TextDecoder().decode(each).includes("big.txt"))!;
  const listed = JSON.parse(new TextDecoder().decode(bytes));
  listed.evidence[0].files = Array.from({ length: times }, () => listed.evidence[0].files[0]);
  const again = zipSync({ ...files, [name]: new TextEncoder().encode(JSON.stringify(listed)) });
  expect(() => readPackage(again)).toThrow("again and again");
});

test("another zip, one that lacks files, and one that grows without end are refused", () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])));
  const format = "laurel-continuity-package-1";
  expect(() => readPackage(zip({ "a.txt": "hello" }))).toThrow("lacks");
  expect(() => readPackage(zip({ "contents.json": "{}" }))).toThrow("no continuity package");
  expect(() => readPackage(zip({ "contents.json": JSON.stringify({ format, credential: "toString" }) }))).toThrow(
    "lacks toString",
  );
  expect(() => readPackage(zipSync({ "contents.json": new Uint8Array(31_000_000) }))).toThrow("30 MB");
});
