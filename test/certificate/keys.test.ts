import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import type { Json } from "../../shared/certificate/verify/verdict.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { type Person, signOutEverybody } from "../support/people.ts";
import { operate, settingsOf } from "../support/program.ts";
import { judge, judgeCopy } from "./support/stranger.ts";

const { certificate, organization } = contract;
const world = await lentWorld(); // its keys and its clock change
let school: Organization;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Key School");
  rita = await acceptedReviewer(school, "Rita");
});
afterAll(() => world.stop());

const logo =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Certified {
  readonly certificate_id: string;
  readonly link: string;
  /** The credential as it was downloaded. */
  readonly copy: Json;
}

async function certified(
  name: MemberName,
  of: { school: Organization; rita: Person; rate?: number } = { school, rita },
) {
  const learner = of.school.as(name);
  const credential_id = await publishedCredential(of.school, [of.rita], {
    sections: [textSection],
    rate: of.rate,
  });
  await earned(learner, credential_id, of.rita);
  await world.settle();
  const { certificate_id = "", address } = (await learner.call(certificate.listOwn)).body.data.credentials[0]!;
  const link = world.origin + address!;
  return { certificate_id, link, copy: await json(`${link}.json`) } satisfies Certified;
}
const json = async (url: string): Promise<Json> => (await (await fetch(url)).json()) as Json;

/** Until all that was asked for is done, and past what the edge has kept. */
async function afterwards(): Promise<void> {
  await world.settle();
  await world.control.moveClock(31_000);
  signOutEverybody(world.origin); // by and by they would have to show anew that it is them
}
/** Judged an hour from now: the world's clock is moved ahead of everybody else's. */
async function judgeLater(link: string): ReturnType<typeof judge> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  return judge(link).finally(() => vi.useRealTimers());
}
const issuer = (document: string) => json(`${world.origin}/issuers/${school.organization_id}/${document}.json`);
const keysListed = async () => {
  const { assertionMethod } = (await issuer("did")) as { assertionMethod: string[] };
  return assertionMethod.map((id) => id.split("#")[1]);
};
const keyOf = (document: Json) =>
  (document.proof as { verificationMethod: string }[])[0]!.verificationMethod.split("#")[1];
async function signAgain(): Promise<string> {
  const { code, said } = await operate(world, "sign-certificates", "--stage", "local", "--all");
  expect(code).toBe(0);
  await afterwards();
  return said;
}

describe("what a stranger reads", () => {
  test("after a key was rotated is as before: what the retired key signed stays good, and it stays listed", async () => {
    const old = await certified("Lena");
    expect(await keysListed()).toEqual(["key-1"]);
    await world.control.signWith([
      { name: "key-1", state: "retired" },
      { name: "key-2", state: "active" },
    ]);
    await signAgain();
    expect(await keysListed()).toEqual(["key-1", "key-2"]);
    expect(await json(`${old.link}.json`)).toEqual(old.copy);
    expect((await judgeLater(old.link)).reason).toBe("valid");
    const fresh = await certified("Leo");
    expect([keyOf(old.copy), keyOf(fresh.copy)]).toEqual(["key-1", "key-2"]);
    expect((await judgeLater(fresh.link)).reason).toBe("valid");
  });

  test("after a key was compromised: it is listed no more, its copies are refused, and all is signed anew", async () => {
    const old = await certified("Liv");
    const revoked = await certified("Lena");
    const sent = {
      certificate_id: revoked.certificate_id,
      revocation: "issued-in-error" as const,
      reason: "By mistake.",
    };
    expect((await school.as("Ada").call(certificate.revoke, sent)).status).toBe(200);
    await afterwards();
    await world.control.signWith([
      { name: "key-1", state: "compromised" },
      { name: "key-2", state: "compromised" },
      { name: "key-3", state: "active" },
    ]);
    await signAgain();
    expect(await keysListed()).toEqual(["key-3"]);
    expect(["wrong-key", "altered"]).toContain((await judgeCopy(old.copy)).reason);
    const now = await json(`${old.link}.json`);
    expect(keyOf(now)).toBe("key-3");
    expect({ ...now, proof: undefined }).toEqual({ ...old.copy, proof: undefined });
    expect((await judgeLater(old.link)).reason).toBe("valid");
    expect(await judgeLater(revoked.link)).toMatchObject({ reason: "revoked", revocationReason: "issued-in-error" });
  });

  test("of an archived organization's certificate is what they read before, and it can still be revoked", async () => {
    const kept = await certified("Leo");
    const sam = world.as("Sam");
    const archive = (archiveStatus: boolean) =>
      sam.call(organization.archive, { id: school.organization_id, archiveStatus });
    expect((await archive(true)).status).toBe(200);
    await afterwards();
    expect((await judgeLater(kept.link)).reason).toBe("valid");
    await world.control.runSchedule("publish-status-lists", 25 * 3_600_000);
    await afterwards();
    expect((await judgeLater(kept.link)).reason).toBe("valid");
    const sent = { certificate_id: kept.certificate_id, revocation: "issued-in-error" as const, reason: "By mistake." };
    expect((await school.as("Ada").call(certificate.revoke, sent)).status).toBe(200);
    await afterwards();
    expect((await judgeLater(kept.link)).reason).toBe("revoked");
    expect((await archive(false)).status).toBe(200);
  });

  test("of a deleted organization's certificate is what they read before, by lists and keys that are signed on", async () => {
    const closing = await world.newOrganization("Closing Key School");
    const reviewer = await acceptedReviewer(closing, "Rita");
    const kept = await certified("Lena", { school: closing, rita: reviewer, rate: 0 }); // no pay is owed
    const { organization_id } = closing;
    const sam = world.as("Sam");
    expect((await sam.call(organization.archive, { id: organization_id, archiveStatus: true })).status).toBe(200);
    expect((await sam.call(organization.remove, { organization_id })).status).toBe(200);
    await world.control.runSchedule("delete-organizations", 180_000);
    await afterwards();
    const { pk, sk } = organizationKeys.organization(organization_id);
    expect(await world.control.item(pk, sk)).toMatchObject({ status: "deleted" });
    expect((await judgeLater(kept.link)).reason).toBe("valid");
    await world.control.runSchedule("publish-status-lists", 25 * 3_600_000);
    await signAgain();
    expect((await judgeLater(kept.link)).reason).toBe("valid");
    expect(await json(`${kept.link}.json`)).toEqual(kept.copy);
  });

  test("of an organization follows its name, description and logo, while what was signed says what it said", async () => {
    const old = await certified("Lena");
    const before = await issuer("profile");
    const name = `${school.name} of the North`;
    const domain_url = "https://north.example.org";
    const changed = await school
      .as("Ada")
      .call(organization.update, { name, description: "Keys for all.", domain_url, address: "1 Harbour Road", logo });
    expect(changed.status).toBe(200);
    await afterwards();
    const after = await issuer("profile");
    expect(after).toMatchObject({ id: before.id, name, description: "Keys for all." });
    const { body } = await school.as("Ada").call(organization.read, {});
    expect([before.image, after.image]).toEqual([undefined, { id: world.origin + body.data.logo, type: "Image" }]);
    expect((await fetch(world.origin + body.data.logo)).headers.get("content-type")).toBe("image/png");
    expect(String(after.url)).toContain("north.example.org");
    expect(await json(`${old.link}.json`)).toEqual(old.copy);
    await signAgain(); // what certificates were first signed with does not come back
    expect(await issuer("profile")).toEqual(after);
    expect((await judgeLater(old.link)).reason).toBe("valid");
  });
});

