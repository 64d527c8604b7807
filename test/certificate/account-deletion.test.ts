import { DeleteObjectCommand, ListObjectsV2Command, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import type { Key } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { CertificateContent } from "../../shared/certificate/certificate.ts";
import type { Json } from "../../shared/certificate/verify/verdict.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { pixelUrl, uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, personAt, signOutEverybody } from "../support/people.ts";
import { operate } from "../support/program.ts";
import { judge, judgeCopy } from "./support/stranger.ts";

const { certificate, user } = contract;
const world = await lentWorld(); // its clock is moved
let school: Organization;
let rita: Person;
let bucket: string;
let buckets: Record<"files" | "media", string>;
let storage: S3Client;

beforeAll(async () => {
  school = await world.newOrganization("Leaving School");
  rita = await acceptedReviewer(school, "Rita");
  const names = [
    "SIGNED_BUCKET",
    "FILES_BUCKET",
    "MEDIA_BUCKET",
    "AWS_ENDPOINT_URL_S3",
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
  ];
  const settings = await world.control.settings(names);
  bucket = settings.SIGNED_BUCKET!;
  buckets = { files: settings.FILES_BUCKET!, media: settings.MEDIA_BUCKET! };
  storage = new S3Client({
    endpoint: settings.AWS_ENDPOINT_URL_S3,
    region: settings.AWS_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.AWS_ACCESS_KEY_ID!, secretAccessKey: settings.AWS_SECRET_ACCESS_KEY! },
  });
});
afterAll(async () => {
  storage.destroy();
  await world.stop();
});

type Decision = "public" | "private" | "revoked";
interface Earned {
  readonly application_id: string;
  readonly certificate_id: string;
  readonly cred_id: string;
  readonly link: string;
  /** The credential as it was downloaded. */
  readonly copy: Json;
}

function newcomer(last_name: string): Person {
  const email = `${last_name.toLowerCase()}@leaving.test`;
  const identity = { user_id: `usr_${ulid()}`, first_name: "Nadia", last_name, email, password: seedPassword };
  const place = { organization_id: school.organization_id, role: roleIds.learner };
  return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
}

async function earnedBy(learner: Person): Promise<Earned> {
  const cred_id = await publishedCredential(school, [rita], { sections: [textSection] });
  const application_id = await earned(learner, cred_id, rita);
  await world.settle();
  const { credentials } = (await learner.call(certificate.listOwn)).body.data;
  const { certificate_id = "", address } = credentials.find((each) => each.application_id === application_id)!;
  const link = world.origin + address!;
  return { application_id, certificate_id, cred_id, link, copy: (await (await fetch(`${link}.json`)).json()) as Json };
}

const leave = (learner: Person, decided: readonly (readonly [Earned, Decision])[]) =>
  learner.call(user.remove, {
    user_id: learner.user_id,
    email: learner.email,
    certificates: decided.map(([{ application_id }, decision]) => ({ application_id, decision })),
  });

/** Until all that was asked for is done, and past what the edge has kept. */
async function afterwards(): Promise<void> {
  await world.settle();
  await world.control.moveClock(31_000);
  signOutEverybody(world.origin); // by and by they would have to show anew that it is them
}
async function erased(then = afterwards): Promise<void> {
  for (const _ of [1, 2]) await world.control.runSchedule("erase-people", 3_600_000);
  await then();
}
const versionsOf = async (id: string): Promise<number> => {
  const below = ["c", "withheld/c"].map((folder) =>
    storage.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: `${folder}/${id}` })),
  );
  return (await Promise.all(below)).reduce((all, { Versions = [] }) => all + Versions.length, 0);
};
const tombstones = async (): Promise<string[]> => {
  const { Contents = [] } = await storage.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: "erased/" }));
  return Contents.map(({ Key = "" }) => Key.replace("erased/", ""));
};
const emptyFolder = async (folder: string): Promise<void> => {
  const { Contents = [] } = await storage.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder }));
  for (const { Key } of Contents) await storage.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
};
const itemsOf = async ({ pk, sk }: Key): Promise<Record<string, unknown>[]> =>
  (await world.control.items(pk)).filter((item) => item.sk === sk);
