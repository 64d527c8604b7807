import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bakePng, bakeSvg } from "../../../shared/certificate/baking.ts";
import { credentialOf } from "../../../shared/certificate/credential.ts";
import { limitedAsk } from "../../../shared/certificate/verify/ask.ts";
import { readFile, readLink, readText } from "../../../shared/certificate/verify/input.ts";
import { listOf as asList, type Json, type Reason, Refusal } from "../../../shared/certificate/verify/verdict.ts";
import { hostsToAsk, refused, verify } from "../../../shared/certificate/verify/verify.ts";
import { largestDetails } from "../details.ts";
import { askOf, type LocalIssuer, localIssuer, statusIndex } from "../support/local-issuer.ts";
import { greyPng, pngChunk } from "../support/png.ts";

let issuer: LocalIssuer;
let signed: Json;
const now = new Date("2026-06-01T00:00:00Z");
const didDocumentOf = "https://badges.example.org/issuers/acme/did.json";
const listOf = "https://badges.example.org/status/acme-1.json";

beforeAll(async () => {
  issuer = await localIssuer();
  signed = await issuer.sign(issuer.credential());
});

/** Reads and verifies what somebody gave, as every page and command does. */
async function judge(given: string | Uint8Array | Json, site = issuer) {
  const { ask, asked } = askOf(site);
  const verification = await readGiven(given).then(
    (document) => verify(document, { ask, now }),
    (error) => {
      if (error instanceof Refusal) return refused(error);
      throw error;
    },
  );
  expect(verification.sentence, "one sentence").toMatch(/^[^\n]{10,300}[.]$/);
  return { ...verification, asked };
}
async function readGiven(given: string | Uint8Array | Json): Promise<Json> {
  if (typeof given === "string") return (await readText(given)).document;
  return given instanceof Uint8Array ? (await readFile(given)).document : given;
}

/** What comes in, the one reason, a word of the sentence, and the addresses asked. */
const expectJudged = async (
  given: string | Uint8Array | Json,
  reason: Reason,
  word: string,
  asked: readonly string[] = [],
  site = issuer,
) => {
  const result = await judge(given, site);
  expect({ reason: result.reason, asked: result.asked }).toEqual({ reason, asked });
  expect(result.sentence).toContain(word);
};

describe("a badge as programs hand it on", () => {
  const hosts = [didDocumentOf, listOf];
  test("is read behind a long comment, and in UTF-16", async () => {
    const svg = bakeSvg(greyPng(), JSON.stringify(signed));
    await expectJudged(`<!-- ${"made by a program ".repeat(300)} -->${svg}`, "valid", "", hosts);
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JSON.stringify(signed), "utf16le")]);
    await expectJudged(wide, "valid", "", hosts);
  });
  test("is told to be a copy without its credential where it is a JPEG", () =>
    expectJudged(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), "malformed", "Use the original download"));
});

