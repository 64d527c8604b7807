import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as askCorrection } from "../../functions/certificate/ask-correction.ts";
import { handler as declineCorrection } from "../../functions/certificate/decline-correction.ts";
import { handler as hide } from "../../functions/certificate/hide.ts";
import { certificateEntity } from "../../functions/certificate/model/entity.ts";
import { newCertificateId } from "../../functions/certificate/model/ids.ts";
import { publishCertificate } from "../../functions/certificate/model/publish.ts";
import { handler as publishEvidence } from "../../functions/certificate/publish-evidence.ts";
import { handler as replace } from "../../functions/certificate/replace.ts";
import { handler as revoke } from "../../functions/certificate/revoke.ts";
import { handler as withdrawCorrection } from "../../functions/certificate/withdraw-correction.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { get, transact } from "../../functions/data/table.ts";
import { amend } from "../../functions/data/transition.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned, jobOf } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type Copy, type RaceHarness, type Racer, raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";

/** The place that each of two draws comes to first, while it is set. */
const drawn = vi.hoisted(() => ({ first: undefined as number | undefined, times: 0 }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const randomInt = (most: number) =>
    drawn.first !== undefined && drawn.times++ < 2 ? drawn.first : crypto.randomInt(most);
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
  readonly credential_job_id: string;
  readonly list: string;
}
async function certified(name: MemberName): Promise<Certified> {
  const learner = school.as(name);
  const cred_id = await publishedCredential(school, [rita], { sections: [textSection] });
  const application_id = await earned(learner, cred_id, rita);
  await world.settle();
  const { credentials } = (await learner.call(contract.certificate.listOwn)).body.data;
  const { certificate_id = "" } = credentials[0]!;
  const item = await world.control.item(certificateKeys.certificate(certificate_id).pk, "META");
  return {
    learner,
    certificate_id,
    cred_id,
    application_id,
    credential_job_id: await jobOf(learner, application_id),
    list: certificateKeys.statusList(String(item!.list_id)).pk,
  };
}
const copyFor = (...some: readonly Certified[]): Promise<Copy> =>
  harness.copy([
    organizationKeys.user(ada.user_id).pk,
    organizationKeys.organization(school.organization_id).pk,
    ...some.flatMap(({ learner, certificate_id, application_id, credential_job_id, cred_id, list }) => [
      organizationKeys.user(learner.user_id).pk,
      certificateKeys.certificate(certificate_id).pk,
      submissionKeys.application(application_id).pk,
      submissionKeys.job(credential_job_id).pk,
      credentialKeys.credential(cred_id).pk,
      list,
    ]),
  ]);
const stored = async (copy: Copy, certificate_id: string) =>
  (await copy.items(certificateKeys.certificate(certificate_id).pk)).find(({ sk }) => sk === "META")!;

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
    Object.assign(drawn, { first: 77, times: 0 });
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
    const guard = [certificateKeys.certificate(one.certificate_id).pk, one.list];
    expect(await unguarded.race(racers, { unguarded: guard })).toEqual([200, 200]);
    const both = await stored(unguarded, one.certificate_id);
    expect([both.status, both.revoked_because]).toEqual(["replaced", "By mistake."]);
  });
});

describe("a certificate that is hidden and replaced at once", () => {
  const replacedBy = async (copy: Copy, one: Certified) => {
    const { replaced_by } = await stored(copy, one.certificate_id);
    return stored(copy, String(replaced_by));
  };
  test.each([
    ["hidden first", (one: Certified) => [hiding(one), replacing(one, "Right")]],
    ["replaced first", (one: Certified) => [replacing(one, "Right"), hiding(one)]],
  ] as const)(
    "%s, leads to a hidden one, by its guards, and to one that everybody sees without them",
    async (_, racersOf) => {
      const one = await certified("Leo");
      const racers = racersOf(one);
      const guarded = await copyFor(one);
      expect(await guarded.race(racers)).toEqual([200, 200]);
      expect(await replacedBy(guarded, one)).toMatchObject({ visibility: "hidden" });
      const unguarded = await copyFor(one);
      const guards = [
        certificateKeys.certificate(one.certificate_id).pk,
        organizationKeys.user(one.learner.user_id).pk,
      ];
      expect(await unguarded.race(racers, { unguarded: guards })).toEqual([200, 200]);
      expect(await replacedBy(unguarded, one)).toMatchObject({ visibility: "shown" });
    },
  );
});

