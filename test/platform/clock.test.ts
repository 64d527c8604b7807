import { HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import type { Deadline } from "../../functions/data/deadlines.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { intent, pdf, post } from "../support/fixtures/file.ts";
import { applied, secretFor } from "../support/fixtures/payment.ts";
import { begunParts, filmOfBytes, sendParts } from "../support/fixtures/recording.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { accepted, begun, rejection, submitted, verdict } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { auth, credential, file, organization, reviewer, submission, user, review } = contract;
const world = await lentWorld(); // schedules reach every organization of a world
afterAll(() => world.stop());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let academy: Organization;
let rita: Person;
let ray: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Clock Academy");
  [rita, ray] = await Promise.all([acceptedReviewer(academy, "Rita"), acceptedReviewer(academy, "Ray")]);
});

/** Runs a schedule twice at once, that much later: what it does it does once. */
async function pass(name: string, afterMs: number): Promise<void> {
  await Promise.all([1, 2].map(() => world.control.runSchedule(name, afterMs)));
  await world.settle();
}

const subjects = async ({ email }: Person, words: string) =>
  (await world.mails.to(email)).map(({ subject }) => subject).filter((subject) => subject.includes(words));
const titlesOf = async (person: Person) =>
  (await person.call(user.listNotices, { limit: 100 })).body.data.notices.map(({ title }) => title);
const statusOf = async (learner: Person, application_id: string) =>
  (await learner.call(submission.read, { application_id })).body.data.status;
const deadlines = async (kind: string, part: string) =>
  (await world.control.items(`DUE#${kind}`)).filter(({ ref_pk }) => String(ref_pk).includes(part));

describe("a credential with a last date", () => {
  test("is closed when that date is over where its organization is; running applications finish", async () => {
    const lastDay = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
    const untilNoon = Date.parse(`${lastDay}T12:00:00Z`) - Date.now();
    const credential_id = await publishedCredential(academy, [rita], { expires: lastDay });
    const running = await begun(academy.as("Lena"), credential_id);
    const ada = academy.as("Ada");
    const place = { name: academy.name, description: "On an island", timezone: "Pacific/Honolulu" };
    expect((await ada.call(organization.update, place)).status).toBe(200);
    const status = async () => (await ada.call(credential.read, { credential_id })).body.data.status;

    await pass("close-expired-credentials", untilNoon + 21 * hourMs); // nine next morning UTC: still evening there
    expect(await status()).toBe("published");
    const visitor = (await world.newOrganization("Island School")).as("Lena");
    const inTheEvening = visitor.later({ minutes: (untilNoon + 21 * hourMs) / 60_000 });
    expect(await inTheEvening.call(credential.apply, { credential_id })).toMatchObject({ status: 200 });
    await pass("close-expired-credentials", untilNoon + 23 * hourMs);
    expect(await status()).toBe("closed");
    expect(await deadlines("credential-expiry", credential_id)).toEqual([]);
    expect(await titlesOf(ada)).toContain("Expired: Classroom reading");

    const late = await academy.as("Leo").call(credential.apply, { credential_id });
    expect(late.body.error.code).toBe("credential.closed");
    const sections = running.section_ids.map((section_id) => ({ section_id, response: "<p>In time.</p>" }));
    const { application_id, learner } = running;
    const sent = await learner.call(submission.submit, { application_id, credential_id, sections });
    expect(sent.status).toBe(200);
    await offerOpened(learner);
    const credential_job_id = sent.body.data.credential_job_id!;
    expect((await rita.call(review.accept, { credential_job_id })).status).toBe(200);
    for (const index of [0, 1] as const)
      await rita.call(review.acceptSection, verdict({ ...running, credential_job_id }, index));
    expect(await statusOf(learner, application_id)).toBe("completed");
  });
});