describe("a file that is no sound credential", () => {
  test("of 5 MB is too large", () => expectJudged(`{"a":"${"x".repeat(5_000_000)}"}`, "malformed", "1 MB"));
  test("of 10,000 nested arrays is too deep", () =>
    expectJudged(`{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "malformed", "nested"));
  test("that is empty, cut off, a list, or a web page is named as such", async () => {
    await expectJudged("", "malformed", "empty");
    await expectJudged(JSON.stringify(signed).slice(0, 500), "malformed", "not JSON");
    await expectJudged(`[${JSON.stringify(signed)}]`, "malformed", "not a JSON object");
    await expectJudged("<!doctype html><html></html>", "malformed", "web page");
    await expectJudged("null", "malformed", "not a JSON object");
    await expectJudged(new Uint8Array([0, 1, 2, 3]), "malformed", "not JSON");
  });
  test("that is an image with three credentials is not guessed at", () => {
    const text = Buffer.from(`openbadgecredential\0\0\0\0\0${JSON.stringify(signed)}`);
    return expectJudged(greyPng(...Array(3).fill(pngChunk("iTXt", text))), "malformed", "3 credentials");
  });
  test("that is an image without one says how that comes about", () =>
    expectJudged(greyPng(), "malformed", "original download"));
  test("that is a damaged zip, or another one, is no package", async () => {
    await expectJudged(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]), "malformed", "package");
  });
  test("that is a badge image with ours in it is read", () =>
    expectJudged(bakePng(greyPng(), JSON.stringify(signed)), "valid", "Its issuer signed it", [didDocumentOf, listOf]));
});

describe("what somebody wrote to keep a verifier busy", () => {
  const several = <T>(count: number, one: (at: number) => T) => Array.from({ length: count }, (_, at) => one(at));
  const subject = (changes: Json) => ({ credentialSubject: { ...(signed.credentialSubject as Json), ...changes } });
  const contexts = (count: number) => ({
    "@context": several(count, (at) => (signed["@context"] as string[])[at % 2]),
  });
  const alike = (count: number) => {
    const alignment = several(3, () => ({ type: ["Alignment"], targetName: "a", targetUrl: "https://a.example/" }));
    return {
      evidence: several(count, () => ({ type: ["Evidence"] })),
      ...subject({ result: several(count, () => ({ type: ["Result"], value: "1", alignment })) }),
    };
  };
  const endorsement = (at: number) => ({
    ...{ ...contexts(2), id: `urn:e:${at}`, type: ["VerifiableCredential", "EndorsementCredential"], name: "Good" },
    ...{ issuer: { id: "did:web:a.example", type: ["Profile"] }, validFrom: "2026-01-01T00:00:00Z" },
    ...{ credentialSubject: { id: `urn:s:${at}`, type: ["EndorsementSubject"] }, proof: [{ type: "Proof" }] },
  });
  const parts = "too many parts";
  const shapes: [string, () => Json, Reason, string, (readonly string[])?][] = [
    [
      "a megabyte of equal parts",
      () => ({ evidence: several(43_000, () => ({ type: ["Evidence"] })) }),
      "malformed",
      parts,
    ],
    [
      "a megabyte of types",
      () => ({ type: [...asList(signed.type), ...several(30_000, (at) => `https://a.example/${at}`)] }),
      "malformed",
      parts,
    ],
    ["a megabyte of lists in lists", () => ({ evidence: several(40_000, () => [[[[]]]]) }), "malformed", parts],
    ["contexts again and again", () => contexts(9_000), "unreachable", "too many contexts"],
    [
      "endorsements with contexts",
      () => ({ endorsement: several(300, endorsement) }),
      "unreachable",
      "too many contexts",
    ],
    [
      "a thousand parts that nothing tells apart",
      () => alike(190),
      "malformed",
      "nothing tells apart",
      [didDocumentOf],
    ],
    [
      "as many parts as there may be",
      () => ({ evidence: several(1_900, () => ({ type: ["Evidence"] })) }),
      "altered",
      "",
      [didDocumentOf],
    ],
  ];
  test.each(shapes)("%s ends soon, with a word that says why", async (_, changes, reason, word, asked = []) => {
    const before = process.cpuUsage();
    await expectJudged(JSON.stringify({ ...signed, ...changes() }), reason, word, asked);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000, "seconds of work, where two are usual").toBeLessThan(6);
  });
  test("ten proofs cost little more than one: the document is hashed once", async () => {
    const evidence = several(400, (at) => ({ type: ["Evidence"], name: `${at}` }));
    const workOf = async (count: number) => {
      const document = await issuer.sign(issuer.credential({ evidence }));
      const [own] = document.proof as Json[];
      const before = process.cpuUsage();
      expect((await judge({ ...document, proof: several(count, () => own) })).reason).toBe("valid");
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // the least of three: the engine compiles and collects when it likes
    const leastOf = async (count: number) => Math.min(await workOf(count), await workOf(count), await workOf(count));
    const ofTen = await leastOf(10);
    expect(ofTen).toBeLessThan(4 * (await leastOf(1)));
  });
  test("a certificate of ten sections with thirty criteria each is no such thing", async () => {
    const { revision, findings, ...details } = largestDetails();
    const thirty = <T extends { criteria_id: string }>(criteria: readonly T[]): T[] =>
      several(30, (at) => ({ ...criteria[at % criteria.length]!, criteria_id: `c${at}` }));
    const sections = revision.sections.map((section) => ({
      ...section,
      rubric_ext: { ...section.rubric_ext!, criteria: thirty(section.rubric_ext!.criteria) },
    }));
    const found = findings!.map((each) => ({ ...each, marks: thirty(each.marks) }));
    const status = { list_id: "acme-1", index: statusIndex };
    const largest = { ...details, revision: { ...revision, sections }, findings: found, status };
    const own = credentialOf("https://badges.example.org", largest);
    const credential = await issuer.sign({ ...own, issuer: issuer.did, validFrom: "2026-03-01T12:00:00Z" });
    await expectJudged(JSON.stringify(credential), "valid", "", [didDocumentOf, listOf]);
  });
});

