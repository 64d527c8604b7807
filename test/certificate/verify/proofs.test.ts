import { readFileSync } from "node:fs";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { generate } from "@digitalbazaar/ed25519-multikey";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue, verifyCredential } from "@digitalbazaar/vc";
import * as verifierCore from "@digitalcredentials/verifier-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { credentialOf } from "../../../shared/certificate/credential.ts";
import { documentLoader } from "../../../shared/certificate/verify/contexts.ts";
import type { Json } from "../../../shared/certificate/verify/verdict.ts";
import { verify } from "../../../shared/certificate/verify/verify.ts";
import { certificateDetails, origin } from "../details.ts";
import { hashOf, isSignedBy } from "../support/independent.ts";
import {
  askOf,
  didDocument,
  didDocumentUrl,
  type LocalIssuer,
  localIssuer,
  statusIndex,
} from "../support/local-issuer.ts";

/** The linked-data-proof vector of the Open Badges implementation guide. */
const vector = {
  seed: "6241a409e6707bb640a0140a8a32bc3d193c33a661747284d6adfa4ed4180be4",
  controller: "https://example.edu/issuers/565049",
  publicKeyMultibase: "z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi",
  documentHash: "87f65a76d40146205e3b3e06cb0fbd153f97f9ce70372390f52566bb7f9e0773",
  proofHash: "d34009cea0dbc1ca941e09dc01c8c9d3e3ce3c5b853f67ee44698dcea10f5d19",
  proofValue: "z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr",
  credential: {
    "@context": ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],
    id: "http://example.com/credentials/3527",
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    issuer: {
      id: "https://example.edu/issuers/565049",
      type: ["Profile"],
      url: "https://www.imsglobal.org",
      name: "Example Corp",
    },
    validFrom: "2010-01-01T00:00:00Z",
    name: "Teamwork Badge",
    credentialSubject: {
      id: "did:example:ebfeb1f712ebc6f1c276e12ec21",
      type: ["AchievementSubject"],
      achievement: {
        id: "https://example.com/achievements/21st-century-skills/teamwork",
        type: ["Achievement"],
        criteria: {
          narrative:
            "Team members are nominated for this badge by their peers and recognized upon review by Example Corp management.",
        },
        description: "This badge recognizes the development of the capacity to collaborate within a group environment.",
        name: "Teamwork",
      },
    },
  },
};

describe("the proof vector of Open Badges", () => {
  const id = `${vector.controller}#${vector.publicKeyMultibase}`;
  const keyOfVector = () =>
    generate({ id, controller: vector.controller, seed: Uint8Array.from(Buffer.from(vector.seed, "hex")) });

  test("is signed byte for byte, and verified by us and by the independent way", async () => {
    const key = await keyOfVector();
    expect(key.publicKeyMultibase).toBe(vector.publicKeyMultibase);
    const suite = new DataIntegrityProof({ cryptosuite, signer: key.signer(), date: "2010-01-01T19:23:24Z" });
    const signed: Json = await issue({
      credential: structuredClone(vector.credential),
      suite,
      documentLoader: documentLoader(),
    });
    expect(signed.proof).toMatchObject({ proofValue: vector.proofValue });

    const asked: string[] = [];
    const ask = async (url: string) => {
      asked.push(url);
      const controller = JSON.stringify(didDocument(vector.controller, [key]));
      return { status: 200, bytes: new TextEncoder().encode(controller) };
    };
    expect(await verify(signed, { ask })).toMatchObject({ reason: "valid" });
    expect(asked).toEqual([vector.controller]);
    expect(await verify({ ...signed, name: "Another" }, { ask })).toMatchObject({ reason: "altered" });
    expect(await isSignedBy(signed, vector.publicKeyMultibase)).toBe(true);
    expect(await isSignedBy({ ...signed, name: "Another" }, vector.publicKeyMultibase)).toBe(false);
  });
  test("has the hashes that the independent way counts", async () => {
    const { credential } = vector;
    const proof = {
      "@context": credential["@context"],
      type: "DataIntegrityProof",
      created: "2010-01-01T19:23:24Z",
      verificationMethod: id,
      cryptosuite: "eddsa-rdfc-2022",
      proofPurpose: "assertionMethod",
    };
    expect((await hashOf(credential)).toString("hex")).toBe(vector.documentHash);
    expect((await hashOf(proof)).toString("hex")).toBe(vector.proofHash);
  });
});