describe("an accepted job", () => {
  test("is recalled after a week and goes back after two, with what was graded in it", async () => {
    const credential_id = await publishedCredential(academy, [rita, ray]);
    const idle = await accepted(academy.as("Leo"), credential_id, rita);
    const begunJob = await accepted(academy.as("Liv"), credential_id, rita);
    expect((await rita.call(review.acceptSection, verdict(begunJob, 0))).status).toBe(200);

    await pass("release-idle-jobs", 7 * dayMs - hourMs);
    expect(await subjects(rita, "Review reminder")).toHaveLength(0);
    await pass("release-idle-jobs", 7 * dayMs + hourMs);
    await pass("release-idle-jobs", 8 * dayMs);
    expect(await subjects(rita, "Review reminder")).toHaveLength(2);

    await pass("release-idle-jobs", 14 * dayMs + hourMs);
    const { credential_job_id } = idle;
    expect((await rita.call(review.read, { credential_job_id })).body.data.status).toBe("open");
    expect(await statusOf(idle.learner, idle.application_id)).toBe("submitted");
    expect((await ray.call(review.accept, { credential_job_id })).status).toBe(200);
    const begun = await ray.call(review.read, { credential_job_id: begunJob.credential_job_id });
    expect(begun.body.data).toMatchObject({ status: "open", sections_graded: 1 });
    const rows = await world.control.items(`AUDIT#${credential_job_id}`);
    expect(rows.filter(({ type }) => type === "job.released")).toMatchObject([{ actor_id: "system" }]);
  });

  test("that was given back in time is not recalled", async () => {
    const { credential_job_id } = await accepted(academy.as("Lena"), await publishedCredential(academy, [rita]), rita);
    expect(await deadlines("job-", credential_job_id)).toEqual([]);
    expect(await deadlines("job-release", credential_job_id)).toHaveLength(1);
    expect((await rita.call(review.release, { credential_job_id })).status).toBe(200);
    expect(await deadlines("job-release", credential_job_id)).toEqual([]);
    expect(await deadlines("job-reminder", credential_job_id)).toEqual([]);
  });
});

describe("a revision", () => {
  test("is recalled twice, counts anew when it is saved, and is closed with its reviewer's pay due", async () => {
    const learner = academy.as("Leo");
    const work = await accepted(learner, await publishedCredential(academy, [rita], { rate: 60 }), rita);
    await rita.call(review.acceptSection, verdict(work, 0));
    await rita.call(review.rejectSection, rejection(work, 1));
    const { application_id, section_ids } = work;
    const recalls = () => subjects(learner, "Revision due");
    const due = async () => (await rita.call(contract.review.payments, {})).body.data.due;
    const before = await due();
    const { revise_by, updated_on } = (await learner.call(submission.read, { application_id })).body.data;
    expect(Date.parse(revise_by!) - Date.parse(updated_on)).toBe(60 * dayMs);
    await world.settle();
    const { body } = await academy.as("Ada").call(organization.read, {});
    const timeZone = body.data.timezone;
    const dayThere = (at: string) => new Date(at).toLocaleDateString("en-US", { dateStyle: "long", timeZone });
    const mailed = async () => (await world.mails.to(learner.email))[0]!.text!.replaceAll(/\s+/g, " ");
    expect(await mailed()).toMatch(`Submit your revision by ${dayThere(revise_by!)} at `);

    await pass("close-idle-revisions", 29 * dayMs);
    expect(await recalls()).toHaveLength(0);
    await pass("close-idle-revisions", 30 * dayMs + hourMs);
    expect(await recalls()).toHaveLength(1);
    await pass("close-idle-revisions", 53 * dayMs + hourMs);
    expect(await recalls()).toHaveLength(2);
    expect(await mailed()).toMatch(`Submit your revision by ${dayThere(revise_by!)} at `);

    const saved = { application_id, section_id: section_ids[1]!, response: "<p>Better.</p>" };
    expect((await learner.later({ days: 55 }).call(submission.saveSection, saved)).status).toBe(200);
    const again = (await learner.call(submission.read, { application_id })).body.data.revise_by!;
    expect(Date.parse(again) - Date.parse(revise_by!)).toBeGreaterThanOrEqual(54 * dayMs);
    await pass("close-idle-revisions", 84 * dayMs);
    expect(await statusOf(learner, application_id)).toBe("revisionNeeded");
    expect(await recalls()).toHaveLength(2);
    await pass("close-idle-revisions", 115 * dayMs + hourMs);
    expect(await statusOf(learner, application_id)).toBe("closed");
    expect((await learner.call(submission.saveSection, saved)).status).toBe(409);
    expect(await subjects(learner, "Submission closed")).toHaveLength(1);
    expect(await due()).toBe(before + 35);
    const { credential_id } = work;
    const anew = await learner.call(credential.apply, { credential_id });
    expect(anew).toMatchObject({ status: 200, body: { data: { status: "ready" } } });
    expect(anew.body.data.application_id).not.toBe(application_id);
    expect(
      await world.control.item(`CERTIFICATE#${academy.organization_id}#${work.credential_id}`, learner.user_id),
    ).toBe(null);
  });

  test("that is submitted again is nobody's to close", async () => {
    const work = await accepted(academy.as("Liv"), await publishedCredential(academy, [rita]), rita);
    await rita.call(review.acceptSection, verdict(work, 0));
    await rita.call(review.rejectSection, rejection(work, 1));
    expect(await deadlines("revision-end", work.application_id)).toHaveLength(1);
    const { application_id, credential_id, learner, section_ids } = work;
    const sections = [{ section_id: section_ids[1]!, response: "<p>Again.</p>" }];
    expect((await learner.call(submission.submit, { application_id, credential_id, sections })).status).toBe(200);
    expect((await learner.call(submission.read, { application_id })).body.data.revise_by).toBeUndefined();
    for (const kind of ["reminder", "last-call", "end"]) {
      expect(await deadlines(`revision-${kind}`, application_id)).toEqual([]);
    }
  });
});

