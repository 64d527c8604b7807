import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { didOf } from "../../shared/certificate/addresses.ts";
import { credentialOf, reviewBandOf } from "../../shared/certificate/credential.ts";
import { digestMultibaseOf, manifestText, pieceText, unsaltedManifestText } from "../../shared/certificate/evidence.ts";
import { didDocumentOf, issuerProfileOf } from "../../shared/certificate/issuer.ts";
import { plainTextOf, shortened } from "../../shared/certificate/plain-text.ts";
import { bitsOf, statusListEntries, statusListOf, statusNoticeOf } from "../../shared/certificate/status-list.ts";
import { certificateDetails, largestDetails, origin } from "./details.ts";
import { schemaFaults } from "./schema.ts";

const achievementId = "https://laurel.example.org/achievements/crd_01JD8Z4Q7M9V3K2T5W6X8Y0ABC/2.json";
const did = "did:web:laurel.example.org:issuers:org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC";
const levels = (at: string, texts: { not?: string; yes: string }, points: string) => [
  {
    id: `${achievementId}#${at}.0`,
    type: ["RubricCriterionLevel"],
    name: "Not achieved",
    ...(texts.not !== undefined && { description: texts.not }),
    points: "0",
  },
  {
    id: `${achievementId}#${at}.1`,
    type: ["RubricCriterionLevel"],
    name: "Achieved",
    description: texts.yes,
    points,
  },
];

