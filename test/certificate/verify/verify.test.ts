import { generate } from "@digitalbazaar/ed25519-multikey";
import { beforeAll, describe, expect, test } from "vitest";
import type { Ask } from "../../../shared/certificate/verify/ask.ts";
import { type Json, type Reason, reasons } from "../../../shared/certificate/verify/verdict.ts";
import { hostsToAsk, type VerifyOptions, verify } from "../../../shared/certificate/verify/verify.ts";
import { viewOf } from "../../../shared/certificate/verify/view.ts";
import { isSignedBy } from "../support/independent.ts";
import {
  askOf,
  didDocument,
  didDocumentUrl,
  type LocalIssuer,
  localIssuer,
  statusIndex,
} from "../support/local-issuer.ts";

let issuer: LocalIssuer;
let signed: Json;
const now = new Date("2026-06-01T00:00:00Z");

beforeAll(async () => {
  issuer = await localIssuer();
  signed = await issuer.sign(issuer.credential());
});

/** Verifies against the issuer's own host and says the reason and what was asked. */
async function judge(document: Json, options: VerifyOptions = {}, ...others: LocalIssuer[]) {
  const { ask, asked } = askOf(issuer, ...others);
  const verification = await verify(document, { ask, now, ...options });
  return { ...verification, asked };
}
const lineOf = ({ checks }: { checks: readonly { name: string; sentence: string }[] }, name: string) =>
  checks.find((each) => each.name === name)?.sentence;

/** An issuer as the one of all tests, whose host says something else. */
async function issuerWhere(change: (site: LocalIssuer) => Promise<void> | void): Promise<LocalIssuer> {
  const other = await localIssuer();
  await change(other);
  return other;
}