describe("what this verifier does not support is named, and nobody is asked", () => {
  test("a JWT", () => expectJudged("eyJhbGciOiJSUzI1NiJ9.eyJ2YyI6e319.c2ln", "unreachable", "JWT"));
  test("a proof of another cryptosuite", () => {
    const proof = [{ ...(signed.proof as Json[])[0], cryptosuite: "ecdsa-sd-2023" }];
    return expectJudged({ ...signed, proof }, "unreachable", "ecdsa-sd-2023");
  });
  test("more proofs than anybody puts on a credential", () => {
    const [proof] = signed.proof as Json[];
    return expectJudged({ ...signed, proof: Array.from({ length: 11 }, () => proof) }, "unreachable", "11 proofs");
  });
  test("a context it does not know, wherever that is", async () => {
    const contexts = signed["@context"] as string[];
    await expectJudged(
      { ...signed, "@context": [...contexts, "https://evil.example/context.json"] },
      "unreachable",
      "never fetches",
    );
    await expectJudged({ ...signed, "@context": [...contexts, { name: "urn:x" }] }, "unreachable", "its own terms");
    const subject = { ...(signed.credentialSubject as Json), "@context": "https://evil.example/context.json" };
    await expectJudged({ ...signed, credentialSubject: subject }, "malformed", "@context");
  });
  test("an issuer of another kind, a status of another kind", async () => {
    const ion = await issuer.sign(issuer.credential());
    await expectJudged({ ...ion, issuer: "did:ion:abc" }, "wrong-key", "did:ion:abc");
    const status = { id: "https://badges.example.org/s#1", type: "StatusList2021Entry", statusPurpose: "revocation" };
    const other = await issuer.sign({
      ...issuer.credential({ "@context": signed["@context"] }),
      credentialStatus: {
        ...status,
        type: "BitstringStatusListEntry",
        statusListIndex: "1",
        statusSize: 2,
        statusListCredential: listOf,
      },
    });
    await expectJudged(other, "unreachable", "more than one bit", [didDocumentOf]);
  });
});

describe("an issuer's address", () => {
  const tricks: [string, string][] = [
    ["an IP address", "did:web:192.168.0.1"],
    ["an IP address in one number", "did:web:3232235521"],
    ["an IP address in hex", "did:web:0x7f000001"],
    ["an IP address of six", "did:web:%5B%3A%3A1%5D"],
    ["a user name", "did:web:user@badges.example.org"],
    ["an encoded user name", "did:web:user%40badges.example.org"],
    ["a step upwards", "did:web:badges.example.org:..:secret"],
    ["an encoded step upwards", "did:web:badges.example.org:%2e%2e:secret"],
    ["an empty segment", "did:web:badges.example.org::acme"],
    ["an encoded slash", "did:web:badges.example.org:a%2Fb"],
    ["a backslash", "did:web:badges.example.org:a%5Cb"],
    ["a query", "did:web:badges.example.org:a?b"],
    ["nothing", "did:web:"],
    ["a name inside a network", "did:web:router"],
    ["a name inside a network with a dot", "did:web:metadata.google.internal"],
    ["the machine of whoever asks", "did:web:localhost%3A3000"],
    ["a port that is none", "did:web:badges.example.org%3A99999999"],
    ["plain http", "http://badges.example.org/issuers/1"],
    ["an IP address of the web", "https://127.0.0.1/issuers/1"],
    ["a user name in a web address", "https://a:b@badges.example.org/issuers/1"],
    ["a step upwards in a web address", "https://badges.example.org/issuers/../1"],
  ];
  test.each(tricks)("with %s is malformed, and nobody is asked", async (_, id) => {
    const proof = [{ ...(signed.proof as Json[])[0], verificationMethod: `${id}#key-1` }];
    const document = { ...signed, issuer: { id, type: ["Profile"], name: "Acme" }, proof };
    await expectJudged(document, "malformed", "");
    expect(hostsToAsk(document)).toEqual([]);
  });
  test("with a port is asked there", async () => {
    const other = await localIssuer({ host: "badges.example.org:8443" });
    const document = await other.sign(other.credential());
    expect(hostsToAsk(document)).toEqual(["badges.example.org:8443"]);
    await expectJudged(
      document,
      "valid",
      "Its issuer signed it",
      ["https://badges.example.org:8443/issuers/acme/did.json", "https://badges.example.org:8443/status/acme-1.json"],
      other,
    );
  });
});