describe("a certificate as a credential", () => {
  test.each([
    ["Asia/Tokyo", "2026-11-25T23:04:08.000Z", "2026-11-26T08:04:08.000+09:00"],
    ["America/St_Johns", "2026-11-26T01:00:00.500Z", "2026-11-25T21:30:00.500-03:30"],
    ["Africa/Abidjan", "2026-11-25T23:04:08.000Z", "2026-11-25T23:04:08.000Z"],
  ])("is dated by the day where its organization is: %s", (earned_in, earned_on, written) => {
    const { validFrom, awardedDate } = credentialOf(origin, { ...certificateDetails, earned_on, earned_in });
    expect([validFrom, awardedDate]).toEqual([written, written]);
    expect(Date.parse(written)).toBe(Date.parse(earned_on));
  });

  test("says what was earned, by whom, from whom and how it was judged", () => {
    expect(credentialOf(origin, certificateDetails)).toEqual({
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ],
      id: "https://laurel.example.org/c/crt_0a1b2c3d4e5f6g7h8j9k0m1n2p.json",
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      name: "Formative Assessment",
      issuer: {
        id: did,
        type: ["Profile"],
        name: "Northwind College",
        url: "https://northwind.example.org",
        description: "A college for teachers.",
        image: { id: "https://laurel.example.org/media/logo.png", type: "Image" },
      },
      validFrom: "2026-11-21T04:05:07.000Z",
      awardedDate: "2026-11-21T04:05:07.000Z",
      credentialSubject: {
        id: "urn:uuid:4b3f9f4e-6f0c-4d1e-9a53-3b8f0f6f6d11",
        type: ["AchievementSubject"],
        identifier: [{ type: "IdentityObject", hashed: false, identityHash: "Lena Lang", identityType: "name" }],
        achievement: {
          id: achievementId,
          type: ["Achievement"],
          achievementType: "MicroCredential",
          name: "Formative Assessment",
          description: "Find out what students understand & act on it.",
          criteria: {
            narrative:
              "Every section must pass.\n\nPlan: Goals (4); Checks (2); Style (1). Completed at 5 points.\n\nReflection: It names a change.",
          },
          version: "2",
          creditsAvailable: 3,
          image: { id: "https://laurel.example.org/media/badge.png", type: "Image" },
          resultDescription: [
            { id: `${achievementId}#1`, type: ["ResultDescription"], name: "Plan", resultType: "Status" },
            {
              id: `${achievementId}#1.1`,
              type: ["ResultDescription"],
              name: "Goals",
              resultType: "RubricCriterionLevel",
              requiredLevel: `${achievementId}#1.1.1`, // the other two give 3 of the 5 points
              rubricCriterionLevel: levels("1.1", { not: "Vague.", yes: "Clear." }, "4"),
            },
            {
              id: `${achievementId}#1.2`,
              type: ["ResultDescription"],
              name: "Checks",
              resultType: "RubricCriterionLevel",
              rubricCriterionLevel: levels("1.2", { not: "They do not.", yes: "They fit." }, "2"),
            },
            {
              id: `${achievementId}#1.3`,
              type: ["ResultDescription"],
              name: "Style",
              resultType: "RubricCriterionLevel",
              rubricCriterionLevel: levels("1.3", { yes: "Well written." }, "1"),
            },
            { id: `${achievementId}#2`, type: ["ResultDescription"], name: "Reflection", resultType: "Status" },
            {
              id: `${achievementId}#total`,
              type: ["ResultDescription"],
              name: "Points of all sections",
              resultType: "RubricScore",
              valueMin: "0",
              valueMax: "7",
              requiredValue: "5",
            },
          ],
        },
        source: {
          id: "urn:uuid:0d2c1f7a-95a3-4a53-8a0d-6a4c0a2b9f22",
          type: ["Profile"],
          name: "An approved reviewer",
          description: "Approved in 2025, reviews Teachers, 50 or more reviews done.",
        },
        creditsEarned: 3,
        result: [
          { type: ["Result"], resultDescription: `${achievementId}#1`, status: "Completed" },
          { type: ["Result"], resultDescription: `${achievementId}#1.1`, achievedLevel: `${achievementId}#1.1.1` },
          { type: ["Result"], resultDescription: `${achievementId}#1.2`, achievedLevel: `${achievementId}#1.2.1` },
          { type: ["Result"], resultDescription: `${achievementId}#1.3`, achievedLevel: `${achievementId}#1.3.0` },
          { type: ["Result"], resultDescription: `${achievementId}#2`, status: "Completed" },
          { type: ["Result"], resultDescription: `${achievementId}#total`, value: "6" },
        ],
      },
      evidence: [
        {
          id: "https://laurel.example.org/c/crt_0a1b2c3d4e5f6g7h8j9k0m1n2p.json#sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB1",
          type: ["Evidence"],
          name: "Plan",
          narrative: "Upload a plan:\n- goals\n- checks",
          digestMultibase: "uEiAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHw",
        },
        {
          id: "https://laurel.example.org/c/crt_0a1b2c3d4e5f6g7h8j9k0m1n2p.json#sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB2",
          type: ["Evidence"],
          name: "Reflection",
          narrative: "What changed?",
          digestMultibase: "uEiAfHh0cGxoZGBcWFRQTEhEQDw4NDAsKCQgHBgUEAwIBAA",
        },
      ],
      credentialStatus: {
        id: "https://laurel.example.org/status/org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC-1.json#94567",
        type: "BitstringStatusListEntry",
        statusPurpose: "revocation",
        statusListIndex: "94567",
        statusListCredential: "https://laurel.example.org/status/org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC-1.json",
      },
    });
  });

  test("without findings says the rubric and not what the review came to", () => {
    const { credentialSubject } = credentialOf(origin, { ...certificateDetails, findings: undefined });
    expect(credentialSubject).not.toHaveProperty("result");
    expect(credentialSubject.achievement.resultDescription).toHaveLength(6);
  });

  test("says an address only as a salted hash, and only where it is given one", () => {
    const hashedEmail = { sha256: "ab".repeat(32), salt: "cd".repeat(8) };
    expect(credentialOf(origin, { ...certificateDetails, hashedEmail }).credentialSubject.identifier[1]).toEqual({
      type: "IdentityObject",
      hashed: true,
      identityHash: `sha256$${"ab".repeat(32)}`,
      identityType: "emailAddress",
      salt: "cd".repeat(8),
    });
  });

  test("says of several reviewers only how many, and of one in a small organization only that they are accepted", () => {
    const sourceOf = (assessor: typeof certificateDetails.assessor) =>
      credentialOf(origin, { ...certificateDetails, assessor }).credentialSubject.source;
    const { id } = certificateDetails.assessor;
    expect(sourceOf({ id, count: 3 })).toEqual({
      id: `urn:uuid:${id}`,
      type: ["Profile"],
      name: "3 approved reviewers",
    });
    expect(sourceOf({ id, count: 1 })).toEqual({
      id: `urn:uuid:${id}`,
      type: ["Profile"],
      name: "An approved reviewer",
    });
    expect([9, 10, 49, 50, 199, 200].map(reviewBandOf)).toEqual([undefined, 10, 10, 50, 50, 200]);
  });

  test("is an AchievementCredential by the schema of Open Badges 3.0, with little to say as with much", () => {
    const proof = [{ type: "DataIntegrityProof" }];
    const bare = {
      ...certificateDetails,
      last_name: "",
      organization: { ...certificateDetails.organization, domain_url: "", description: "", logo: "" },
      revision: {
        ...certificateDetails.revision,
        description: "",
        score_description: "",
        scech: 0,
        badge: "",
        sections: [{ ...certificateDetails.revision.sections[1]!, rubric: "", description: "" }],
      },
      evidence: [],
      findings: [],
    };
    for (const details of [certificateDetails, bare, largestDetails()])
      expect(schemaFaults({ ...credentialOf(origin, details), proof })).toEqual([]);
    expect(schemaFaults({ ...credentialOf(origin, certificateDetails), proof: proof[0] })).not.toEqual([]);
    expect(JSON.stringify(credentialOf(origin, bare))).not.toMatch(/:""/);
  });

  test("of ten sections with twenty criteria, every text at its longest, takes less than 60 KB to send", () => {
    const text = JSON.stringify(credentialOf(origin, largestDetails()));
    expect(brotliCompressSync(text).length).toBeLessThan(60_000);
  });
});