describe("a credential", () => {
  test("that is as it was signed is valid, with a line for each check", async () => {
    const result = await judge(signed);
    expect(result).toMatchObject({ reason: "valid", assurance: "signed", source: "hosts" });
    expect(result.checks.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "document passed",
      "issuer passed",
      "signature passed",
      "status passed",
      "dates passed",
      "evidence note",
    ]);
    expect(result.asked).toEqual([
      "https://badges.example.org/issuers/acme/did.json",
      "https://badges.example.org/status/acme-1.json",
    ]);
    expect(hostsToAsk(signed)).toEqual(["badges.example.org"]);
  });

  const changes: [string, (document: Json) => void][] = [
    ["title", (document) => Object.assign(document, { name: "Another title" })],
    ["holder's name", (document) => set(document, "credentialSubject.identifier.0.identityHash", "Somebody Else")],
    [
      "level",
      (document) =>
        set(
          document,
          "credentialSubject.result.0.achievedLevel",
          "https://badges.example.org/achievements/inquiry-2#criterion-1-missed",
        ),
    ],
    ["points", (document) => set(document, "credentialSubject.result.1.value", "3")],
    ["date", (document) => Object.assign(document, { validFrom: "2025-03-01T12:00:00Z" })],
    ["award's date", (document) => Object.assign(document, { awardedDate: "2025-03-01T12:00:00Z" })],
    [
      "digest",
      (document) => set(document, "evidence.0.digestMultibase", "uEiBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA"),
    ],
    ["status", (document) => set(document, "credentialStatus.statusListIndex", "4712")],
    ["issuer's name", (document) => set(document, "issuer.name", "Harvard")],
    ["proof's date", (document) => set(document, "proof.0.created", "2026-03-02T12:00:00Z")],
    ["end", (document) => Object.assign(document, { validUntil: "2099-01-01T00:00:00Z" })],
    ["left-out status", (document) => Reflect.deleteProperty(document, "credentialStatus")],
  ];
  test.each(changes)("with another %s is altered, and its status list is not asked", async (_, change) => {
    const evidence = [
      {
        id: "urn:uuid:0b0e6f6e-58a5-44a8-9e56-4a7f6a4b1c11",
        type: ["Evidence"],
        name: "Section 1",
        digestMultibase: "uEiAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      },
    ];
    const document = structuredClone(await issuer.sign(issuer.credential({ evidence }))) as Json;
    expect((await judge(document)).reason).toBe("valid");
    change(document);
    const { reason, asked } = await judge(document);
    expect(reason).toBe("altered");
    expect(asked).toEqual([didDocumentUrl("badges.example.org", "acme")]);
  });

  const forbidden: [string, (document: Json) => unknown, RegExp][] = [
    [
      "without anybody who earned it",
      (all) => {
        for (const name of ["id", "identifier"]) remove(all, `credentialSubject.${name}`);
      },
      /who earned it/,
    ],
    [
      "without criteria",
      (all) => remove(all, "credentialSubject.achievement.criteria"),
      /no credentialSubject\.achievement\.criteria/,
    ],
    [
      "with criteria that say nothing",
      (all) => set(all, "credentialSubject.achievement.criteria", {}),
      /what it takes to earn it/,
    ],
    [
      "whose achievement has no ID",
      (all) => remove(all, "credentialSubject.achievement.id"),
      /no credentialSubject\.achievement\.id/,
    ],
    [
      "whose achievement has no description",
      (all) => remove(all, "credentialSubject.achievement.description"),
      /achievement\.description/,
    ],
    ["without an ID", (all) => remove(all, "id"), /no id, which/],
    ["whose ID is no address", (all) => set(all, "id", "badge 7"), /Its ID is badge 7/],
    ["whose subject is of no kind", (all) => remove(all, "credentialSubject.type"), /no credentialSubject\.type/],
    [
      "whose result is of no kind that there is",
      (all) => set(all, "credentialSubject.achievement.resultDescription.0.resultType", "Guess"),
      /resultType isn’t what/,
    ],
    ["with a name that is half a character", (all) => set(all, "credentialSubject.\ud800", 1), /name that is no text/],
    ["that ends before it begins", (all) => set(all, "validUntil", "2025-01-01T00:00:00Z"), /ends before it begins/],
    [
      "that links to what is not digested",
      (all) => set(all, "relatedResource", [{ id: "https://badges.example.org/a" }]),
      /without saying what is there/,
    ],
    [
      "that links to one thing twice",
      (all) =>
        set(
          all,
          "relatedResource",
          [1, 2].map((each) => ({ id: "https://badges.example.org/a", digestSRI: `sha256-${each}` })),
        ),
      /twice/,
    ],
  ];
  test.each(forbidden)("%s is malformed by the standard, and nobody is asked", async (_, change, words) => {
    const document = structuredClone(signed);
    change(document);
    const result = await judge(document);
    expect(result).toMatchObject({ reason: "malformed", asked: [] });
    expect(lineOf(result, "document")).toMatch(words);
  });
  test("with its one proof or one status written as a list or without is as good", async () => {
    const { proof, ...others } = signed;
    expect((await judge({ ...others, proof: (proof as Json[])[0] })).reason).toBe("valid");
    const listed = await issuer.sign({ ...issuer.credential({}), credentialStatus: [signed.credentialStatus] });
    expect((await judge(listed)).reason).toBe("valid");
  });
  test("with the contexts of statuses and of former signatures is as good", async () => {
    const former = ["https://w3id.org/security/suites/ed25519-2020/v1", "https://www.w3.org/ns/credentials/status/v1"];
    const contexts = [...(signed["@context"] as string[]), ...former];
    expect((await judge(await issuer.sign(issuer.credential({ "@context": contexts })))).reason).toBe("valid");
  });
  test("whose end date stands under a name that only JSON-LD knows is malformed, not without an end", async () => {
    const { validUntil, ...document } = (await issuer.sign(
      issuer.credential({ validUntil: "2026-05-01T00:00:00Z" }),
    )) as Json;
    const hidden = {
      ...document,
      "https://www.w3.org/2018/credentials#validUntil": {
        "@value": validUntil,
        "@type": "http://www.w3.org/2001/XMLSchema#dateTime",
      },
    };
    expect(await judge(hidden)).toMatchObject({ reason: "malformed", asked: [] });
    const { credentialStatus, ...others } = signed;
    for (const alias of [
      { "https://www.w3.org/2018/credentials#credentialStatus": credentialStatus },
      { "@included": [] },
    ])
      expect(await judge({ ...others, ...alias })).toMatchObject({ reason: "malformed", asked: [] });
  });
  test("whose status is written otherwise for the same signature is never taken for one without", async () => {
    const other = await issuerWhere((each) => each.publishList([statusIndex]));
    const status = signed.credentialStatus as Json;
    const written: Json[] = [
      { ...status, statusPurpose: ["revocation"] },
      { ...status, statusPurpose: { "@value": "revocation" } },
      { ...status, statusListIndex: [status.statusListIndex] },
      { ...status, statusListCredential: { id: status.statusListCredential } },
    ];
    for (const credentialStatus of written) {
      expect(await isSignedBy({ ...signed, credentialStatus }, issuer.key.publicKeyMultibase)).toBe(true);
      const { reason } = await verify({ ...signed, credentialStatus }, { ask: askOf(other).ask, now });
      expect(["malformed", "unreachable"]).toContain(reason);
    }
    const types = { ...signed, credentialStatus: [{ ...status, type: ["BitstringStatusListEntry"] }] };
    expect((await verify(types, { ask: askOf(other).ask, now })).reason).toBe("revoked");
  });
  test("that speaks of itself in a second place is malformed: a status could hide there", async () => {
    const id = String(signed.id);
    const related = { id, type: ["Related"], version: "2" };
    const achievement = {
      ...((issuer.credential().credentialSubject as Json).achievement as Json),
      related: [related],
    };
    const subject = { ...(issuer.credential().credentialSubject as Json), achievement };
    const document = await issuer.sign(issuer.credential({ credentialSubject: subject }));
    expect(await judge(document)).toMatchObject({ reason: "malformed", asked: [] });
  });
  test("shows every finding, however its references are written", async () => {
    const subject = signed.credentialSubject as Json;
    const [first, total] = subject.result as Json[];
    const wrapped = {
      ...first,
      achievedLevel: { id: first!.achievedLevel },
      resultDescription: [first!.resultDescription],
    };
    const written = [wrapped, { ...total, resultDescription: { id: total!.resultDescription } }];
    const found = (result: readonly Json[]) =>
      viewOf({ ...signed, credentialSubject: { ...subject, result } }).findings;
    expect(found(written)).toEqual(found([first!, total!]));
    expect(found([{ type: ["Result"] }])).toMatchObject([{ name: "Unnamed result", outcome: "Not stated" }]);
  });
  test("with a word that no context defines is malformed: nobody signed that word", async () => {
    const result = await judge({ ...signed, scech: "three hours" });
    expect(result.reason).toBe("malformed");
    expect(result.sentence).toContain("scech");
  });
});

