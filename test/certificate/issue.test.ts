import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { verifyCredential } from "@digitalbazaar/vc";
import { beforeAll, describe, expect, test } from "vitest";
import { contexts } from "../../shared/certificate/verify/contexts.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, type Begun, marks, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { schemaFaults } from "./schema.ts";

const { job, submission } = contract;
let academy: Organization;
let rita: Person;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Signing Academy");
  rita = await acceptedReviewer(academy, "Rita");
  credential_id = await publishedCredential(academy, [rita]);
});

/** A learner's work, accepted as a whole; its certificate's page, as the learner's list says it. */
async function earned(learner: Person): Promise<Begun & { address: string; certificate_id: string }> {
  const work = await accepted(learner, credential_id, rita);
  await rita.call(job.acceptSection, verdict(work, 0));
  const last = await rita.call(job.acceptSection, verdict(work, 1, { section_rubric: marks(true, false) }));
  expect(last.body.data).toMatchObject({ submission_status: "completed" });
  const { body } = await learner.call(submission.listCredentials);
  const { address, certificate_id } = body.data.credentials[0]!;
  return { ...work, address: address!, certificate_id: certificate_id! };
}

const get = async (path: string) => fetch(new URL(path, world.origin));
const json = async (path: string) => (await get(path)).json();

/** Verifies as any verifier does: over HTTP, with what the credential itself names. */
const verified = (credential: object) =>
  verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: async (url) => {
      const known = contexts.get(url);
      const document = known ?? (url.startsWith("did:web:") ? await resolved(url) : await json(url));
      return { contextUrl: null, documentUrl: url, document };
    },
    checkStatus: async () => ({ verified: true }),
  });
async function resolved(url: string): Promise<object> {
  const [did, fragment] = url.split("#");
  const [host, ...path] = did!.slice("did:web:".length).split(":");
  const document = await json(`http://${decodeURIComponent(host!)}/${path.join("/")}/did.json`);
  if (fragment === undefined) return document;
  const method = document.verificationMethod.find(({ id }: { id: string }) => id === url);
  return { "@context": "https://w3id.org/security/multikey/v1", ...method };
}

describe("a certificate", () => {
  test("is signed as soon as it is earned, and anybody verifies it by what its own host serves", async () => {
    const { address, certificate_id } = await earned(academy.as("Lena"));
    await world.settle();
    const answer = await get(`${address}.json`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/vc+ld+json",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=30, stale-if-error=0",
    });
    const credential = await answer.json();
    expect(credential.id).toBe(`${world.origin}/c/${certificate_id}.json`);
    expect(schemaFaults(credential)).toEqual([]);
    expect(await verified(credential)).toMatchObject({ verified: true });
    expect(await verified({ ...credential, name: "Another" })).toMatchObject({ verified: false });
  });
});
