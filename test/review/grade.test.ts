import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { gradeRubric } from "../../shared/submission/rules.ts";
import { publishedCredential, tableSection, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, marks, rejection, type Submitted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { submission, review, certificate } = contract;
let academy: Organization;
let rita: Person;
let ray: Person;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Grading Academy");
  rita = await acceptedReviewer(academy, "Rita");
  ray = await acceptedReviewer(academy, "Ray");
  credential_id = await publishedCredential(academy, [rita, ray]);
});

test("a submission is graded, revised where it was rejected, and ends in a certificate and the reviewer's pay", async () => {
  const lena = academy.as("Lena");
  const work = await accepted(lena, credential_id, rita);
  const { application_id, credential_job_id, section_ids } = work;

  const first = await rita.call(review.acceptSection, verdict(work, 0, { section_rubric: [] }));
  expect(first).toMatchObject({
    status: 200,
    body: { data: { status: "accepted", job_status: "reviewing", submission_status: "reviewing" } },
  });
  expect((await rita.call(review.acceptSection, verdict(work, 0))).body).toEqual(first.body);

  const rejected = {
    grade: "C",
    feedback: "<p>Show proof.<script>1</script></p>",
    section_rubric: marks(false, true),
  };
  const second = await rita.call(review.rejectSection, verdict(work, 1, rejected));
  expect(second.body.data).toMatchObject({
    status: "rejected",
    job_status: "revisionNeeded",
    submission_status: "revisionNeeded",
    section_rubric: { earned: 5, maximum: 15, progress: "making_progress" },
  });

  const seen = (await lena.call(submission.read, { application_id })).body.data;
  expect(seen).toMatchObject({ status: "revisionNeeded", round: 1 });
  expect(seen.sections).toMatchObject([
    { status: "accepted", grade: "A", editable: false },
    { status: "rejected", grade: "C", feedback: "<p>Show proof.</p>", editable: true },
  ]);
  const [kept, mended] = section_ids as [string, string];
  const touch = { application_id, section_id: kept, response: "<p>Other</p>" };
  expect(await lena.call(submission.saveSection, touch)).toMatchObject({
    status: 409,
    body: { error: { code: "submission.not-editable" } },
  });
  const mend = { application_id, section_id: mended, response: "<p>With proof.</p>" };
  expect(await lena.call(submission.saveSection, mend)).toMatchObject({ status: 200 });
  const again = await lena.call(submission.submit, { application_id, credential_id });
  expect(again.body.data).toMatchObject({ status: "reviewing", credential_job_id });

  expect(await ray.call(review.read, { credential_job_id })).toMatchObject({ status: 404 });
  const round = (await rita.call(review.read, { credential_job_id })).body.data;
  expect(round).toMatchObject({ status: "reviewing", round: 2, sections_graded: 1, releasable: true });
  expect(round.sections[1]).toMatchObject({
    status: "submitted",
    work: { response: "<p>With proof.</p>" },
    former: { response: "<p>My work.</p>" },
  });

  const last = await rita.call(review.acceptSection, verdict(work, 1));
  expect(last.body.data).toMatchObject({ status: "accepted", job_status: "completed", submission_status: "completed" });
  expect((await rita.call(review.acceptSection, verdict(work, 1))).body).toEqual(last.body);

  const earned = (await lena.call(certificate.listOwn, {})).body.data.credentials[0]!;
  expect(earned).toMatchObject({ credential_id, title: "Classroom reading", certificate_hidden: false });
  const more = await lena.call(contract.credential.apply, { credential_id });
  expect([more.status, more.body.error.code]).toEqual([409, "application.certified"]);
  const asked = { org_id: academy.organization_id, user_id: lena.user_id, cred_id: credential_id };
  const page = await world.anyone.call(certificate.readOwn, asked);
  expect(page.body.data).toMatchObject({ first_name: "Lena", last_name: "Rivers", verified: true });
  const paid = (await rita.call(review.payments, {})).body.data;
  expect(paid).toMatchObject({ total: 1, earned: 11.67, due: 11.67, paid: 0 });
  expect(paid.payments).toMatchObject([{ credential_job_id, amount: 11.67, review_time: 35, status: "due" }]);
  expect((await rita.call(review.listAssigned, { status: "completed" })).body.data.total).toBe(1);
});