describe("the issuer's key", () => {
  const attacker = () => generate({ seed: new Uint8Array(32).fill(9) });

  test("must stand in the issuer's document: a fragment that is itself a key is nobody's", async () => {
    const key = await attacker();
    key.controller = issuer.did;
    key.id = `${issuer.did}#${key.publicKeyMultibase}`;
    const document = await issuer.sign(issuer.credential(), { key });
    expect(await judge(document)).toMatchObject({ reason: "wrong-key", asked: [didDocumentUrl(issuer.host, "acme")] });
  });
  test("must be listed for assertions, not only be there", async () => {
    const other = await issuerWhere(
      ({ site, did, key }) => void site.set(didDocumentUrl(issuer.host, "acme"), didDocument(did, [key], [])),
    );
    expect((await verify(signed, { ask: askOf(other).ask, now })).reason).toBe("wrong-key");
  });
  test("stays good when it is retired and another one is added, and is not when it is taken out", async () => {
    const next = await generate({
      id: `${issuer.did}#key-2`,
      controller: issuer.did,
      seed: new Uint8Array(32).fill(2),
    });
    const rotated = await issuerWhere(
      ({ site, did, key }) => void site.set(didDocumentUrl(issuer.host, "acme"), didDocument(did, [key, next])),
    );
    expect((await verify(signed, { ask: askOf(rotated).ask, now })).reason).toBe("valid");
    const compromised = await issuerWhere(
      ({ site, did }) => void site.set(didDocumentUrl(issuer.host, "acme"), didDocument(did, [next])),
    );
    expect((await verify(signed, { ask: askOf(compromised).ask, now })).reason).toBe("wrong-key");
    const again = await issuer.sign(issuer.credential(), { key: next });
    const list = await compromised.sign(compromised.site.get("https://badges.example.org/status/acme-1.json") as Json, {
      key: next,
    });
    compromised.site.set("https://badges.example.org/status/acme-1.json", list);
    expect((await verify(again, { ask: askOf(compromised).ask, now })).reason).toBe("valid");
  });
  test("under its own id that is another key makes the credential altered", async () => {
    const other = await localIssuer({ seed: 3 });
    expect((await verify(signed, { ask: askOf(other).ask, now })).reason).toBe("altered");
  });
  test("of another issuer is wrong, whoever that is", async () => {
    const other = await localIssuer({ host: "other.example.org", seed: 5 });
    const document = await other.sign(issuer.credential());
    expect(await judge(document, {}, other)).toMatchObject({ reason: "wrong-key", asked: [] });
  });
  test("in a document about somebody else is wrong", async () => {
    const other = await issuerWhere(
      ({ site, key }) =>
        void site.set(didDocumentUrl(issuer.host, "acme"), didDocument("did:web:victim.example", [key])),
    );
    expect((await verify(signed, { ask: askOf(other).ask, now })).reason).toBe("wrong-key");
  });
  test("that is itself the issuer signs for somebody we cannot place", async () => {
    const key = await attacker();
    const did = `did:key:${key.publicKeyMultibase}`;
    Object.assign(key, { id: `${did}#${key.publicKeyMultibase}`, controller: did });
    const { credentialStatus: _, ...unlisted } = issuer.credential({
      issuer: { id: did, type: ["Profile"], name: "Northwind College" },
    });
    const document = await issuer.sign(unlisted, { key });
    expect(await judge(document)).toMatchObject({ reason: "unknown-issuer", asked: [] });
    expect((await judge({ ...document, name: "Another" })).reason).toBe("altered");
    const bare = await issuer.sign(unlisted, { key: Object.assign(key, { id: did }) });
    expect(await judge(bare)).toMatchObject({ reason: "unknown-issuer", asked: [] });
  });
  test("of an issuer who is named by a web address is looked up there", async () => {
    const address = "https://badges.example.org/issuers/565049";
    const key = await generate({ id: `${address}#key-1`, controller: address, seed: new Uint8Array(32).fill(7) });
    const { credentialStatus: _, ...unlisted } = issuer.credential({
      issuer: { id: address, type: ["Profile"], name: "Acme" },
    });
    const document = await issuer.sign(unlisted, { key });
    const other = await issuerWhere(({ site }) => void site.set(address, didDocument(address, [key])));
    expect((await verify(document, { ask: askOf(other).ask, now })).reason).toBe("valid");
  });
  test("that nobody answers for leaves it unreachable, and says whom", async () => {
    const result = await verify(signed, { ask: askOf().ask, now });
    expect(result.reason).toBe("unreachable");
    expect(result.sentence).toContain("badges.example.org");
  });
});