describe("an application that is not paid for", () => {
  test("lapses after 180 days, but not while a payment is open; one may apply anew", async () => {
    const credential_id = await publishedCredential(academy, [rita], { price: 25 });
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    const forgotten = await applied(lena, credential_id);
    const paying = await applied(leo, credential_id);
    await secretFor(leo, credential_id);
    await pass("close-unpaid-applications", 179 * dayMs);
    expect(await statusOf(lena, forgotten)).toBe("applied");
    await pass("close-unpaid-applications", 181 * dayMs);
    expect(await statusOf(lena, forgotten)).toBe("closed");
    expect(await statusOf(leo, paying)).toBe("applied");
    expect(await titlesOf(lena)).toContain("Application expired: Classroom reading");
    expect(await applied(lena, credential_id)).not.toBe(forgotten);
  });
});

describe("an upload", () => {
  /** Asks the storage itself which version of an object is the present one. */
  async function storedVersion(Key: string): Promise<() => Promise<string | undefined>> {
    const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_S3", "FILES_BUCKET"];
    const settings = await world.control.settings(names);
    const storage = new S3Client({
      region: settings.AWS_REGION!,
      endpoint: settings.AWS_ENDPOINT_URL_S3!,
      forcePathStyle: true,
      credentials: { accessKeyId: settings.AWS_ACCESS_KEY_ID!, secretAccessKey: settings.AWS_SECRET_ACCESS_KEY! },
    });
    return async () => (await storage.send(new HeadObjectCommand({ Bucket: settings.FILES_BUCKET, Key }))).VersionId;
  }

  test("that nobody confirmed within a day is taken away, and a confirmed one stays", async () => {
    const lena = academy.as("Lena");
    const [lost, kept] = [
      await intent(lena, "submissions", "lost.pdf", pdf.length),
      await intent(lena, "submissions", "kept.pdf", pdf.length),
    ];
    for (const form of [lost, kept]) expect(await post(form, pdf)).toBeLessThan(300);
    expect((await lena.call(file.confirm, { key: kept.key })).status).toBe(200);
    const { object_version } = (await world.control.item(`FILE#${kept.key}`, "META"))!;
    for (let times = 0; times < 2; times++) expect(await post(kept, Buffer.from("%PDF-1.7 another"))).toBeLessThan(300);
    const presentVersion = await storedVersion(kept.key);
    expect(await presentVersion()).not.toBe(object_version);
    await pass("remove-lost-uploads", 23 * hourMs);
    expect(await world.control.item(`FILE#${lost.key}`, "META")).not.toBe(null);
    await pass("remove-lost-uploads", 25 * hourMs);
    expect(await world.control.item(`FILE#${lost.key}`, "META")).toBe(null);
    expect(await deadlines("upload-end", academy.organization_id)).toEqual([]);
    expect((await lena.call(file.confirm, { key: lost.key })).status).toBe(404);
    expect(await presentVersion()).toBe(object_version);
    const { url } = (await lena.call(file.download, { key: kept.key })).body.data;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(pdf)).toBe(true);
    expect((await fetch(url.replace(kept.key, lost.key))).status).not.toBe(200);
  });
});

