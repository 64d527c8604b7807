import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { schemaAddress } from "../../shared/certificate/addresses.ts";
import { bakedInPng, bakedInSvg, bakePng } from "../../shared/certificate/baking.ts";
import { credentialOf } from "../../shared/certificate/credential.ts";
import { digestMultibaseOf, manifestText } from "../../shared/certificate/evidence.ts";
import { readFile } from "../../shared/certificate/verify/input.ts";
import { readPackage } from "../../shared/certificate/verify/package.ts";
import { verify } from "../../shared/certificate/verify/verify.ts";
import { type CredentialFileKind, credentialFile, NotThere } from "../../web/certificate/credential-files.ts";
import { pixel } from "../support/fixtures/file.ts";
import { certificateDetails } from "./details.ts";
import { type LocalIssuer, localIssuer, statusIndex } from "./support/local-issuer.ts";

const certificate_id = "crt_0a1b2c3d4e5f6g7h8j9k0m1n2p";
const now = "2026-12-01T00:00:00.000Z";

const manifest = manifestText({ section_id: "sec_1", nonce: "00".repeat(16), pieces: [] });

let issuer: LocalIssuer;
let text: string;
/** What the portal serves, by path. */
const served = new Map<string, Uint8Array<ArrayBuffer>>();
const read = async (path: string) => served.get(path);
const file = async (kind: CredentialFileKind) => credentialFile(read, certificate_id, kind, now);
const bytesOf = async (kind: CredentialFileKind) => new Uint8Array(await (await file(kind)).contents.arrayBuffer());

beforeAll(async () => {
  issuer = await localIssuer();
  const origin = `https://${issuer.host}`;
  const organization = { ...certificateDetails.organization, organization_id: "acme" };
  const [first, second] = certificateDetails.evidence;
  const digestMultibase = digestMultibaseOf(createHash("sha256").update(manifest).digest("hex"));
  const evidence = [first!, { ...second!, digestMultibase }];
  const status = { list_id: "acme-1", index: statusIndex };
  const credential = credentialOf(origin, { ...certificateDetails, certificate_id, organization, status, evidence });
  text = JSON.stringify(await issuer.sign(credential as unknown as Record<string, unknown>));
  await issuer.publishList([]);
  const put = (path: string, contents: string | Uint8Array) =>
    served.set(path, typeof contents === "string" ? new TextEncoder().encode(contents) : Uint8Array.from(contents));
  for (const [url, document] of issuer.site) put(new URL(url).pathname, JSON.stringify(document));
  put(`/c/${certificate_id}.json`, text);
  put(`/c/${certificate_id}.png`, pixel);
  put("/issuers/acme/profile.json", "{}");
  put("/contexts/credentials-v2.json", "{}");
  put("/contexts/open-badges-v3.json", "{}");
  put("/contexts/open-badges-v3-schema.json", '{"title":"schema"}');
  put(new URL(credential.credentialSubject.achievement.id).pathname, "{}");
});

describe("a learner's files of a certificate", () => {
  test("are named after the credential, and the JSON is what was signed", async () => {
    const { fileName, contents } = await file("json");
    expect(fileName).toBe("formative-assessment.json");
    expect(await contents.text()).toBe(text);
  });

  test("have the credential baked into the badge, as PNG and as SVG", async () => {
    expect(await bakedInPng(await bytesOf("png"))).toEqual([{ kind: "credential", text }]);
    expect(bakedInSvg(await (await file("svg")).contents.text())).toEqual([{ kind: "credential", text }]);
  });

  test("take the badge's own picture where there is one", async () => {
    const drawn = await bytesOf("png");
    served.set("/media/badge.png", bakePng(pixel, "of a badge"));
    served.delete(`/c/${certificate_id}.png`);
    expect(await bytesOf("png")).toEqual(drawn);
    served.set(`/c/${certificate_id}.png`, Uint8Array.from(pixel));
  });

  test("have a package from which alone the credential is verified", async () => {
    const { document, ...given } = await readFile(await bytesOf("package"));
    const verdict = await verify(document, { ...given, now: new Date(now) });
    expect(verdict).toMatchObject({ reason: "valid", source: "package" });
  });

  test("have a package with the schema, and of evidence the manifests that are published, whose digests it proves", async () => {
    const packageOf = async (manifests: string[]) => {
      const { contents } = await credentialFile(read, certificate_id, "package", now, manifests);
      return new Uint8Array(await contents.arrayBuffer());
    };
    const { documents } = readPackage(await packageOf([]));
    expect(documents.get(schemaAddress)).toBe('{"title":"schema"}');
    const judged = async (manifests: string[]) => {
      const { document, ...given } = await readFile(await packageOf(manifests));
      return verify(document, { ...given, now: new Date(now) });
    };
    const lines = (await judged([manifest])).checks.filter(({ name }) => name === "evidence");
    expect(lines).toMatchObject([{ outcome: "passed", sentence: expect.stringContaining("Reflection: the list") }]);
    expect((await judged([manifest.replace("sec_1", "sec_2")])).reason).toBe("altered");
    expect((await judged([])).checks.at(-1)?.sentence).toContain("The work itself isn’t shown here");
  });

  test("are not made of a certificate that is hidden or not signed yet", async () => {
    served.delete(`/c/${certificate_id}.json`);
    await expect(file("png")).rejects.toThrow(NotThere);
  });
});