describe("its status", () => {
  const withStatus = async (publish: (other: LocalIssuer) => Promise<void>, options: VerifyOptions = {}) => {
    const other = await issuerWhere(publish);
    return verify(signed, { ask: askOf(other).ask, now, ...options });
  };
  test("is revoked when its bit is set, and its neighbours are not", async () => {
    expect((await withStatus((other) => other.publishList([statusIndex]))).reason).toBe("revoked");
    expect((await withStatus((other) => other.publishList([statusIndex - 1, statusIndex + 1]))).reason).toBe("valid");
  });
  test("says since when and why, as the signed notice does", async () => {
    const result = await withStatus(async (other) => {
      await other.publishList([statusIndex]);
      await other.publishNotice("2026-05-02T10:00:00Z", "issued-in-error");
    });
    expect(result).toMatchObject({
      reason: "revoked",
      revokedOn: "2026-05-02T10:00:00.000Z",
      revocationReason: "issued-in-error",
    });
    expect(result.sentence).toBe("Its issuer revoked it on May 2, 2026: it was issued in error.");
  });
  test("leads to the credential that replaces it", async () => {
    const result = await withStatus(async (other) => {
      await other.publishList([statusIndex]);
      await other.publishNotice("2026-05-02T10:00:00Z", "replaced", { replacement_id: "b".repeat(32) });
    });
    expect(result).toMatchObject({
      reason: "replaced",
      replacedBy: `https://badges.example.org/c/${"b".repeat(32)}.json`,
    });
  });
  test("takes nothing from a notice that its issuer did not sign, or that speaks of another entry", async () => {
    const stranger = await localIssuer({ host: "other.example.org", seed: 5 });
    for (const changes of [
      { sign: stranger },
      { subject: { id: "https://badges.example.org/status/acme-1.json#1" } },
    ]) {
      const result = await withStatus(async (other) => {
        await other.publishList([statusIndex]);
        await other.publishNotice("2026-05-02T10:00:00Z", "issued-in-error", changes);
      });
      expect(result.reason).toBe("revoked");
      expect(result.revocationReason).toBeUndefined();
    }
  });
  test("is judged as of a past date by the notice, and is unreachable without one", async () => {
    const publish = (isTold: boolean) => async (other: LocalIssuer) => {
      await other.publishList([statusIndex]);
      if (isTold) await other.publishNotice("2026-05-02T10:00:00Z", "rules-broken");
    };
    expect((await withStatus(publish(true), { asOf: new Date("2026-05-02T09:59:00Z") })).reason).toBe("valid");
    expect((await withStatus(publish(true), { asOf: new Date("2026-05-02T10:01:00Z") })).reason).toBe("revoked");
    expect((await withStatus(publish(false), { asOf: new Date("2026-04-10T00:00:00Z") })).reason).toBe("unreachable");
  });

  test("is revoked now when its bit is set, even by a notice of a day to come", async () => {
    const result = await withStatus(async (other) => {
      await other.publishList([statusIndex]);
      await other.publishNotice("2027-01-01T00:00:00Z", "rules-broken");
    });
    expect(result.reason).toBe("revoked");
  });
  test("is revoked while it is suspended, and nobody can say of a past day", async () => {
    const status = { ...(issuer.credential().credentialStatus as Json), statusPurpose: "suspension" };
    const document = await issuer.sign(issuer.credential({ credentialStatus: status }));
    const other = await issuerWhere((each) =>
      each.publishList([statusIndex], { subject: { statusPurpose: "suspension" } }),
    );
    expect((await verify(document, { ask: askOf(other).ask, now })).reason).toBe("revoked");
    const asOf = new Date("2026-04-10T00:00:00Z");
    expect((await verify(document, { ask: askOf(other).ask, now, asOf })).reason).toBe("unreachable");
  });
  test("is revoked by one of two entries, though the other cannot be read", async () => {
    const status = issuer.credential().credentialStatus as Json;
    const gone = {
      ...status,
      id: "urn:uuid:2f3d3a52-8f3e-4a58-9b52-0d8f1b0f7c11",
      statusListCredential: "https://badges.example.org/status/gone.json",
    };
    const document = await issuer.sign(issuer.credential({ credentialStatus: [gone, status] }));
    const other = await issuerWhere((each) => each.publishList([statusIndex]));
    expect((await verify(document, { ask: askOf(other).ask, now })).reason).toBe("revoked");
    expect((await verify(document, { ask: askOf(issuer).ask, now })).reason).toBe("unreachable");
  });

  const lies: [string, (other: LocalIssuer) => Promise<void>][] = [
    ["is not there", async ({ site }) => void site.delete("https://badges.example.org/status/acme-1.json")],
    [
      "is a web page",
      async ({ site }) => void site.set("https://badges.example.org/status/acme-1.json", "<html></html>"),
    ],
    [
      "isn’t the one this credential names",
      (other) => other.publishList([], { list: { id: "https://badges.example.org/status/acme-2.json" } }),
    ],
    ["is for another purpose", (other) => other.publishList([], { subject: { statusPurpose: "suspension" } })],
    ["is too short", (other) => other.publishList([], { subject: { encodedList: "uH4sIAAAAAAAAA2NgAAAAAAD__w" } })],
    ["is no list", (other) => other.publishList([], { list: { type: ["VerifiableCredential"] } })],
    ["is out of date", (other) => other.publishList([], { list: { validUntil: "2026-05-01T00:00:00Z" } })],
    [
      "is another issuer's",
      async (other) => other.publishList([], { sign: await localIssuer({ host: "other.example.org", seed: 5 }) }),
    ],
    [
      "is signed by another key",
      async (other) => other.publishList([], { list: { issuer: other.did }, sign: await localIssuer({ seed: 6 }) }),
    ],
  ];
  test.each(lies)("cannot be read from a list that %s: that is never fine", async (_, publish) => {
    const result = await withStatus(publish);
    expect(result.reason).toBe("unreachable");
    expect(lineOf(result, "signature")).toContain("Not altered");
  });
  test("a list without an end that was made over a week ago is said to be of that day, and one of lately of none", async () => {
    const line = async (validFrom: string) =>
      lineOf(await withStatus((other) => other.publishList([], { list: { validFrom } })), "status");
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString().slice(0, 19).concat("Z");
    expect(await line(days(330))).toMatch(/^Not revoked on .+, when its issuer’s status list was made\.$/);
    expect(await line(days(6))).toBe("Not revoked.");
  });
});