test("an upload in parts that nobody finished within a week is given up, and nothing is left of it", async () => {
  const lena = academy.as("Lena");
  const { application_id } = await begun(lena, await publishedCredential(academy, [rita]));
  const key = await begunParts(lena, application_id, "lesson.mp4", 100);
  await sendParts(lena, key, filmOfBytes(100), [1]);
  await pass("remove-lost-uploads", 6 * dayMs);
  expect((await lena.call(file.readParts, { key })).body.data.arrived).toHaveLength(1);
  const { url } = (await lena.call(file.signParts, { key, part_numbers: [1] })).body.data.parts[0]!;
  await pass("remove-lost-uploads", 7 * dayMs + hourMs);
  expect((await lena.call(file.readParts, { key })).status).toBe(404);
  expect((await fetch(url, { method: "PUT", body: new Uint8Array(100) })).status).toBe(404);
  expect(await world.control.items(`USER#${lena.user_id}`)).not.toContainEqual(expect.objectContaining({ key }));
});

describe("an invitation", () => {
  const rows = async () =>
    (await academy.as("Ada").call(organization.listUsers, { status: "pending" })).body.data.users;
  const rowOf = async (email: string) => (await rows()).find((row) => row.email === email);

  test("expires after a week, can be sent again, and is forgotten a month later", async () => {
    const ada = academy.as("Ada");
    const email = "nobody@clock.test";
    const invitations = [{ email, role: 7, role_id: academy.role_id }];
    const { body } = await ada.call(organization.inviteUsers, { invitations });
    const { invite_id } = body.data.invitations[0]!;
    await world.settle();
    const [mail] = await world.mails.to(email);
    const token = /[?&]t=([\w-]+)/.exec(mail!.text!)![1]!;
    await pass("end-invitations", 7 * dayMs - hourMs);
    expect((await rowOf(email))?.status).toBe("pending");
    expect((await world.anyone.call(auth.validateSignup, { email, token })).status).toBe(200);
    await pass("end-invitations", 7 * dayMs + hourMs);
    expect((await world.anyone.call(auth.validateSignup, { email, token })).status).toBe(400);
    expect((await titlesOf(ada)).filter((title) => title === "An invitation has expired")).toHaveLength(1);

    const again = await ada.later({ days: 8 }).call(organization.reinviteUser, { invite_id });
    expect(again).toMatchObject({ status: 200, body: { data: { status: "pending" } } });
    await pass("end-invitations", 14 * dayMs);
    expect((await rowOf(email))?.status).toBe("pending");
    await pass("end-invitations", 16 * dayMs);
    expect(await world.control.item(`INVITE#${invite_id}`, "META")).toMatchObject({ status: "expired" });
    await pass("end-invitations", 46 * dayMs);
    expect(await rowOf(email)).toBeUndefined();
    expect(await world.control.item(`INVITE#${invite_id}`, "META")).toBe(null);
    expect((await ada.call(organization.removeRole, { role_id: academy.role_id })).status).toBe(200);
  });
});

describe("a reviewer application", () => {
  test("that waits for more than a day is reported to those who decide, once", async () => {
    const [ivan, rob] = [academy.as("Ivan"), academy.as("Rob")];
    await ivan.token();
    await rob.call(reviewer.create, profile);
    await rob.call(reviewer.submit, {});
    await pass("report-late-decisions", 23 * hourMs);
    expect(await subjects(ivan, "Decision overdue")).toEqual([]);
    await pass("report-late-decisions", 25 * hourMs);
    await pass("report-late-decisions", 26 * hourMs);
    expect(await subjects(ivan, "Decision overdue")).toEqual(["Decision overdue: Rob Rivers"]);
    expect(await subjects(academy.as("Ada"), "Decision overdue")).toHaveLength(1);
  });
});