describe("a verdict and its marks", () => {
  const refused = (code: string, points: string) => ({
    status: 400,
    body: { error: { code, message: expect.stringContaining(points) } },
  });
  /** All that is stored of a review. */
  const stored = async ({ application_id, credential_job_id }: Submitted) =>
    Promise.all(
      [`APPLICATION#${application_id}`, `JOB#${credential_job_id}`]
        .flatMap((pk) => [pk, pk.replace(/^\w+/, "AUDIT")])
        .map((pk) => world.control.items(pk)),
    );

  test("no section is approved short of its minimum: both figures are told, and nothing is written", async () => {
    const work = await accepted(academy.as("Leo"), await publishedCredential(academy, [rita]), rita);
    await rita.call(review.acceptSection, verdict(work, 0));
    const before = await stored(work);
    const points = marks(false, false).map((mark) => ({ ...mark, score: 99 }));
    const none = await rita.call(review.acceptSection, verdict(work, 1, { section_rubric: points }));
    expect(none).toMatchObject(refused("review.below-minimum", "0 of 15 points and needs 10"));
    const few = await rita.call(review.acceptSection, verdict(work, 1, { section_rubric: marks(false, true) }));
    expect(few).toMatchObject(refused("review.below-minimum", "5 of 15 points and needs 10"));
    expect(await stored(work)).toEqual(before);

    const enough = await rita.call(review.acceptSection, verdict(work, 1, { section_rubric: marks(true, false) }));
    expect(enough).toMatchObject({ status: 200, body: { data: { submission_status: "completed" } } });
  });

  test("a section with enough points is rejected once that is confirmed, and nothing is written before", async () => {
    const work = await accepted(academy.as("Leo"), await publishedCredential(academy, [rita]), rita);
    await rita.call(review.acceptSection, verdict(work, 0));
    const before = await stored(work);
    for (const given of [{}, { confirmed: false }]) {
      const asked = await rita.call(
        review.rejectSection,
        verdict(work, 1, { section_rubric: marks(true, false), ...given }),
      );
      expect(asked).toMatchObject(refused("review.contradicts-marks", "10 of 15 points, and 10 are enough"));
    }
    expect(await stored(work)).toEqual(before);

    const confirmed = verdict(work, 1, { section_rubric: marks(true, false), confirmed: true });
    for (const _ of [1, 2])
      expect(await rita.call(review.rejectSection, confirmed)).toMatchObject({
        status: 200,
        body: { data: { submission_status: "revisionNeeded", section_rubric: { earned: 10 } } },
      });
  });

  test("a criterion’s comment reaches its learner with the result, another one is a change, and no certificate holds it", async () => {
    const lena = academy.as("Lena");
    const work = await accepted(lena, await publishedCredential(academy, [rita]), rita);
    const { application_id, credential_job_id } = work;
    const saying = (comment: string, given = marks(true, true)) => ({
      section_rubric: given.map((mark) => (mark.criteria_id === "proof" ? { ...mark, comment } : mark)),
    });
    const seen = async () =>
      (await lena.call(submission.read, { application_id })).body.data.sections[1]?.section_rubric?.marks;
    const long = await rita.call(review.acceptSection, verdict(work, 1, saying("x".repeat(501))));
    expect(long).toMatchObject({ status: 400, body: { error: { fields: expect.anything() } } });
    const many = Array.from({ length: 21 }, (_, at) => ({
      criteria_id: `c${at}`,
      achieved: true,
      comment: "x".repeat(500),
    }));
    const whole = await rita.call(review.acceptSection, verdict(work, 1, { section_rubric: many }));
    expect(whole.body.error.fields).toMatchObject({ section_rubric: expect.stringContaining("at most 10,000") });
    for (const comment of ["No page is named.", "No page\nis named.", "  "])
      expect(
        await rita.call(review.rejectSection, rejection(work, 1, saying(comment, marks(false, false)))),
      ).toMatchObject({ status: 200 });
    const own = async () => (await rita.call(review.read, { credential_job_id })).body.data.sections[1]?.section_rubric;
    expect(await own()).toMatchObject({ marks: [{ criteria_id: "aim" }, { criteria_id: "proof", achieved: false }] });
    expect(JSON.stringify(await own())).not.toContain("comment");
    await rita.call(review.rejectSection, rejection(work, 1, saying("Name the page.", marks(false, false))));
    expect(await seen()).toBeUndefined();
    await rita.call(review.acceptSection, verdict(work, 0));
    expect(await seen()).toMatchObject([{ achieved: false }, { achieved: false, comment: "Name the page." }]);

    const mended = { application_id, section_id: work.section_ids[1]!, response: "<p>Page 3.</p>" };
    expect(await lena.call(submission.saveSection, mended)).toMatchObject({ status: 200 });
    await lena.call(submission.submit, { application_id, credential_id: work.credential_id });
    await rita.call(review.acceptSection, verdict(work, 1, saying("Page 3 it is.")));
    expect(await seen()).toMatchObject([{ achieved: true }, { achieved: true, comment: "Page 3 it is." }]);
    const [shown] = (await lena.call(certificate.listOwn, {})).body.data.credentials;
    const asked = { org_id: academy.organization_id, user_id: lena.user_id, cred_id: work.credential_id };
    const page = await world.anyone.call(certificate.readOwn, asked);
    expect(page.body.data).toMatchObject({ verified: true });
    const contents = await world.control.items(`ISSUED#${shown!.certificate_id}`);
    expect(contents.length).toBeGreaterThan(0);
    expect(JSON.stringify([page.body, contents])).not.toContain("it is.");
  });

  test("a table without points decides nothing", async () => {
    const criteria = tableSection.rubric_ext.criteria.map((criterion) => ({ ...criterion, score: 0 }));
    const rubric_ext = { criteria, making_progress: 0, completed: 0 };
    const sections = [textSection, { ...tableSection, rubric_ext }];
    const work = await accepted(academy.as("Leo"), await publishedCredential(academy, [rita], { sections }), rita);
    expect(await rita.call(review.rejectSection, verdict(work, 1))).toMatchObject({ status: 200 });
    expect(await rita.call(review.acceptSection, rejection(work, 1))).toMatchObject({ status: 200 });
  });

  test("a verdict that was given before its marks were asked stays: it is heard again, and its round ends with it", async () => {
    const work = await accepted(academy.as("Leo"), await publishedCredential(academy, [rita]), rita);
    const { credential_job_id, section_ids } = work;
    await rita.call(review.acceptSection, verdict(work, 1));
    const key = [`JOB#${credential_job_id}`, `RESULT#000001#${section_ids[1]}`] as const;
    const result = await world.control.item(...key);
    const former = gradeRubric({ ...tableSection.rubric_ext }, marks(false, false));
    await world.control.put([{ ...result!, section_rubric: former } as never]);
    const again = verdict(work, 1, { section_rubric: marks(false, false) });
    expect(await rita.call(review.acceptSection, again)).toMatchObject({ status: 200 });
    expect(await rita.call(review.acceptSection, verdict(work, 0))).toMatchObject({
      status: 200,
      body: { data: { submission_status: "completed" } },
    });
  });
});