describe("evidence that is published", () => {
  let one: Certified;
  let publishing: (ends_on: string) => Racer;
  beforeAll(async () => {
    one = await certified("Lena");
    const { certificate_id, learner } = one;
    const { sections } = (await learner.call(contract.certificate.readEvidence, { certificate_id })).body.data;
    const [{ section_id, answers } = { section_id: "", answers: [] }] = sections;
    const chosen = [{ section_id, pieces: answers.map(({ sha256 }) => sha256) }];
    expect(chosen[0]!.pieces).toHaveLength(1);
    publishing = (ends_on) => ({
      handler: publishEvidence,
      person: learner,
      input: { certificate_id, ends_on, sections: chosen },
    });
  });
  const [sooner, later] = [10, 20].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

  test("in two tabs at once is the later choice, and both are told of", async () => {
    const copy = await copyFor(one);
    expect(await copy.race([publishing(sooner!), publishing(later!)])).toEqual([200, 200]);
    expect(await stored(copy, one.certificate_id)).toMatchObject({ published_evidence: { ends_on: later } });
    const rows = (await copy.written()).filter(({ type }) => type === "certificate.evidence-published");
    expect(rows).toHaveLength(2);
  });

  test("while its certificate is revoked is refused, by the certificate's guard, and is published without it", async () => {
    const racers = [revoking(one), publishing(later!)];
    const guarded = await copyFor(one);
    expect(await guarded.race(racers)).toEqual([200, 409]);
    expect(await stored(guarded, one.certificate_id)).not.toHaveProperty("published_evidence");
    const unguarded = await copyFor(one);
    expect(await unguarded.race(racers, { unguarded: [certificateKeys.certificate(one.certificate_id).pk] })).toEqual([
      200, 200,
    ]);
    expect(await stored(unguarded, one.certificate_id)).toMatchObject({ status: "revoked", published_evidence: {} });
  });
});