/** The queues of the world behind a door that lets one request through, and calls `then` in place of the next. */
async function oneRequestTo(url: string, then: () => void) {
  let passed = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (String(request.headers["x-amz-target"]).endsWith("SendMessageBatch") && ++passed > 1) return then();
    const { host: _, "content-length": __, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(url + request.url, { method: "POST", headers, body: Buffer.concat(parts) });
    const text = (await answer.text()).replaceAll(url, `http://${request.headers.host}`); // queues are asked where they say
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("sign-certificates that is killed in the middle and run again signs each certificate once", async () => {
  const held: Certified[] = [];
  for (const name of ["Lena", "Leo", "Liv", "Lena", "Leo"] as const) held.push(await certified(name)); // more than one request
  await world.control.signWith([
    { name: "key-3", state: "compromised" },
    { name: "key-4", state: "active" },
  ]);
  const env: Record<string, string | undefined> = { PATH: process.env.PATH, ...(await settingsOf(world)) };
  const door = await oneRequestTo(env.AWS_ENDPOINT_URL_SQS!, () => program.kill("SIGKILL"));
  const program = spawn(process.execPath, ["bin/operate/sign-certificates.ts", "--stage", "local", "--all"], {
    env: { ...env, AWS_ENDPOINT_URL_SQS: door.url },
  });
  const [, signal] = await once(program, "exit");
  expect(signal).toBe("SIGKILL");
  door.server.closeAllConnections();
  door.server.close();
  await afterwards();
  const keysUsed = async () => new Set((await signedOf()).map(({ key }) => key));
  expect(await keysUsed()).toEqual(new Set(["key-3", "key-4"])); // some are done, some are not
  const half = (await signedOf()).filter(({ key }) => key === "key-4");
  await signAgain();
  expect(await keysUsed()).toEqual(new Set(["key-4"]));
  const signed = await signedOf();
  expect(signed).toEqual(expect.arrayContaining(half)); // at the same time and so with the same bytes
  await signAgain();
  expect(await signedOf()).toEqual(signed);
  for (const { link, copy } of held) {
    expect((await judgeLater(link)).reason).toBe("valid");
    expect((await json(`${link}.json`)).credentialStatus).toEqual(copy.credentialStatus);
  }
});

/** What each certificate of the school was last signed with. */
const signedOf = async () =>
  (await world.control.everything())
    .filter((item) => isOf(kinds.certificate, item as never) && item.organization_id === school.organization_id)
    .map(({ certificate_id, signed }) => ({ certificate_id, ...(signed as { key: string; on: string }) }));