describe("dates", () => {
  test("are judged apart from the signature", async () => {
    const document = await issuer.sign(issuer.credential({ validUntil: "2026-05-01T00:00:00Z" }));
    const result = await judge(document);
    expect(result.reason).toBe("expired");
    expect(lineOf(result, "signature")).toContain("Not altered");
    expect((await judge(document, { asOf: new Date("2026-04-30T00:00:00Z") })).reason).toBe("valid");
    expect((await judge(document, { asOf: new Date("2026-02-01T00:00:00Z") })).reason).toBe("not-yet-valid");
  });
  test("that have no zone or are none make it malformed before anybody is asked", async () => {
    for (const validUntil of ["2026-05-01T00:00:00", "2026-05-01", "tomorrow", 7, "2026-13-45T99:00:00Z"])
      expect(await judge({ ...signed, validUntil })).toMatchObject({ reason: "malformed", asked: [] });
  });
});

test.each([
  'Anna "Annie" O’Neil-Smith',
  "李雷 🎓",
  "ليلى الحسن",
  "Maximiliane-Charlotte von Hohen",
  "a\u202eb <b>&amp;</b>",
])("a name such as %s is signed and verified", async (name) => {
  const document = issuer.credential();
  set(document, "credentialSubject.identifier.0.identityHash", name);
  const own = await issuer.sign(document);
  expect((await judge(own)).reason).toBe("valid");
  set(own, "credentialSubject.identifier.0.identityHash", `${name} `);
  expect((await judge(own)).reason).toBe("altered");
});