describe("a certificate that is signed", () => {
  /** What signs, as the queue starts it. */
  const signing = ({ certificate_id }: Certified): Racer => ({
    handler: Object.assign(() => publishCertificate(certificate_id).then(() => ({ statusCode: 200, body: "{}" })), {
      call: hide.call,
    }),
    person: ada,
    input: {},
  });
  const served = ({ certificate_id }: Certified) => fetch(`${world.origin}/c/${certificate_id}`);
  /** What is served after a race in which the other writes first. */
  async function servedAfter(
    one: Certified,
    other: (of: Certified) => Racer,
    unguarded: readonly string[],
  ): Promise<Response> {
    const copy = await copyFor(one);
    expect(await copy.race([other(one), signing(one)], { unguarded })).toEqual([200, 200]);
    return served(one);
  }

  test("while its learner hides it is served nowhere, by its guard, and to everybody without it", async () => {
    const one = await certified("Leo");
    expect((await servedAfter(one, hiding, [])).status).toBe(404);
    expect((await servedAfter(one, hiding, [certificateKeys.certificate(one.certificate_id).pk])).status).toBe(200);
  });

  test("for the first time while it is erased leaves nothing of what it says, by its guard, and all of it without it", async () => {
    const one = await certified("Lena");
    const certificate_id = newCertificateId();
    const { pk } = certificateKeys.certificate(certificate_id);
    const erasing: Racer = {
      ...signing(one),
      handler: Object.assign(
        async () => {
          const before = (await get(Certificate, certificateKeys.certificate(certificate_id)))!;
          await transact(amend(certificateEntity, { before, set: { visibility: "erased" } }).steps);
          return { statusCode: 200, body: "{}" };
        },
        { call: hide.call },
      ),
    };
    const contentAfter = async (unguarded: readonly string[]) => {
      const copy = await copyFor(one);
      const { signed: _, ...item } = await stored(copy, one.certificate_id);
      await copy.put({ ...item, pk, certificate_id, status: "awaitingSignature" });
      expect(await copy.race([erasing, signing({ ...one, certificate_id })], { unguarded })).toEqual([200, 200]);
      return (await copy.items(pk)).map(({ sk }) => sk).filter((sk) => sk === "CONTENT");
    };
    expect(await contentAfter([])).toEqual([]);
    expect(await contentAfter([pk])).toEqual(["CONTENT"]);
  });

  test("while it is revoked has a page that says so, by its guard, and one that does not without it", async () => {
    const [one, other] = [await certified("Liv"), await certified("Leo")]; // what the edge has served it keeps
    const words = "revoked this certificate on";
    expect(await (await servedAfter(one, revoking, [])).text()).toContain(words);
    const guard = [certificateKeys.certificate(other.certificate_id).pk];
    expect(await (await servedAfter(other, revoking, guard)).text()).not.toContain(words);
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

describe("a request for a corrected name", () => {
  const asking = ({ learner, certificate_id }: Certified, last_name: string): Racer => ({
    handler: askCorrection,
    person: learner,
    input: { certificate_id, first_name: "Nora", last_name },
  });
  /** A certificate whose learner waits for a corrected name. */
  async function waiting(name: MemberName) {
    const one = await certified(name);
    const { learner, certificate_id } = one;
    const asked = { certificate_id, first_name: "Nora", last_name: "Right" };
    const { correction } = (await learner.call(contract.certificate.askCorrection, asked)).body.data;
    const of = { certificate_id, correction_id: correction.correction_id };
    return {
      one,
      withdrawing: { handler: withdrawCorrection, person: learner, input: of } satisfies Racer,
      declining: { handler: declineCorrection, person: ada, input: { ...of, reason: "It is right." } } satisfies Racer,
      accepting: { ...replacing(one, "Right"), input: { ...asked, ...of } } satisfies Racer,
    };
  }
  const guardOf = ({ certificate_id, list, learner }: Certified) => [
    certificateKeys.certificate(certificate_id).pk,
    list,
    organizationKeys.user(learner.user_id).pk,
  ];
  const rowsOf = async (copy: Copy, { certificate_id }: Certified, type: RegExp) =>
    (await copy.written()).filter((row) => row.subject_id === certificate_id && type.test(String(row.type)));
  const asked = /correction-asked$/;
  const over = /correction-(?:withdrawn|declined|accepted)$/;

  test("of two that are sent at once waits alone, by the certificate's guard, and both are told of without it", async () => {
    const one = await certified("Lena");
    const racers = [asking(one, "Right"), asking(one, "Wright")];
    const guarded = await copyFor(one);
    expect(await guarded.race(racers)).toEqual([200, 409]);
    expect(await stored(guarded, one.certificate_id)).toMatchObject({ correction: { last_name: "Right" } });
    expect(await rowsOf(guarded, one, asked)).toHaveLength(1);
    const unguarded = await copyFor(one);
    expect(await unguarded.race(racers, { unguarded: guardOf(one) })).toEqual([200, 200]);
    expect(await rowsOf(unguarded, one, asked)).toHaveLength(2);
  });

  test.each([
    ["withdrawn", "accepted", "withdrawn"],
    ["withdrawn", "declined", "withdrawn"],
    ["declined", "accepted", "declined"],
    ["accepted", "withdrawn", "accepted"],
    ["accepted", "declined", "accepted"],
  ] as const)(
    "that is %s while it is %s is %s alone, by its guard, and both without it",
    async (first, second, status) => {
      const { one, ...wishes } = await waiting("Leo");
      const racerOf = { withdrawn: wishes.withdrawing, declined: wishes.declining, accepted: wishes.accepting };
      const racers = [racerOf[first], racerOf[second]];
      const guarded = await copyFor(one);
      expect(await guarded.race(racers)).toEqual([200, 409]);
      expect(await stored(guarded, one.certificate_id)).toMatchObject({
        status: status === "accepted" ? "replaced" : "active",
        correction: { status },
      });
      expect(await rowsOf(guarded, one, over)).toHaveLength(1);
      const unguarded = await copyFor(one);
      expect(await unguarded.race(racers, { unguarded: guardOf(one) })).toEqual([200, 200]);
      expect(await rowsOf(unguarded, one, over)).toHaveLength(2);
    },
  );

  test("that two admins accept at once makes one new certificate, by its guard, and two without it", async () => {
    const { one, accepting } = await waiting("Liv");
    const issued = async (copy: Copy) =>
      (await copy.written()).filter(({ sk, replaces }) => sk === "META" && replaces === one.certificate_id);
    const guarded = await copyFor(one);
    expect(await guarded.race([accepting, accepting])).toEqual([200, 409]);
    expect(await issued(guarded)).toHaveLength(1);
    const unguarded = await copyFor(one);
    expect(await unguarded.race([accepting, accepting], { unguarded: guardOf(one) })).toEqual([200, 200]);
    expect(await issued(unguarded)).toHaveLength(2);
  });

  test("that is sent while the certificate is revoked is refused, by its guard, and waits without it", async () => {
    const one = await certified("Liv");
    const racers = [revoking(one), asking(one, "Right")];
    const guarded = await copyFor(one);
    expect(await guarded.race(racers)).toEqual([200, 409]);
    expect(await stored(guarded, one.certificate_id)).not.toHaveProperty("correction");
    const unguarded = await copyFor(one);
    expect(await unguarded.race(racers, { unguarded: guardOf(one) })).toEqual([200, 200]);
    expect(await stored(unguarded, one.certificate_id)).toMatchObject({
      status: "revoked",
      correction: { status: "waiting" },
    });
  });
});