const everyDeadlineOf = async ({ pk, sk }: Key): Promise<Record<string, unknown>[]> =>
  (await world.control.everything()).filter((item) => item.ref_pk === pk && item.ref_sk === sk);
const tablesNaming = async (name: RegExp): Promise<string[]> =>
  (await world.control.everything())
    .filter((item) => item.ttl === undefined && name.test(JSON.stringify(item)))
    .map(({ pk, sk }) => `${pk} ${sk}`);

test("with an account its uploads and pictures go, every version, and nobody else's of the same pixels", async () => {
  const learner = newcomer("Featherstone");
  const other = newcomer("Gatherwood");
  const key = await uploaded(learner, "submissions", "plan.pdf");
  const kept = async (Bucket: string, path: string) =>
    (await storage.send(new ListObjectVersionsCommand({ Bucket, Prefix: path.replace(/^\//, "") }))).Versions?.length ??
    0;
  const pictured = async (person: Person) => (await person.call(user.update, { image: pixelUrl })).body.data.image!;
  const [own, theirs] = [await pictured(learner), await pictured(other)];
  const { status, headers } = await fetch(world.origin + own);
  expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=86400, immutable"]);
  expect([await kept(buckets.files, key), await kept(buckets.media, own)]).toEqual([1, 1]);
  expect((await leave(learner, [])).status).toBe(200);
  await erased();
  expect([await kept(buckets.files, key), await kept(buckets.media, own)]).toEqual([0, 0]);
  expect(await kept(buckets.media, theirs)).toBe(1);
});

describe("who deletes their account decides for each certificate", () => {
  test("that it stays public: a stranger reads what they read before", async () => {
    const learner = newcomer("Ostrander");
    const kept = await earnedBy(learner);
    expect((await leave(learner, [[kept, "public"]])).status).toBe(200);
    await afterwards();
    await erased();
    const result = await judge(kept.link);
    expect(result.reason).toBe("valid");
    expect(JSON.stringify(result.document)).toContain("Nadia Ostrander");
    const asked = { org_id: school.organization_id, user_id: learner.user_id, cred_id: kept.cred_id };
    expect((await world.anyone.call(certificate.readOwn, asked)).body.data).toMatchObject({ verified: true });
    expect(await tombstones()).not.toContain(kept.certificate_id);
    await expectInvariants(world, school);
  });

  test("that nobody sees it any more: the link is dead at once, a copy stays good, and no version is left", async () => {
    const learner = newcomer("Pfannkuch");
    const gone = await earnedBy(learner);
    expect((await leave(learner, [[gone, "private"]])).status).toBe(200);
    await afterwards();
    for (const path of [gone.link, `${gone.link}.json`, `${gone.link}.png`])
      expect((await fetch(path)).status).toBe(404);
    expect(await versionsOf(gone.certificate_id)).toBeGreaterThan(0);
    await erased();
    expect(await versionsOf(gone.certificate_id)).toBe(0);
    expect((await judge(gone.link)).reason).toBe("unreachable");
    expect((await judgeCopy(gone.copy)).reason).toBe("valid");
    expect(await tablesNaming(/pfannkuch/i)).toEqual([]);
    expect(await tombstones()).toEqual(expect.arrayContaining([gone.certificate_id, gone.application_id]));
    const { certificates } = (await school.as("Ada").call(certificate.list, { limit: 100 })).body.data;
    expect(certificates.find((each) => each.certificate_id === gone.certificate_id)).toMatchObject({
      first_name: "Deleted",
      visibility: "erased",
      status: "active",
    });
    const found = async (asked: object) => {
      const { body } = await school.as("Ada").call(certificate.list, { credential_id: gone.cred_id, ...asked });
      return body.data.certificates.map(({ certificate_id }) => certificate_id);
    };
    expect(await found({})).toEqual([gone.certificate_id]); // by the credential's id alone
    for (const search of ["pfannkuch", "nadia", "deleted"]) expect(await found({ search })).toEqual([]);
    const asked = { org_id: school.organization_id, user_id: learner.user_id, cred_id: gone.cred_id };
    expect((await world.anyone.call(certificate.readOwn, asked)).status).toBe(404);
    const revoking = { certificate_id: gone.certificate_id, revocation: "issued-in-error" as const, reason: "Late." };
    expect((await school.as("Ada").call(certificate.revoke, revoking)).status).toBe(404);
    await expectInvariants(world, school);
  });

  test("that it is revoked: whoever has a copy reads that its holder wished so, and it is gone besides", async () => {
    const learner = newcomer("Quiggley");
    const [revoked, kept] = [await earnedBy(learner), await earnedBy(learner)];
    expect(
      (
        await leave(learner, [
          [revoked, "revoked"],
          [kept, "public"],
        ])
      ).status,
    ).toBe(200);
    await afterwards();
    expect(await judgeCopy(revoked.copy)).toMatchObject({ reason: "revoked", revocationReason: "holder's-wish" });
    expect((await fetch(revoked.link)).status).toBe(404);
    expect((await judge(kept.link)).reason).toBe("valid");
    await erased();
    expect(await versionsOf(revoked.certificate_id)).toBe(0);
    expect(await judgeCopy(revoked.copy)).toMatchObject({ reason: "revoked", revocationReason: "holder's-wish" });
    expect((await world.mails.to(learner.email)).some(({ subject }) => subject.includes("revoked"))).toBe(false);
    await expectInvariants(world, school);
  });

  test("and undecided what was hidden is erased, and a name that was corrected goes with its former certificate", async () => {
    const learner = newcomer("Rumpelmayer");
    const [hidden, shown] = [await earnedBy(learner), await earnedBy(learner)];
    await learner.call(certificate.hide, { cred_id: hidden.cred_id, hidden: true });
    const corrected = { certificate_id: shown.certificate_id, first_name: "Nadia", last_name: "Right" };
    const { replaced_by } = (await school.as("Ada").call(certificate.replace, corrected)).body.data;
    expect((await leave(learner, [])).status).toBe(200);
    await afterwards();
    await erased();
    expect(await versionsOf(hidden.certificate_id)).toBe(0);
    expect(await versionsOf(shown.certificate_id)).toBe(0);
    expect((await judge(`${world.origin}/c/${replaced_by}`)).reason).toBe("valid");
    expect((await judgeCopy(shown.copy)).reason).toBe("replaced");
    await expectInvariants(world, school);
  });

  test("and what stays public may be corrected later: the new one says all that the former said, which is erased", async () => {
    const learner = newcomer("Tannhauser");
    const kept = await earnedBy(learner);
    expect((await leave(learner, [[kept, "public"]])).status).toBe(200);
    await world.settle();
    await erased(world.settle);
    const contentOf = async (certificate_id: string) =>
      CertificateContent.parse((await itemsOf(certificateKeys.certificateContent(certificate_id)))[0]);
    const said = await contentOf(kept.certificate_id);
    expect(said.evidence[0]!.answers).toHaveLength(1);
    const corrected = { certificate_id: kept.certificate_id, first_name: "Nadia", last_name: "Tannhäuser" };
    const { replaced_by } = (await school.as("Ada").call(certificate.replace, corrected)).body.data;
    await world.settle();
    await erased(world.settle);
    expect((await judge(`${world.origin}/c/${replaced_by}`)).reason).toBe("valid");
    const { evidence, ...others } = await contentOf(replaced_by);
    expect({ ...others, evidence }).toEqual({
      ...said,
      evidence: said.evidence.map((each) => ({ ...each, nonce: expect.not.stringMatching(each.nonce) })),
    });
    expect(await versionsOf(kept.certificate_id)).toBe(0);
    await expectInvariants(world, school);
  });

  test("for themselves alone: an administrator who deletes the account decides nothing", async () => {
    const learner = newcomer("Silverman");
    const kept = await earnedBy(learner);
    const input = { user_id: learner.user_id, email: learner.email, organization_id: school.organization_id };
    const certificates = [{ application_id: kept.application_id, decision: "revoked" as const }];
    expect((await world.as("Sam").call(user.remove, { ...input, certificates })).status).toBe(403);
    expect((await world.as("Sam").call(user.remove, input)).status).toBe(200);
    await afterwards();
    expect((await judge(kept.link)).reason).toBe("valid");
  });
});

describe("a certificate that was erased and comes back from a backup", () => {
  test("is erased again before anything of it is served, by sign-certificates as by migrate", async () => {
    const learner = newcomer("Thistlewood");
    const gone = await earnedBy(learner);
    const { certificate_id, application_id, cred_id } = gone;
    const backup = [
      ...(await world.control.items(certificateKeys.certificate(certificate_id).pk)),
      ...(await world.control.items(submissionKeys.application(application_id).pk)).filter(({ sk }) => sk === "META"),
      ...(await world.control.items(organizationKeys.user(learner.user_id).pk)).filter(({ sk }) =>
        String(sk).startsWith("APPLIED#"),
      ),
    ];
    expect((await leave(learner, [[gone, "private"]])).status).toBe(200);
    await erased();
    await world.control.put(backup);
    expect(await tablesNaming(/thistlewood/i)).not.toEqual([]);
    const { code } = await operate(world, "sign-certificates", "--stage", "local", "--all");
    expect(code).toBe(0);
    await afterwards();
    expect((await fetch(`${gone.link}.json`)).status).toBe(404);
    expect(await tablesNaming(/thistlewood/i)).toEqual([]);
    await erased();
    expect(await versionsOf(certificate_id)).toBe(0);

    const former = ({ certificate_id: _, ...item }: Record<string, unknown>) => item; // of before ids
    const [issuedBefore] = backup.filter((item) => isOf(kinds.certificate, item as never)).map(former);
    const text = {
      ...issuedBefore,
      pk: `${kinds.formerCertificate.pk}${school.organization_id}#${cred_id}`,
      sk: learner.user_id,
    };
    await world.control.put([...backup.filter(({ pk }) => !String(pk).startsWith("ISSUED#")).map(former), text]);
    const { said } = await operate(world, "migrate", "--write");
    expect(said).toContain("1 items were brought up to date.");
    expect(await tablesNaming(/thistlewood/i)).toEqual([]);
    await operate(world, "sign-certificates", "--stage", "local");
    await afterwards();
    const issued = (await world.control.everything()).filter(
      (item) => item.application_id === application_id && String(item.pk).startsWith("ISSUED#") && item.sk === "META",
    );
    expect(issued.map(({ visibility }) => visibility)).toEqual(["erased", "erased"]);
    for (const each of issued) expect(await versionsOf(String(each.certificate_id))).toBe(0);
  });

  test("is erased again with its holder, whose erasure was written into the copy", async () => {
    const learner = newcomer("Ungerleider");
    const gone = await earnedBy(learner);
    const backup = await world.control.items(certificateKeys.certificate(gone.certificate_id).pk);
    const work = await world.control.items(submissionKeys.application(gone.application_id).pk);
    expect((await leave(learner, [[gone, "private"]])).status).toBe(200);
    const { pk, sk } = organizationKeys.erasure(learner.user_id);
    const erasure = [...(await itemsOf({ pk, sk })), ...(await everyDeadlineOf({ pk, sk }))];
    expect(erasure).toHaveLength(2);
    await erased();
    expect(await itemsOf({ pk, sk })).toEqual([]);
    await emptyFolder("erased/"); // of a stage whose bucket is older than the table
    await world.control.put([...backup, ...work, ...erasure]);
    await erased();
    expect(await tablesNaming(/ungerleider/i)).toEqual([]);
    expect(await tombstones()).toEqual(expect.arrayContaining([gone.certificate_id, gone.application_id]));
    expect(await itemsOf({ pk, sk })).toEqual([]);
  });
});