describe("a status", () => {
  const entry = (changes: Json) =>
    issuer.sign(
      issuer.credential({ credentialStatus: { ...(issuer.credential().credentialStatus as Json), ...changes } }),
    );
  test("at a place outside its list cannot be read", async () =>
    expectJudged(await entry({ statusListIndex: "131072" }), "unreachable", "outside", [didDocumentOf, listOf]));
  test("at a place that is a number instead of a text is malformed, in these words", async () =>
    expectJudged(await entry({ statusListIndex: 23 }), "malformed", "the number 23"));
  test("at a place that is no number is malformed", async () => {
    for (const statusListIndex of ["-1", "1e3", "", "4711.0"])
      await expectJudged(await entry({ statusListIndex }), "malformed", "isn’t a number");
  });
  test("in a list at an address nobody may ask is malformed, before anybody is asked", async () => {
    for (const statusListCredential of [
      "https://10.0.0.1/list",
      "http://badges.example.org/list",
      "https://u:p@badges.example.org/l",
      "https://badges.example.org/a/../b",
      "file:///etc/passwd",
    ])
      await expectJudged(await entry({ statusListCredential }), "malformed", "");
  });
});

describe("a host that misbehaves", () => {
  let server: Server;
  let origin: string;
  const asked: string[] = [];
  const served = new Map<string, unknown>();
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === "/redirects.json") return void response.writeHead(302, { location: "/elsewhere.json" }).end();
      if (request.url === "/large.json") return void response.end("x".repeat(3_000_000));
      if (request.url === "/drips.json") {
        const drip = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(drip));
        return;
      }
      if (request.url === "/fails.json") return void response.writeHead(500).end();
      const document = served.get(request.url!);
      if (document) return void response.end(JSON.stringify(document));
      if (request.url === "/credential.json") return void response.end(JSON.stringify(signed));
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = limitedAsk(fetch, { milliseconds: 300, bytes: 2_000_000 });
  const patient = limitedAsk(fetch, { milliseconds: 60_000, bytes: 2_000_000 });
  const linked = async (path: string, by = ask) =>
    readLink(`${origin}${path}`, by, { localhost: true }).then(
      () => "read",
      (error: Refusal) => `${error.reason}: ${error.message}`,
    );
  test("hangs: it is not waited for", async () =>
    expect(await linked("/hangs.json")).toMatch(/^unreachable: .*within 0.3 seconds/));
  test("drips: it is not waited for", async () =>
    expect(await linked("/drips.json")).toMatch(/^unreachable: .*within 0.3 seconds/));
  test("sends on elsewhere: that is not followed", async () => {
    expect(await linked("/redirects.json", patient)).toMatch(/^unreachable: .*don’t follow/);
    expect(asked).not.toContain("/elsewhere.json");
  });
  test("answers without an end, or with an error", async () => {
    expect(await linked("/large.json", patient)).toMatch(/^unreachable: .*more than 2 MB/);
    expect(await linked("/fails.json", patient)).toMatch(/^unreachable: .*500/);
  });
  test("does any of that with a status list: the status cannot be read, and the rest is said", async () => {
    const local = await localIssuer({ host: new URL(origin).host, scheme: "http" });
    for (const [url, document] of local.site) served.set(new URL(url).pathname, document);
    for (const [path, word] of [
      ["/hangs.json", "within"],
      ["/redirects.json", "don’t follow"],
      ["/large.json", "more than 2 MB"],
      ["/fails.json", "500"],
    ]) {
      const status = { ...(local.credential().credentialStatus as Json), statusListCredential: `${origin}${path}` };
      const document = await local.sign(local.credential({ credentialStatus: status }));
      const { reason, sentence, checks } = await verify(document, {
        ask: (url) => (url.endsWith("/hangs.json") ? ask : patient)(url),
        now,
        localhost: true,
      });
      expect({ path, reason }).toEqual({ path, reason: "unreachable" });
      expect(sentence).toContain(word);
      expect(checks.map(({ name, outcome }) => `${name} ${outcome}`)).toContain("signature passed");
    }
  });
  test("has the credential after all: it is read, and from elsewhere nobody on this machine is asked", async () => {
    expect(await linked("/credential.json")).toBe("read");
    await expect(readLink(`${origin}/credential.json`, ask, { localhost: false })).rejects.toThrow(
      "is on your own computer",
    );
  });
});