/** What of a sound credential is changed, by path. */
const mutants: [string, string, unknown][] = [
  ["name", "name", "Another"],
  ["holder", "credentialSubject.identifier.0.identityHash", "Somebody Else"],
  [
    "level",
    "credentialSubject.result.0.achievedLevel",
    "https://badges.example.org/achievements/inquiry-2#criterion-1-missed",
  ],
  ["points", "credentialSubject.result.1.value", "3"],
  ["date", "validFrom", "2025-03-01T12:00:00Z"],
  ["digest", "evidence.0.digestMultibase", "uEiBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA"],
  ["status", "credentialStatus.statusListIndex", "4712"],
];
const evidence = [
  {
    id: "urn:uuid:0b0e6f6e-58a5-44a8-9e56-4a7f6a4b1c11",
    type: ["Evidence"],
    name: "Section 1",
    digestMultibase: "uEiAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  },
];

describe("verifiers nobody here wrote", () => {
  let issuer: LocalIssuer;
  let signed: Json;
  beforeAll(async () => {
    issuer = await localIssuer();
    signed = await issuer.sign(issuer.credential({ evidence }));
  });
  test("say yes to a certificate as this product says it, whole and without findings", async () => {
    const { organization_id } = certificateDetails.organization;
    const portal = await localIssuer({ host: new URL(origin).host, name: organization_id });
    const status = { list_id: `${organization_id}-1`, index: statusIndex };
    const { findings: _, ...others } = { ...certificateDetails, status };
    for (const details of [{ ...certificateDetails, status }, others]) {
      const own = await portal.sign(credentialOf(origin, details));
      expect(await isSignedBy(own, portal.key.publicKeyMultibase)).toBe(true);
      expect((await verify(own, { ask: askOf(portal).ask })).reason).toBe("valid");
    }
  });
  const mutant = (path: string, value: unknown): Json => {
    const document = structuredClone(signed);
    const names = path.split(".");
    const last = names.pop()!;
    Object.assign(
      names.reduce((each, name) => (each as Record<string, Json>)[name]!, document),
      { [last]: value },
    );
    return document;
  };

  describe("the independent way", () => {
    test("says yes to ours", async () => expect(await isSignedBy(signed, issuer.key.publicKeyMultibase)).toBe(true));
    test.each(mutants)("says no to another %s", async (_, path, value) =>
      expect(await isSignedBy(mutant(path, value), issuer.key.publicKeyMultibase)).toBe(false),
    );
    test.each(['Anna "Annie" O’Neil', "李雷 🎓", "ليلى الحسن", "Maximiliane-Charlotte von Hohen", "tab\tand\nline"])(
      "says yes to the name %s",
      async (name) => {
        const own = await issuer.sign({ ...mutant("credentialSubject.identifier.0.identityHash", name) });
        expect(await isSignedBy(own, issuer.key.publicKeyMultibase)).toBe(true);
        expect((await verify(own, { ask: askOf(issuer).ask })).reason).toBe("valid");
      },
    );
    test("says yes to our lists and notices", async () => {
      await issuer.publishNotice("2026-05-02T10:00:00Z", "issued-in-error");
      for (const [url, document] of issuer.site)
        if (url.includes("/status/"))
          expect(await isSignedBy(document as Json, issuer.key.publicKeyMultibase)).toBe(true);
    });
  });

  describe("@digitalbazaar/vc", () => {
    const judged = (credential: Json) => {
      const did = didDocument(issuer.did, [issuer.key]);
      const method = (did.verificationMethod as object[])[0]!;
      const key = { "@context": "https://w3id.org/security/multikey/v1", ...method };
      return verifyCredential({
        credential,
        suite: new DataIntegrityProof({ cryptosuite }),
        documentLoader: documentLoader(
          new Map<string, object>([
            [issuer.did, did],
            [issuer.key.id, key],
          ]),
        ),
        checkStatus: async () => ({ verified: true }),
      });
    };
    test("says yes to ours", async () => expect((await judged(signed)).verified).toBe(true));
    test.each(mutants)("says no to another %s", async (_, path, value) =>
      expect((await judged(mutant(path, value))).verified).toBe(false),
    );
  });

  describe("@digitalcredentials/verifier-core", () => {
    const schema = readFileSync(
      new URL("../../../shared/certificate/achievement-credential.schema.json", import.meta.url),
      "utf8",
    );
    const unknown: string[] = [];
    beforeEach(() => {
      unknown.length = 0;
      vi.stubGlobal("fetch", async (input: string | URL | Request) => {
        const url = input instanceof Request ? input.url : String(input);
        const document = url.endsWith("/ob_v3p0_achievementcredential_schema.json")
          ? JSON.parse(schema)
          : issuer.site.get(url);
        if (!document) unknown.push(url);
        return document ? Response.json(document) : new Response("", { status: 404 });
      });
    });
    afterEach(() => void vi.unstubAllGlobals());
    const judged = async (credential: Json) => {
      const { log = [], errors = [] } = (await verifierCore.verifyCredential({
        credential: structuredClone(credential) as never,
        knownDIDRegistries: [] as never,
      })) as { log?: { id: string; valid?: boolean }[]; errors?: { name: string }[] };
      return { ...Object.fromEntries(log.map(({ id, valid }) => [id, valid])), errors: errors.map(({ name }) => name) };
    };
    test("says yes to ours", async () => {
      expect(await judged(signed)).toMatchObject({
        valid_signature: true,
        revocation_status: true,
        expiration: true,
        errors: [],
      });
      expect(unknown).toEqual([]);
    });
    test.each(mutants)("says no to another %s", async (_, path, value) =>
      expect(await judged(mutant(path, value))).toEqual({ errors: ["invalid_signature"] }),
    );
    test("calls ours revoked when it is", async () => {
      const revoking = await localIssuer();
      await revoking.publishList([statusIndex]);
      issuer.site.set(didDocumentUrl(issuer.host, "acme"), revoking.site.get(didDocumentUrl(issuer.host, "acme")));
      const before = issuer.site.get("https://badges.example.org/status/acme-1.json");
      issuer.site.set(
        "https://badges.example.org/status/acme-1.json",
        revoking.site.get("https://badges.example.org/status/acme-1.json"),
      );
      expect(await judged(signed)).toMatchObject({ valid_signature: true, revocation_status: false });
      issuer.site.set("https://badges.example.org/status/acme-1.json", before);
    });
  });
});