describe("grading", () => {
  test("is the acceptor's alone, and each fault has its answer", async () => {
    const work = await accepted(academy.as("Leo"), credential_id, rita);
    expect(await ray.call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 404 });
    expect(await world.as("Ron").call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 404 });
    expect(await academy.as("Ivan").call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 403 });
    const unknown = { credential_section_id: "sec_01unknown" };
    expect(await rita.call(review.acceptSection, verdict(work, 0, unknown))).toMatchObject({ status: 404 });

    const refused: [object, Record<string, string>][] = [
      [{ grade: " " }, { grade: "Grade required" }],
      [{ grade: undefined }, { grade: "Grade required" }],
      [{ section_rubric: [] }, { section_rubric: "Mark every criterion as passing or not passing." }],
    ];
    for (const [given, fields] of refused) {
      const answer = await rita.call(review.acceptSection, verdict(work, 1, given));
      expect(answer).toMatchObject({ status: 400, body: { error: { code: "input.invalid", fields } } });
    }
    for (const feedback of ["", "<p>&nbsp;</p>"]) {
      const answer = await rita.call(review.rejectSection, verdict(work, 0, { feedback }));
      expect(answer).toMatchObject({ status: 400, body: { error: { fields: { feedback: "Feedback required" } } } });
    }
  });

  test("may change and be taken back until the round is decided, and not after", async () => {
    const work = await accepted(academy.as("Leo"), await publishedCredential(academy, [rita]), rita);
    const { credential_job_id, section_ids } = work;
    const undo = () => rita.call(review.undoSection, { credential_job_id, credential_section_id: section_ids[0]! });
    await rita.call(review.acceptSection, verdict(work, 0));
    const changed = await rita.call(review.rejectSection, verdict(work, 0, { grade: "B" }));
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { status: "rejected", submission_status: "reviewing" } },
    });
    const undoable = async () =>
      (await rita.call(review.read, { credential_job_id })).body.data.sections.map((each) => each.undoable);
    expect(await undoable()).toEqual([true, false]);
    for (const _ of [1, 2])
      expect(await undo()).toMatchObject({ status: 200, body: { data: { status: "submitted" } } });
    const read = await rita.call(review.read, { credential_job_id });
    expect(read.body.data).toMatchObject({ sections_graded: 0, sections: [{ status: "submitted" }, {}] });
    expect(read.body.data.sections[0]!.grade).toBeUndefined();

    await rita.call(review.rejectSection, verdict(work, 0));
    await rita.call(review.acceptSection, verdict(work, 1));
    expect(await undoable()).toEqual([false, false]);
    for (const call of [review.acceptSection, review.rejectSection]) {
      const other = await rita.call(call, verdict(work, 0, { grade: "B" }));
      expect(other).toMatchObject({ status: 409, body: { error: { code: "section.already-graded" } } });
    }
    expect(await undo()).toMatchObject({ status: 409, body: { error: { code: "section.already-graded" } } });
  });

  test("takes no points from the reviewer", async () => {
    const work = await accepted(academy.as("Liv"), credential_id, rita);
    const section_rubric = marks(false, true).map((mark) => ({ ...mark, score: 99 }));
    const answer = await rita.call(review.rejectSection, rejection(work, 1, { section_rubric }));
    expect(answer.body.data.section_rubric).toEqual({
      marks: [
        { criteria_id: "aim", achieved: false, score: 10 },
        { criteria_id: "proof", achieved: true, score: 5 },
      ],
      earned: 5,
      maximum: 15,
      progress: "making_progress",
    });
  });

  test("of a review without pay leaves nothing that is due", async () => {
    const credential_id = await publishedCredential(academy, [rita], { rate: 0 });
    const work = await accepted(academy.as("Liv"), credential_id, rita);
    for (const index of [0, 1] as const) await rita.call(review.acceptSection, verdict(work, index));
    const payout = await world.control.item(`PAYOUT#${work.credential_job_id}`, "META");
    expect(payout).toMatchObject({ status: "paid", pay_cents: 0 });
    const due = await world.control.items("LIST#payouts#due");
    expect(due.filter(({ sk }) => String(sk).includes(work.credential_job_id))).toEqual([]);
  });

  test("of the last two sections in the same moment completes once, with one certificate and one pay", async () => {
    for (const name of ["Lena", "Leo", "Liv"] as const) {
      const own = await publishedCredential(academy, [rita]);
      const work = await accepted(academy.as(name), own, rita);
      const before = (await rita.call(review.payments, {})).body.data;
      const verdicts = [verdict(work, 0), verdict(work, 1), verdict(work, 0), verdict(work, 1)];
      const answers = await Promise.all(verdicts.map((each) => rita.call(review.acceptSection, each)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { body } = await academy.as(name).call(submission.read, { application_id: work.application_id });
      expect(body.data).toMatchObject({ status: "completed", sections_accepted: 2 });
      const rows = await world.control.items(`AUDIT#${work.application_id}`);
      expect(rows.filter(({ type }) => type === "submission.completed")).toHaveLength(1);
      const verdictRows = await world.control.items(`AUDIT#${work.credential_job_id}`);
      expect(verdictRows.filter(({ type }) => type === "section.accepted")).toHaveLength(2);
      const after = (await rita.call(review.payments, {})).body.data;
      expect(after.total).toBe(before.total + 1);
      expect(after.earned).toBeCloseTo(before.earned + 11.67, 2);
    }
  });
});