describe("an Open Badges 2.0 assertion", () => {
  const id = "https://old.example.org/assertions/1";
  const assertion = {
    "@context": "https://w3id.org/openbadges/v2",
    type: "Assertion",
    id,
    recipient: { type: "email", hashed: true, identity: "sha256$abc" },
    issuedOn: "2026-01-01T00:00:00Z",
    badge: "https://old.example.org/badges/1",
    verification: { type: "HostedBadge" },
  };
  const hostOf = async (changes: Json = {}) => {
    const old = await localIssuer({ host: "old.example.org" });
    old.site.set(id, { ...assertion, ...changes });
    old.site.set("https://old.example.org/badges/1", {
      type: "BadgeClass",
      name: "Old badge",
      issuer: "https://old.example.org/issuer",
    });
    old.site.set("https://old.example.org/issuer", { type: "Issuer", name: "Old school" });
    return old;
  };
  const asked = [id, "https://old.example.org/badges/1", "https://old.example.org/issuer"];
  test("is checked at its host, and said to be weaker", async () => {
    await expectJudged(assertion, "valid", "weaker", asked, await hostOf());
    expect((await judge(assertion, await hostOf())).assurance).toBe("hosted");
    expect(hostsToAsk(assertion)).toEqual(["old.example.org"]);
  });
  test("that its host serves otherwise is altered; revoked there, it is revoked", async () => {
    await expectJudged(
      { ...assertion, recipient: { type: "email", identity: "x" } },
      "altered",
      "recipient",
      [id],
      await hostOf(),
    );
    await expectJudged(
      assertion,
      "revoked",
      "cheated",
      [id],
      await hostOf({ revoked: true, revocationReason: "cheated" }),
    );
    await expectJudged(assertion, "expired", "2026", asked, await hostOf({ expires: "2026-02-01T00:00:00Z" }));
  });
  test("whose badge is on another host asks nobody else", async () =>
    expectJudged(
      { ...assertion, badge: undefined } as Json,
      "unreachable",
      "and we don’t contact other hosts",
      [id],
      await hostOf({ badge: "https://evil.example/b" }),
    ));
  test("that is signed in its own way is not supported", () =>
    expectJudged({ ...assertion, verification: { type: "SignedBadge" } }, "unreachable", "SignedBadge"));
});

test("what lacks a part is malformed by that part's name", async () => {
  const without = (property: string) =>
    Object.fromEntries(Object.entries(signed).filter(([name]) => name !== property));
  await expectJudged(without("issuer"), "malformed", "issuer");
  await expectJudged(without("credentialSubject"), "malformed", "who earned what");
  await expectJudged(without("validFrom"), "malformed", "when it became valid");
  await expectJudged(without("proof"), "malformed", "No one signed");
  await expectJudged(without("type"), "malformed", "an Open Badges credential");
  await expectJudged({ ...signed, type: ["VerifiablePresentation"] }, "malformed", "presentation");
  await expectJudged({ ...signed, credentialSubject: [signed.credentialSubject] }, "malformed", "in one place");
});
