import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { expect, test } from "vitest";
import { documentLoader } from "../../../shared/certificate/verify/contexts.ts";
import { didDocument, localIssuer } from "../support/local-issuer.ts";

test("the contexts are bundled, and nothing else is loaded", async () => {
  const load = documentLoader();
  for (const url of [
    "https://www.w3.org/ns/credentials/v2",
    "https://www.w3.org/2018/credentials/v1",
    "https://w3id.org/security/data-integrity/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
  ]) {
    expect((await load(url)).document).toHaveProperty("@context");
  }
  for (const url of ["https://evil.example/context.json", "https://www.w3.org/ns/credentials/undefined-terms/v2"]) {
    await expect(load(url)).rejects.toThrow("nothing is fetched");
  }
});

test("the issuer of the tests signs what its key verifies", async () => {
  const issuer = await localIssuer();
  const { proof, ...document } = await issuer.sign(issuer.credential());
  const method = (didDocument(issuer.did, [issuer.key]).verificationMethod as object[])[0]!;
  const key = { "@context": "https://w3id.org/security/multikey/v1", ...method };
  const options = { proof: (proof as object[])[0]!, documentLoader: documentLoader(new Map([[issuer.key.id, key]])) };
  const suite = new DataIntegrityProof({ cryptosuite });
  expect(await suite.verifyProof({ ...options, document })).toMatchObject({ verified: true });
  const other = { ...document, name: "Another name" };
  expect(await new DataIntegrityProof({ cryptosuite }).verifyProof({ ...options, document: other })).toMatchObject({
    verified: false,
  });
});
