import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { details, publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, reviewer, submission, review } = contract;
let academy: Organization;
let rita: Person;
let ray: Person;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Accepting Academy");
  rita = await acceptedReviewer(academy, "Rita");
  ray = await acceptedReviewer(academy, "Ray");
  credential_id = await publishedCredential(academy, [rita, ray]);
});

describe("an open job", () => {
  test("is offered to the credential's reviewers and taken by the one who accepts it", async () => {
    const work = await submitted(academy.as("Lena"), credential_id);
    const { credential_job_id } = work;
    for (const person of [rita, ray]) {
      const { body } = await person.call(review.list, {});
      expect(body.data.jobs.map((each) => each.credential_job_id)).toContain(credential_job_id);
      expect(JSON.stringify(body)).not.toContain("Lena");
    }
    const before = await rita.call(review.read, { credential_job_id });
    expect(before.body.data).toMatchObject({ status: "open", acceptable: true, accepted_by_me: false });
    const told = {
      credential_details: { description: details.description, score_description: details.score_description },
    };
    expect(before.body.data).toMatchObject({ ...told, reviewer_criteria: { reviewer_id: rita.user_id } });
    expect((await ray.call(credential.read, { credential_id })).body.data.reviewer_criteria).toMatchObject({
      reviewer_id: ray.user_id,
    });
    expect(before.text).not.toContain("My work.");
    expect(before.text).not.toContain("Lena");

    const taken = await rita.call(review.accept, { credential_job_id });
    expect(taken).toMatchObject({ status: 200, body: { data: { credential_job_id, status: "accepted" } } });
    const repeat = await rita.call(review.accept, { credential_job_id });
    expect(repeat.body).toEqual(taken.body);

    const lost = await ray.call(review.accept, { credential_job_id });
    expect(lost).toMatchObject({
      status: 409,
      body: { error: { code: "job.already-taken", message: "Another reviewer has already accepted this job." } },
    });
    expect((await ray.call(review.list, {})).body.data.total).toBe(0);
    expect((await ray.call(review.read, { credential_job_id })).status).toBe(404);

    const after = await rita.call(review.read, { credential_job_id });
    expect(after.body.data).toMatchObject({
      accepted_by_me: true,
      learner_name: "Lena R.",
      submission_status: "reviewing",
    });
    expect(after.body.data.sections[0]!.work!.response).toBe("<p>My work.</p>");
    expect(after.text).not.toContain("Rivers");
    expect(after.text).not.toContain(academy.as("Lena").email);
    const assigned = await rita.call(review.listAssigned, { status: "accepted" });
    expect(assigned.body.data.jobs).toMatchObject([{ credential_job_id, learner_name: "Lena R.", review_time: 35 }]);
    const running = await rita.call(submission.list, { type: "inprogress" });
    expect(running.body.data.submissions).toMatchObject([{ credential_job_id, status: "reviewing" }]);
  });

  test("is taken once, however many accept it in the same moment", async () => {
    const { credential_job_id } = await submitted(academy.as("Leo"), credential_id);
    const tries = [rita, ray, rita, ray, rita, ray].map((person) => person.call(review.accept, { credential_job_id }));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
    const [mine, others] = await Promise.all(
      [rita, ray].map((person) => person.call(review.read, { credential_job_id })),
    );
    expect([mine!.status, others!.status].toSorted()).toEqual([200, 404]);
    const rows = await world.control.items(`AUDIT#${credential_job_id}`);
    expect(rows.filter(({ type }) => type === "job.accepted")).toHaveLength(1);
  });

  test("is not found by reviewers who are not on the credential's list, nor by strangers", async () => {
    const rob = await acceptedReviewer(academy, "Rob");
    const { credential_job_id } = await submitted(academy.as("Liv"), credential_id);
    expect(await rob.call(review.accept, { credential_job_id })).toMatchObject({ status: 404 });
    expect(await rob.call(review.read, { credential_job_id })).toMatchObject({ status: 404 });
    expect(await world.as("Ron").call(review.accept, { credential_job_id })).toMatchObject({ status: 404 });
    expect(await rita.call(review.accept, { credential_job_id: "job_01unknown" })).toMatchObject({ status: 404 });
    expect(await rita.call(review.accept, { credential_job_id: "usr_1" })).toMatchObject({ status: 400 });
    expect(await rita.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
  });

  test("is not for a reviewer whom the organization has suspended", async () => {
    const other = await world.newOrganization("Suspending Academy");
    const sue = await acceptedReviewer(other, "Rita");
    const { credential_job_id } = await submitted(other.as("Lena"), await publishedCredential(other, [sue]));
    const suspended = { user_id: sue.user_id, status: "suspended", reason: "Too slow." };
    expect(await other.as("Ivan").call(reviewer.decideApplication, suspended)).toMatchObject({ status: 403 });
    expect(await other.as("Ada").call(reviewer.decideApplication, suspended)).toMatchObject({ status: 200 });
    expect(await sue.call(review.accept, { credential_job_id })).toMatchObject({
      status: 403,
      body: { error: { code: "reviewer.not-accepted" } },
    });
  });
});

describe("an accepted job", () => {
  test("goes back to the pool until its round is decided, with the verdicts given", async () => {
    const other = await world.newOrganization("Releasing Academy");
    const [one, two] = [await acceptedReviewer(other, "Rita"), await acceptedReviewer(other, "Ray")];
    const work = await submitted(other.as("Lena"), await publishedCredential(other, [one, two]));
    const { credential_job_id } = work;
    expect(await two.call(review.release, { credential_job_id })).toMatchObject({ status: 200 });
    await one.call(review.accept, { credential_job_id });
    expect(await two.call(review.release, { credential_job_id })).toMatchObject({ status: 404 });
    const released = await one.call(review.release, { credential_job_id });
    expect(released).toMatchObject({ status: 200, body: { data: { status: "open" } } });
    expect((await one.call(review.release, { credential_job_id })).body).toEqual(released.body);
    expect((await one.call(review.listAssigned, {})).body.data.total).toBe(0);
    expect(
      (await other.as("Lena").call(submission.read, { application_id: work.application_id })).body.data.status,
    ).toBe("submitted");

    expect(await two.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    expect(await two.call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
    expect(await two.call(review.release, { credential_job_id })).toMatchObject({ status: 200 });
    await one.call(review.accept, { credential_job_id });
    expect((await one.call(review.read, { credential_job_id })).body.data.sections[0]).toMatchObject({
      status: "accepted",
    });
    expect(await one.call(review.acceptSection, verdict(work, 1))).toMatchObject({
      body: { data: { submission_status: "completed" } },
    });
    expect(await one.call(review.release, { credential_job_id })).toMatchObject({
      status: 409,
      body: { error: { code: "job.already-graded" } },
    });
    const payOf = async (reviewer: Person) =>
      (await reviewer.call(review.payments, {})).body.data.payments.map(({ amount, review_time }) => [
        amount,
        review_time,
      ]);
    expect(await payOf(one)).toEqual([[5, 15]]);
    await world.control.runSchedule("release-idle-jobs");
    expect(await payOf(two)).toEqual([[6.67, 20]]);
    await expectInvariants(world, other);
  });
});

describe("staff", () => {
  test("see their organization's jobs with states and grades, and no responses", async () => {
    const ivan = academy.as("Ivan");
    const all = await ivan.call(review.list, { limit: 2 });
    expect(all.body.data.jobs).toHaveLength(2);
    expect(all.body.data.total).toBe(3);
    expect((await ivan.call(review.list, { limit: 2, cursor: all.body.data.cursor! })).body.data.jobs).toHaveLength(1);
    const { credential_job_id } = all.body.data.jobs[0]!;
    const read = await ivan.call(review.read, { credential_job_id });
    expect(read.status).toBe(200);
    expect(read.text).not.toContain("My work.");
    expect(read.text).not.toContain("learner_name");
    expect(read.text).not.toContain("reviewer_id");
    expect(await world.as("Isa").call(review.read, { credential_job_id })).toMatchObject({ status: 404 });
    expect(await ivan.call(review.list, { status: "lost" })).toMatchObject({ status: 400 });
  });

  test("open a job by hand: the one there is, and none for what is not submitted", async () => {
    const ada = academy.as("Ada");
    const { credential_job_id, application_id } = await submitted(
      academy.as("Liv"),
      await publishedCredential(academy, [rita]),
    );
    expect((await ada.call(review.create, { application_id })).body.data.credential_job_id).toBe(credential_job_id);
    expect(await ada.call(review.create, { application_id: "app_01unknown" })).toMatchObject({ status: 404 });
    expect(await world.as("Abe").call(review.create, { application_id })).toMatchObject({ status: 404 });
  });
});

describe("a job taken from its reviewer by staff", () => {
  test("is offered to the others and not to that one again, who is told why and paid for what they decided", async () => {
    const other = await world.newOrganization("Reassigning Academy");
    const [rita, ray] = [await acceptedReviewer(other, "Rita"), await acceptedReviewer(other, "Ray")];
    const work = await accepted(other.as("Lena"), await publishedCredential(other, [rita, ray]), rita);
    const { credential_job_id } = work;
    await rita.call(review.rejectSection, verdict(work, 0));
    const ada = other.as("Ada");
    const offered = async (person: Person) => (await person.call(review.list, {})).body.data.jobs[0]?.reassignable;
    expect([await offered(ada), await offered(other.as("Ivan"))]).toEqual([true, false]);
    expect((await ada.call(review.read, { credential_job_id })).body.data.reassignable).toBe(true);
    expect(await ada.call(review.reassign, { credential_job_id, reason: " " })).toMatchObject({ status: 400 });
    const given = await ada.call(review.reassign, { credential_job_id, reason: "Rita is on leave." });
    expect(given).toMatchObject({ status: 200, body: { data: { status: "open" } } });
    expect((await ada.call(review.reassign, { credential_job_id, reason: "Once more." })).body).toEqual(given.body);
    expect(await rita.call(review.accept, { credential_job_id })).toMatchObject({ status: 404 });
    await world.settle();
    const mail = (await world.mails.to(rita.email)).at(-1)!;
    expect(mail.text).toContain("Rita is on leave.");

    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    expect(await ada.call(review.reassign, { credential_job_id, reason: "Away" })).toMatchObject({
      status: 409,
      body: { error: { code: "job.nobody-else" } },
    });
    // given back by its reviewer, it is not taken from them: whoever asks for that hears so, and may look again
    expect(await ray.call(review.release, { credential_job_id })).toMatchObject({ status: 200 });
    expect(await ada.call(review.reassign, { credential_job_id, reason: "Away" })).toMatchObject({
      status: 409,
      body: { error: { code: "state.changed" } },
    });
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    const changed = await ray.call(review.acceptSection, verdict(work, 0));
    expect(changed).toMatchObject({ status: 200, body: { data: { status: "accepted", job_status: "reviewing" } } });
    await ray.call(review.acceptSection, verdict(work, 1));
    expect((await ray.call(review.payments, {})).body.data.earned).toBe(11.67);
    expect((await rita.call(review.payments, {})).body.data.earned).toBe(0);
    await expectInvariants(world, other);
  });
});