describe("a notice", () => {
  test("is taken away after a year, and the count of unread ones with it", async () => {
    // a person of their own: what clocks moved ahead have told others is of days to come
    const liv = (await world.newOrganization("Notice Academy")).as("Liv");
    await submitted(liv, await publishedCredential(academy, [rita]));
    await world.settle();
    const count = async (unread?: "true") => (await liv.call(user.countNotices, { unread })).body.data.count;
    const [newest] = (await liv.call(user.listNotices, {})).body.data.notices;
    await liv.call(user.markNoticesRead, { notice_ids: [newest!.notice_id] });
    expect(await count()).toBe((await count("true")) + 1);
    await pass("remove-old-notices", 364 * dayMs);
    expect(await count()).toBeGreaterThan(0);
    await pass("remove-old-notices", 366 * dayMs);
    expect(await count()).toBe(0);
    expect(await count("true")).toBe(0);
    expect((await liv.call(user.listNotices, {})).body.data).toMatchObject({ notices: [], total: 0 });
  });
});

describe("a run of a schedule", () => {
  test("goes past what fails, ends when its time is up, and says that it is behind", async () => {
    vi.resetModules();
    const deadlines = ["one", "two", "three"].map(
      (pk): Deadline => ({ kind: "notice-end", at: "2026-01-01", reference: { pk, sk: "META" } }),
    );
    vi.doMock("../../functions/data/due.ts", () => ({ readDuePage: async () => ({ deadlines }) }));
    const { scheduled } = await import("../../functions/chain/scheduled.ts");
    const seen: string[] = [];
    const handler = scheduled({
      "notice-end": async ({ reference }) => {
        seen.push(reference.pk);
        if (reference.pk === "two") throw new Error("broken");
      },
    });
    const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const whole = await handler({}, { getRemainingTimeInMillis: () => 60_000 });
    const ended = await handler({}, { getRemainingTimeInMillis: () => 1000 });
    const [behind] = said.mock.calls
      .map(([line]) => JSON.parse(String(line)))
      .filter(({ message }) => message === "scheduled_behind");
    said.mockRestore();
    vi.doUnmock("../../functions/data/due.ts");
    expect(whole).toEqual({ done: 2, failed: 1 });
    expect(ended).toEqual({ done: 0, failed: 0 });
    expect(behind).toMatchObject({
      call: "notice-end",
      count: 0,
      durationMs: expect.closeTo(Date.now() - Date.parse("2026-01-01"), -4),
    });
    expect(seen).toEqual(["one", "two", "three"]);
  });
});

test("what is due is done several at a time where its schedule says so, and for one person one after the other", async () => {
  vi.resetModules();
  const deadlines = Array.from({ length: 40 }, (_, number): Deadline => {
    return { kind: "notice-end", at: "2026-01-01", reference: { pk: `USER#${number % 8}`, sk: `NOTICE#${number}` } };
  });
  vi.doMock("../../functions/data/due.ts", () => ({ readDuePage: async () => ({ deadlines }) }));
  const { scheduled } = await import("../../functions/chain/scheduled.ts");
  const atWork: string[] = [];
  let [most, met] = [0, 0];
  const handler = scheduled(
    {
      "notice-end": async ({ reference: { pk } }) => {
        if (atWork.includes(pk)) met += 1;
        atWork.push(pk);
        most = Math.max(most, atWork.length);
        await new Promise((resolve) => setTimeout(resolve, 2));
        atWork.splice(atWork.indexOf(pk), 1);
      },
    },
    { most: 5 },
  );
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const whole = await handler({}, { getRemainingTimeInMillis: () => 60_000 });
  let looks = 0;
  const cut = await handler({}, { getRemainingTimeInMillis: () => (looks++ < 12 ? 60_000 : 1000) });
  said.mockRestore();
  vi.doUnmock("../../functions/data/due.ts");
  expect([whole.done, most, met]).toEqual([40, 5, 0]);
  expect(cut).toEqual({ done: 12, failed: 0 });
});

test("a run that dies three times is put aside, where its alarm rings", async () => {
  const dead = async () =>
    (await world.control.queues()).find(({ name }) => name.endsWith("-schedules-dead"))!.waiting.length;
  const before = await dead();
  await world.control.put([{ pk: "DUE#notice-end", sk: "2026-01-01T00:00:00.000Z#broken", at: 7 }]);
  await expect(world.control.runSchedule("remove-old-notices")).rejects.toThrow();
  expect(await dead()).toBe(before + 1);
});