describe("every reason there is", () => {
  const day = "2026-05-02T10:00:00Z";
  const signedBy = async (properties: Json) => issuer.sign(issuer.credential(properties));
  const fromKeyAlone = async () => {
    const key = await generate({ seed: new Uint8Array(32).fill(9) });
    const did = `did:key:${key.publicKeyMultibase}`;
    Object.assign(key, { id: `${did}#${key.publicKeyMultibase}`, controller: did });
    const { credentialStatus: _, ...unlisted } = issuer.credential({
      issuer: { id: did, type: ["Profile"], name: "Acme" },
    });
    return issuer.sign(unlisted, { key });
  };
  const withdrawn = (publishNotice: (other: LocalIssuer) => Promise<void>) =>
    issuerWhere(async (other) => {
      await other.publishList([statusIndex]);
      await publishNotice(other);
    });
  /** A credential for each reason, and the hosts that are asked about it where they are not the issuer's own. */
  const deserved: Record<Reason, () => Promise<{ document: Json; hosts?: LocalIssuer[] }>> = {
    malformed: async () => ({ document: { ...signed, validFrom: "yesterday" } }),
    "wrong-key": async () => ({
      document: await (await localIssuer({ host: "other.example.org", seed: 5 })).sign(issuer.credential()),
    }),
    altered: async () => ({ document: { ...signed, name: "Another title" } }),
    replaced: async () => ({
      document: signed,
      hosts: [await withdrawn((other) => other.publishNotice(day, "replaced", { replacement_id: "b".repeat(32) }))],
    }),
    revoked: async () => ({
      document: signed,
      hosts: [await withdrawn((other) => other.publishNotice(day, "rules-broken"))],
    }),
    expired: async () => ({ document: await signedBy({ validUntil: "2026-05-01T00:00:00Z" }) }),
    "not-yet-valid": async () => ({ document: await signedBy({ validFrom: "2027-01-01T00:00:00Z" }) }),
    unreachable: async () => ({ document: signed, hosts: [] }),
    "unknown-issuer": async () => ({ document: await fromKeyAlone() }),
    valid: async () => ({ document: signed }),
  };
  test.each(reasons)("%s is what one credential comes to, in a sentence of its own", async (reason) => {
    const { document, hosts = [issuer] } = await deserved[reason]();
    const result = await verify(document, { ask: askOf(...hosts).ask, now });
    expect(result.reason).toBe(reason);
    expect(result.sentence).toMatch(/^\w.{10,}\.$/);
  });
});

