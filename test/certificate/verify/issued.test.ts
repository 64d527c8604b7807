import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import * as verifierCore from "@digitalcredentials/verifier-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Ask, limitedAsk } from "../../../shared/certificate/verify/ask.ts";
import type { Json } from "../../../shared/certificate/verify/verdict.ts";
import { verify } from "../../../shared/certificate/verify/verify.ts";
import { contract } from "../../../shared/contract.ts";
import { publishedCredential } from "../../support/fixtures/credential.ts";
import { acceptedReviewer } from "../../support/fixtures/reviewer.ts";
import { accepted, marks, verdict } from "../../support/fixtures/work.ts";
import { lentWorld } from "../../support/lent-world.ts";
import type { Organization } from "../../support/organization.ts";
import { type Person, signOutEverybody } from "../../support/people.ts";
import { asTyped } from "../../support/runbook-commands.ts";
import { isSignedBy } from "../support/independent.ts";
import { judge } from "../support/stranger.ts";

const { certificate, review } = contract;
const schema = readFileSync("shared/certificate/achievement-credential.schema.json", "utf8");
const world = await lentWorld(); // the edge keeps answers for half a minute: these tests move on
let school: Organization;
let rita: Person;
let credential_id: string;

beforeAll(async () => {
  school = await world.newOrganization("Verified School");
  rita = await acceptedReviewer(school, "Rita");
  credential_id = await publishedCredential(school, [rita]);
});
afterAll(() => world.stop());
afterEach(() => void vi.unstubAllGlobals());

/** Somebody earns a certificate: the link to its page. */
async function earned(learner: Person): Promise<{ link: string; certificate_id: string }> {
  const work = await accepted(learner, credential_id, rita);
  await rita.call(review.acceptSection, verdict(work, 0));
  await rita.call(review.acceptSection, verdict(work, 1, { section_rubric: marks(true, false) }));
  await world.settle();
  const { body } = await learner.call(certificate.listOwn);
  const { address, certificate_id } = body.data.credentials[0]!;
  return { link: world.origin + address!, certificate_id: certificate_id! };
}

/** Until all that was asked for is done, and past what the edge has kept. */
async function afterwards(): Promise<void> {
  await world.settle();
  await world.control.moveClock(31_000);
  signOutEverybody(world.origin); // by and by they would have to show anew that it is them
}

const json = async (url: string): Promise<Json> => (await fetch(url)).json();

describe("a stranger with the link to a certificate", () => {
  test("reads that it is good, by this verifier and by others", async () => {
    const { link } = await earned(school.as("Lena"));
    const result = await judge(link);
    expect(result).toMatchObject({ reason: "valid", assurance: "signed", source: "hosts" });
    const document = result.document!;
    const did = String((document.issuer as Json).id);
    const keys = await json(`${world.origin}/${did.split(":").slice(3).join("/")}/did.json`);
    const [{ publicKeyMultibase }] = keys.verificationMethod as [{ publicKeyMultibase: string }];
    expect(await isSignedBy(document, publicKeyMultibase)).toBe(true);
    expect(await isSignedBy({ ...document, name: "Another" }, publicKeyMultibase)).toBe(false);

    const { fetch: plain } = globalThis; // that verifier insists on https
    vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.includes("//localhost")) return plain(url.replace("https:", "http:"), init);
      return new Response(url.endsWith("/ob_v3p0_achievementcredential_schema.json") ? schema : "", { status: 200 });
    });
    const foreign = async (credential: Json) => {
      const { log = [], errors = [] } = (await verifierCore.verifyCredential({
        credential: structuredClone(credential) as never,
        knownDIDRegistries: [] as never,
      })) as { log?: { id: string; valid?: boolean }[]; errors?: { name: string }[] };
      return { ...Object.fromEntries(log.map(({ id, valid }) => [id, valid])), errors: errors.map(({ name }) => name) };
    };
    expect(await foreign(document)).toMatchObject({ valid_signature: true, revocation_status: true, errors: [] });
    expect(await foreign({ ...document, name: "Another" })).toEqual({ errors: ["invalid_signature"] });

    const [, ...typed] = asTyped("npm run verify -- <its address>", { "<its address>": link });
    const code = await new Promise((resolve) => {
      execFile(process.execPath, ["bin/operate/verify.ts", ...typed], (error) => resolve(error ? error.code : 0));
    });
    expect(code).toBe(0);
  });

  test("reads that and why it was revoked, and that it was good before; a former list says so for a week only", async () => {
    const { link, certificate_id } = await earned(school.as("Liv"));
    const document = (await judge(link)).document!;
    const list = String((document.credentialStatus as Json).statusListCredential);
    const former = new TextEncoder().encode(JSON.stringify(await json(list)));
    const before = new Date();
    const revoking = {
      organization_id: school.organization_id,
      certificate_id,
      revocation: "issued-in-error",
      reason: "Somebody else's work.",
    } as const;
    expect((await school.as("Ada").call(certificate.revoke, revoking)).status).toBe(200);
    await afterwards();
    expect(await judge(link)).toMatchObject({ reason: "revoked", revocationReason: "issued-in-error" });
    expect((await judge(link, before)).reason).toBe("valid");
    expect(JSON.stringify(await judge(link))).not.toContain("Somebody else's work");

    const others = limitedAsk(fetch);
    const ask: Ask = async (url) => (url === list ? { status: 200, bytes: former } : others(url));
    const replayed = (days: number) =>
      verify(document, { ask, localhost: true, now: new Date(before.getTime() + days * 86_400_000) });
    expect((await replayed(6)).reason).toBe("valid");
    expect(await replayed(8)).toMatchObject({ reason: "unreachable", sentence: "The status list is out of date." });
  });

  test("is led from a replaced certificate to the one that is good instead", async () => {
    const { link, certificate_id } = await earned(school.as("Leo"));
    const { document } = await judge(link);
    const name = { first_name: "Leonard", last_name: "Lang" };
    const { body } = await school
      .as("Ada")
      .call(certificate.replace, { organization_id: school.organization_id, certificate_id, ...name });
    await afterwards();
    expect((await judge(link)).reason).toBe("unreachable"); // the old page is gone
    const options = { ask: limitedAsk(fetch), localhost: true };
    const replaced = await verify(document!, options);
    expect(replaced).toMatchObject({
      reason: "replaced",
      replacedBy: `${world.origin}/c/${body.data.replaced_by}.json`,
    });
    expect((await judge(replaced.replacedBy!)).reason).toBe("valid");
  });
});