describe("what stands beside credentials", () => {
  test("an organization's DID document lists every key that is good, under its own controller", () => {
    const keys = [
      { name: "key-1", publicKeyMultibase: "z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi" },
      { name: "key-2", publicKeyMultibase: "z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd" },
    ];
    expect(didDocumentOf(origin, "org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC", keys)).toEqual({
      "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
      id: did,
      verificationMethod: keys.map(({ name, publicKeyMultibase }) => ({
        id: `${did}#${name}`,
        type: "Multikey",
        controller: did,
        publicKeyMultibase,
      })),
      assertionMethod: [`${did}#key-1`, `${did}#key-2`],
    });
  });

  test("the DID of a portal at a port has the port, encoded", () => {
    expect(didOf("http://localhost:3000", "org_1")).toBe("did:web:localhost%3A3000:issuers:org_1");
  });

  test("the published profile is what credentials say of the issuer", () => {
    const { "@context": contexts, ...profile } = issuerProfileOf(origin, certificateDetails.organization);
    expect(profile).toEqual(credentialOf(origin, certificateDetails).issuer);
    expect(contexts).toEqual(credentialOf(origin, certificateDetails)["@context"]);
  });

  test("a list has the bits of its entries, the first one left-most, and refuses others", () => {
    const bits = bitsOf([0, 9, statusListEntries - 1]);
    expect([bits[0], bits[1], bits.at(-1), bits.length]).toEqual([0x80, 0x40, 0x01, 16_384]);
    expect(bits.reduce((sum, byte) => sum + byte, 0)).toBe(0x80 + 0x40 + 0x01);
    for (const wrong of [-1, 0.5, statusListEntries]) expect(() => bitsOf([wrong])).toThrow(RangeError);
  });

  test("a list and a notice are issued by the organization that issues the credentials", () => {
    const { status, organization } = certificateDetails;
    const { organization_id } = organization;
    const publishedOn = "2026-11-22T00:00:00Z";
    const gzipped = new Uint8Array([251, 255, 0]);
    expect(statusListOf(origin, { organization_id, list_id: status.list_id, publishedOn, gzipped })).toEqual({
      "@context": ["https://www.w3.org/ns/credentials/v2"],
      id: credentialOf(origin, certificateDetails).credentialStatus.statusListCredential,
      type: ["VerifiableCredential", "BitstringStatusListCredential"],
      issuer: did,
      validFrom: publishedOn,
      validUntil: "2026-11-29T00:00:00.000Z",
      credentialSubject: {
        id: `${origin}/status/${status.list_id}.json#list`,
        type: "BitstringStatusList",
        statusPurpose: "revocation",
        encodedList: "u-_8A",
        ttl: 30_000,
      },
    });
    const revokedOn = "2026-11-23T00:00:00Z";
    const notice = { ...status, organization_id, code: "replaced", revokedOn, replacement_id: "crt_new" } as const;
    expect(statusNoticeOf(origin, notice)).toMatchObject({
      id: `${origin}/status/${status.list_id}/${status.index}.json`,
      issuer: did,
      validFrom: revokedOn,
      credentialSubject: {
        id: credentialOf(origin, certificateDetails).credentialStatus.id,
        statusReason: "replaced",
        replacedBy: `${origin}/c/crt_new.json`,
      },
    });
  });

  test("a manifest has one text, whatever order its fields come in, and a digest that others can read", () => {
    const [first, last] = ["00".repeat(32), "ff".repeat(32)];
    const manifest = { pieces: [last, first], nonce: "0f".repeat(16), section_id: "sec_1" };
    expect(manifestText(manifest)).toBe(
      `{"section_id":"sec_1","nonce":"${"0f".repeat(16)}","pieces":["${first}","${last}"]}`,
    );
    const [salt, file] = ["ab".repeat(16), { sha256: last, name: 'a "plan".pdf', kind: "file" as const }];
    expect(pieceText(salt, file)).toBe(`{"salt":"${salt}","kind":"file","name":"a \\"plan\\".pdf","sha256":"${last}"}`);
    expect(pieceText(salt, { sha256: first, kind: "link" })).toBe(
      `{"salt":"${salt}","kind":"link","sha256":"${first}"}`,
    );
    const bytes = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join("");
    expect(digestMultibaseOf(bytes)).toBe(certificateDetails.evidence[0]!.digestMultibase);
  });

  test("a manifest of before pieces had salts has the text it always had", () => {
    const manifest = {
      files: [{ sha256: "ff".repeat(32), name: "plan.pdf" }],
      answers: [{ sha256: "00".repeat(32), kind: "text" as const }],
      nonce: "0f".repeat(16),
      section_id: "sec_1",
    };
    expect(unsaltedManifestText(manifest)).toBe(
      `{"section_id":"sec_1","nonce":"${"0f".repeat(16)}","answers":[{"kind":"text","sha256":"${"00".repeat(32)}"}],"files":[{"name":"plan.pdf","sha256":"${"ff".repeat(32)}"}]}`,
    );
  });
});

describe("rich text in plain words", () => {
  test.each([
    ["<p>One</p><p>two&nbsp;&lt;b&gt; &amp;amp; &#39;x&#x1F600;</p>", "One\ntwo <b> &amp; 'x😀"],
    ["<ul><li><p>first</p></li><li>second</li></ul>after", "- first\n- second\nafter"],
    ["<script>alert(1)</script>a<br/>b", "alert(1)a\nb"],
    ["<p> </p>", ""],
    ["&#0;&#x110000;&unknown;", "&#0;&#x110000;&unknown;"],
  ])("%j is %j", (html, text) => expect(plainTextOf(html)).toBe(text));

  test("is shortened between characters", () => {
    expect(shortened("😀😀😀", 3)).toBe("😀😀😀");
    expect(shortened("😀😀 😀", 3)).toBe("😀😀…");
  });
});