test("the reasons weigh as they are certain: revoked before expired, expired before unreachable", async () => {
  const document = await issuer.sign(issuer.credential({ validUntil: "2026-05-01T00:00:00Z" }));
  const revoked = await issuerWhere((other) => other.publishList([statusIndex]));
  expect((await verify(document, { ask: askOf(revoked).ask, now })).reason).toBe("revoked");
  const silent: Ask = async (url) =>
    url.includes("/status/") ? { status: 500, bytes: new Uint8Array() } : askOf(issuer).ask(url);
  const result = await verify(document, { ask: silent, now });
  expect(result.reason).toBe("expired");
  expect(result.checks.filter(({ outcome }) => outcome === "unknown").map(({ name }) => name)).toEqual(["status"]);
});

/** Sets a value at a path such as `a.0.b`. */
const holderOf = (document: Json, path: string): [holder: Json, name: string] => {
  const names = path.split(".");
  const last = names.pop()!;
  return [names.reduce((each, name) => each[name] as Json, document), last];
};

function set(document: Json, path: string, value: unknown): void {
  const [holder, name] = holderOf(document, path);
  Object.assign(holder, { [name]: value });
}

function remove(document: Json, path: string): void {
  const [holder, name] = holderOf(document, path);
  Reflect.deleteProperty(holder, name);
}

describe("a credential with more than its own proof", () => {
  test("is judged by those of its issuer that are known; others are named", async () => {
    const [proof] = signed.proof as Json[];
    const other = { ...proof, cryptosuite: "ecdsa-sd-2023" };
    const result = await judge({ ...signed, proof: [other, proof, proof] });
    expect(result.reason).toBe("valid");
    expect(result.checks.map(({ sentence }) => sentence).join()).toContain(
      "ecdsa-sd-2023, which this verifier didn’t check",
    );
    expect((await judge({ ...signed, name: "Other", proof: [other, proof] })).reason).toBe("altered");
  });
  test("is altered where one of them is of another document", async () => {
    const [proof] = signed.proof as Json[];
    const [foreign] = (await issuer.sign(issuer.credential({ name: "Another" }))).proof as Json[];
    expect((await judge({ ...signed, proof: [proof, foreign] })).reason).toBe("altered");
  });
  test("and one dated where its issuer is says that day", async () => {
    const validFrom = "2026-03-02T01:00:00+09:00";
    const { checks } = await judge(await issuer.sign(issuer.credential({ validFrom })));
    expect(checks.find(({ name }) => name === "dates")?.sentence).toBe("Valid since March 2, 2026, with no end date.");
  });

  test("and an endorsement with contexts of its own is no less valid", async () => {
    const listed = signed["@context"] as string[];
    const endorsement = {
      "@context": listed,
      id: "urn:uuid:8d2f2f4e-2ac5-4c6a-9d0e-5c7c5b1b5a10",
      type: ["VerifiableCredential", "EndorsementCredential"],
      issuer: { id: "did:web:ministry.example", type: ["Profile"] },
      name: "Endorsement",
      validFrom: "2026-01-01T00:00:00Z",
      credentialSubject: { id: issuer.did, type: ["EndorsementSubject"], endorsementComment: "Sound work" },
    };
    const endorsed = await issuer.sign(issuer.credential({ endorsement: [endorsement] }));
    expect((await judge(endorsed)).reason).toBe("valid");
    const hiding = { ...endorsement, "@context": [...listed, "https://evil.example/context.json"] };
    expect((await judge({ ...endorsed, endorsement: [hiding] })).reason).toBe("unreachable");
    const aliased = { ...endorsement, type: ["VerifiableCredential"] };
    expect((await judge({ ...endorsed, endorsement: [aliased] })).reason).toBe("malformed");
  });
});
