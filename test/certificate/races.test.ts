import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as replace } from "../../functions/certificate/replace.ts";
import { handler as revoke } from "../../functions/certificate/revoke.ts";
import { keys } from "../../functions/data/keys.ts";
import { handler as hide } from "../../functions/submission/hide-certificate.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type Copy, type RaceHarness, type Racer, raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";

/** The place that every draw begins with, while it is set. */
const drawn = vi.hoisted(() => ({ first: undefined as number | undefined }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  let draws = 0;
  const randomInt = (most: number) =>
    drawn.first !== undefined && draws++ % 8 === 0 ? drawn.first : crypto.randomInt(most);
  return { ...crypto, randomInt };
});

let harness: RaceHarness;
let school: Organization;
let ada: Person;
let rita: Person;

beforeAll(async () => {
  harness = await raceHarness(world.control);
  school = await world.newOrganization("Racing Certificates");
  [ada, rita] = [school.as("Ada"), await acceptedReviewer(school, "Rita")];
  await ada.token();
});
afterAll(async () => {
  await harness.stop();
});

interface Certified {
  readonly learner: Person;
  readonly certificate_id: string;
  readonly cred_id: string;
  readonly application_id: string;
  readonly list: string;
}
async function certified(name: MemberName): Promise<Certified> {
  const learner = school.as(name);
  const cred_id = await publishedCredential(school, [rita], { sections: [textSection] });
  const application_id = await earned(learner, cred_id, rita);
  await world.settle();
  const { credentials } = (await learner.call(contract.submission.listCredentials)).body.data;
  const { certificate_id = "" } = credentials[0]!;
  const item = await world.control.item(keys.issuedCertificate(certificate_id).pk, "META");
  return { learner, certificate_id, cred_id, application_id, list: keys.statusList(String(item!.list_id)).pk };
}
const copyFor = (...some: readonly Certified[]): Promise<Copy> =>
  harness.copy([
    keys.user(ada.user_id).pk,
    keys.organization(school.organization_id).pk,
    ...some.flatMap(({ learner, certificate_id, application_id, cred_id, list }) => [
      keys.user(learner.user_id).pk,
      keys.issuedCertificate(certificate_id).pk,
      keys.application(application_id).pk,
      keys.job(application_id.replace("app_", "job_")).pk,
      keys.credential(cred_id).pk,
      keys.certificate(school.organization_id, cred_id, learner.user_id).pk,
      list,
    ]),
  ]);
const stored = async (copy: Copy, certificate_id: string) =>
  (await copy.items(keys.issuedCertificate(certificate_id).pk)).find(({ sk }) => sk === "META")!;

const replacing = ({ certificate_id }: Certified, last_name: string): Racer => ({
  handler: replace,
  person: ada,
  input: { certificate_id, first_name: "Nora", last_name },
});
const revoking = ({ certificate_id }: Certified): Racer => ({
  handler: revoke,
  person: ada,
  input: { certificate_id, revocation: "issued-in-error", reason: "By mistake." },
});
const hiding = ({ learner, cred_id }: Certified): Racer => ({
  handler: hide,
  person: learner,
  input: { cred_id, hidden: true },
});

describe("two draws of one place of a status list at once", () => {
  let both: readonly [Certified, Certified];
  beforeAll(async () => {
    both = [await certified("Lena"), await certified("Leo")];
  });
  /** The places of the two that were issued. */
  const placesAfter = async (unguarded: readonly string[]) => {
    const copy = await copyFor(...both);
    drawn.first = 77;
    try {
      const statuses = await copy.race(
        both.map((each) => replacing(each, "Right")),
        { unguarded },
      );
      expect(statuses).toEqual([200, 200]);
    } finally {
      drawn.first = undefined;
    }
    const issued = (await copy.written()).filter(({ sk, replaces }) => sk === "META" && replaces !== undefined);
    return issued.map(({ list_index }) => list_index);
  };

  test("come to two places, by the guard of the entry", async () => {
    const places = await placesAfter([]);
    expect(places).toHaveLength(2);
    expect(new Set(places).size).toBe(2);
    expect(places).toContain(77);
  });

  test("and to one place without it", async () => {
    expect(await placesAfter([both[0].list])).toEqual([77, 77]);
  });
});

describe("a certificate that is revoked and replaced at once", () => {
  test("is one of the two, by its guard, and both without it", async () => {
    const one = await certified("Liv");
    const racers = [revoking(one), replacing(one, "Right")];
    const guarded = await copyFor(one);
    expect(await guarded.race(racers)).toEqual([200, 409]);
    expect(await stored(guarded, one.certificate_id)).toMatchObject({ status: "revoked" });
    const unguarded = await copyFor(one);
    const guard = [keys.issuedCertificate(one.certificate_id).pk, one.list];
    expect(await unguarded.race(racers, { unguarded: guard })).toEqual([200, 200]);
    const both = await stored(unguarded, one.certificate_id);
    expect([both.status, both.revoked_because]).toEqual(["replaced", "By mistake."]);
  });
});

test("a certificate that is revoked and hidden at once is both, and was written twice", async () => {
  const one = await certified("Lena");
  const copy = await copyFor(one);
  const before = await stored(copy, one.certificate_id);
  expect(await copy.race([revoking(one), hiding(one)])).toEqual([200, 200]);
  const after = await stored(copy, one.certificate_id);
  expect(after).toMatchObject({ status: "revoked", visibility: "hidden", version: Number(before.version) + 2 });
});
