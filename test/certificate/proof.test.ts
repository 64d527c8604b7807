import { generateKeyPairSync, sign } from "node:crypto";
import { from, generate } from "@digitalbazaar/ed25519-multikey";
import { describe, expect, test } from "vitest";
import { publicKeyMultibaseOf, signed } from "../../functions/certificate/model/proof.ts";
import type { Signer } from "../../functions/clients/signing.ts";
import { credentialOf } from "../../shared/certificate/credential.ts";
import { verificationMethodOf } from "../../shared/certificate/issuer.ts";
import { bitsOf, statusListOf, statusNoticeOf } from "../../shared/certificate/status-list.ts";
import { certificateDetails, origin } from "./details.ts";
import { schemaFaults } from "./schema.ts";

const { organization_id } = certificateDetails.organization;
const verificationMethod = verificationMethodOf(origin, organization_id, { name: "key-1" });
const created = "2026-11-21T05:00:00.000Z";

function localSigner(): Signer & { signed: Uint8Array[] } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const done: Uint8Array[] = [];
  return {
    signed: done,
    publicKey: async () => Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url"),
    async sign(data) {
      done.push(data);
      return sign(null, data, privateKey);
    },
  };
}

describe("signing", () => {
  const { list_id } = certificateDetails.status;
  test.each([
    ["a credential", credentialOf(origin, certificateDetails)],
    [
      "a status list",
      statusListOf(origin, { organization_id, list_id, publishedOn: created, gzipped: bitsOf([1]).slice(0, 9) }),
    ],
    [
      "a notice",
      statusNoticeOf(origin, {
        organization_id,
        list_id,
        index: 7,
        code: "replaced",
        revokedOn: created,
        replacement_id: "crt_2",
      }),
    ],
  ])("%s gets one proof by the key its issuer lists, the same every time", async (_, document) => {
    const signer = localSigner();
    const [one, two] = [
      await signed(document, { signer, verificationMethod, created }),
      await signed(document, { signer, verificationMethod, created }),
    ];
    expect(one).toEqual(two);
    const { proof, ...rest } = one;
    expect(rest).toEqual(document);
    expect(proof).toEqual([
      {
        type: "DataIntegrityProof",
        cryptosuite: "eddsa-rdfc-2022",
        created: "2026-11-21T05:00:00Z",
        verificationMethod,
        proofPurpose: "assertionMethod",
        proofValue: expect.stringMatching(/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/),
      },
    ]);
    expect(signer.signed.map(({ length }) => length)).toEqual([64, 64]); // two digests: far below what KMS takes at once
  });

  test("makes a credential that the schema of Open Badges takes whole", async () => {
    const document = await signed(credentialOf(origin, certificateDetails), {
      signer: localSigner(),
      verificationMethod,
      created,
    });
    expect(schemaFaults(document)).toEqual([]);
  });

  test("refuses a term that no context has: nothing in a credential is unsigned", async () => {
    const document = { ...credentialOf(origin, certificateDetails), scech: 3 };
    await expect(signed(document, { signer: localSigner(), verificationMethod, created })).rejects.toThrow();
  });

  test("writes a public key as DID documents have it", async () => {
    const key = await generate({ seed: new Uint8Array(32).fill(7) });
    const { publicKeyMultibase } = await from({ type: "Multikey", publicKeyMultibase: key.publicKeyMultibase });
    const raw = (key as unknown as { publicKey: Uint8Array }).publicKey;
    expect(await publicKeyMultibaseOf(raw)).toBe(publicKeyMultibase);
  });
});
