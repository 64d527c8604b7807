import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import {
  anchoredCredential,
  anchorOf,
  draftWithCalibration,
  keyed,
  letters,
  lettersSection,
  marked,
  markedTry,
  secret,
  triedAnchors,
  writtenAnchors,
} from "../support/fixtures/anchors.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { credential, submission, user, calibration, review } = contract;
const world = await lentWorld(); // erases people of it
let academy: Organization;
let ada: Person;
let ivan: Person;
let rita: Person;
let ray: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Anchored Academy");
  [ada, ivan] = [academy.as("Ada"), academy.as("Ivan")];
  [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

const typesOf = async (subject_id: string) =>
  (await world.control.items(`AUDIT#${subject_id}`)).map(({ type }) => String(type));
const shown = async (person: Person, credential_id: string) =>
  (await person.call(calibration.listAnchors, { credential_id })).body.data;
const accept = (person: Person, { credential_job_id }: { credential_job_id: string }) =>
  person.call(review.accept, { credential_job_id });
const everything = () => letters;

describe("the anchors of a credential", () => {
  test("are wanted before one that asks for calibrated reviewers goes live, and none of any other", async () => {
    const { credential_id } = await draftWithCalibration(academy, [rita]);
    expect(await ada.call(credential.publish, { credential_id })).toMatchObject({
      status: 400,
      body: { error: { fields: { calibration: expect.stringContaining("Publish this credential’s anchors first") } } },
    });
    const free = await publishedCredential(academy, [rita], { title: "Off" });
    const { body } = await ada.call(credential.read, { credential_id: free });
    expect(body.data.reviewer_criteria?.calibration).toBe("off");
  });

  test("have a key by two people, neither of whom sees the other's before both have written theirs", async () => {
    const draft = await draftWithCalibration(academy, [rita]);
    const { credential_id, section_id } = draft;
    const anchor_id = await anchorOf(ada, draft, "A", "abc");
    const write = (writer: Person, achieved: string, version = 0) =>
      writer.call(calibration.saveAnchorKey, {
        credential_id,
        anchor_id,
        sections: keyed(section_id, achieved),
        version,
      });
    const written = await Promise.all([write(ada, "abc"), write(ivan, "abd")]);
    expect(written.map(({ status }) => status)).toEqual([200, 200]);
    const first = written.find(({ body }) => body.data.anchors[0]!.keys === 1)!;
    expect(first.body.data.anchors[0]).not.toHaveProperty("other_key");
    expect((await shown(ada, credential_id)).anchors[0]).toMatchObject({
      keys: 2,
      agreed: false,
      differences: [
        { section_id, criteria_id: "c" },
        { section_id, criteria_id: "d" },
      ],
    });
    const isa = academy.as("Isa");
    const ofIsa = (await shown(isa, credential_id)).anchors[0];
    expect(ofIsa).not.toHaveProperty("other_key");
    expect(ofIsa?.differences).toEqual([]);
    expect(await write(isa, "abc")).toMatchObject({ status: 409, body: { error: { code: "job.key-written" } } });
    expect(await write(ivan, "abe")).toMatchObject({ status: 409, body: { error: { code: "state.changed" } } }); // an old form
    expect((await write(ivan, "abc", 1)).body.data.anchors[0]).toMatchObject({ agreed: true, differences: [] });
    expect((await write(ivan, "abc", 1)).status).toBe(200); // its answer was lost
    const rows = (await typesOf(credential_id)).filter((type) => type === "anchor.keyed");
    expect(rows).toHaveLength(3);
  });

  test("written twice are one, other answers drop the keys, and a key is about the whole rubric and accepts nothing short of it", async () => {
    const draft = await draftWithCalibration(academy, [rita]);
    const { credential_id, section_id } = draft;
    const anchor_id = await anchorOf(ada, draft, "A", "abc");
    expect(await anchorOf(ada, draft, "A", "abc")).toBe(anchor_id);
    const others = await Promise.all([anchorOf(ada, draft, "B", "a"), anchorOf(ivan, draft, "B", "b")]);
    for (const other of others) await ada.call(calibration.removeAnchor, { credential_id, anchor_id: other });
    const [whole] = keyed(section_id, "abc");
    const short = [{ ...whole!, marks: whole!.marks.slice(1) }];
    expect(
      await ada.call(calibration.saveAnchorKey, { credential_id, anchor_id, sections: short, version: 0 }),
    ).toMatchObject({
      status: 400,
    });
    const accepting = [{ ...whole!, status: "accepted" as const }];
    const tooFew = await ada.call(calibration.saveAnchorKey, {
      credential_id,
      anchor_id,
      sections: accepting,
      version: 0,
    });
    const message = expect.stringContaining("6 of 20 points and needs 14");
    expect(tooFew).toMatchObject({ status: 400, body: { error: { code: "review.below-minimum", message } } });
    const sections = [whole!];
    await ada.call(calibration.saveAnchorKey, { credential_id, anchor_id, sections, version: 0 });
    const { version } = (await shown(ada, credential_id)).anchors[0]!;
    const saved = { credential_id, anchor_id, form: "A" as const, title: "Renamed" };
    const same = { ...saved, answers: [{ section_id, answer: "Shows abc" }], version };
    expect((await ada.call(calibration.saveAnchor, same)).body.data.anchors[0]).toMatchObject({
      title: "Renamed",
      keys: 1,
    });
    const other = { ...saved, answers: [{ section_id, answer: "Shows nothing" }] };
    const stale = await ivan.call(calibration.saveAnchor, { ...other, version });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: "state.changed" } } });
    const changed = await ivan.call(calibration.saveAnchor, { ...other, version: version + 1 });
    expect(changed.body.data.anchors[0]).toMatchObject({ keys: 0 });
    for (let time = 0; time < 2; time++)
      expect((await ada.call(calibration.removeAnchor, { credential_id, anchor_id })).body.data.anchors).toEqual([]);
  });

  test("are published when both forms are enough, and do not change then; a new rubric takes them back", async () => {
    const draft = await draftWithCalibration(academy, [rita]);
    const { credential_id, section_id } = draft;
    const freeze = (published = true) => ada.call(calibration.freezeAnchors, { credential_id, published });
    expect(await freeze()).toMatchObject({ status: 409, body: { error: { code: "job.anchors-incomplete" } } });
    await writtenAnchors(academy, draft);
    const { forms, anchors } = await shown(ada, credential_id);
    expect(forms.map(({ lacks, decisions, not_achieved }) => [lacks, decisions, not_achieved])).toEqual([
      [[], 40, 20],
      [[], 40, 20],
    ]);
    for (const answer of await Promise.all([freeze(), freeze()])) expect(answer.status).toBe(200);
    const frozen = (await typesOf(credential_id)).filter((type) => type === "anchors.frozen");
    expect(frozen).toHaveLength(1);
    const { anchor_id, version } = anchors[0]!;
    const refused = { status: 409, body: { error: { code: "job.anchors-frozen" } } };
    const key = { credential_id, anchor_id, sections: keyed(section_id, "a"), version: 1 };
    const answers = [{ section_id, answer: "Other" }];
    const other = { credential_id, anchor_id, form: "A" as const, title: "Other", answers, version };
    expect(await ada.call(calibration.saveAnchorKey, key)).toMatchObject(refused);
    expect(await ada.call(calibration.saveAnchor, other)).toMatchObject(refused);
    expect(await ada.call(calibration.removeAnchor, { credential_id, anchor_id })).toMatchObject(refused);
    expect((await freeze(false)).body.data).not.toHaveProperty("frozen_on");
    expect((await freeze()).body.data.frozen_on).toBeDefined();
    const data = [{ ...lettersSection, section_id, rubric_ext: { ...lettersSection.rubric_ext, completed: 16 } }];
    const { version: seen } = (await ada.call(credential.read, { credential_id })).body.data;
    const resaved = await ada.call(credential.saveSections, { credential_id, version: seen, data });
    expect(resaved.text).toContain("Field notes");
    expect(await shown(ada, credential_id)).not.toHaveProperty("frozen_on");
    expect((await ada.call(credential.publish, { credential_id })).status).toBe(400);
    expect((await ada.call(credential.remove, { credential_id })).status).toBe(200);
    const left = (await world.control.items(`CREDENTIAL#${credential_id}`)).map(({ sk }) => String(sk));
    expect(left.filter((sk) => sk.startsWith("ANCHOR"))).toEqual([]);
  });

  test("stay published once their credential is live", async () => {
    const { credential_id } = await anchoredCredential(academy, [rita]);
    expect(await ada.call(calibration.freezeAnchors, { credential_id, published: false })).toMatchObject({
      status: 409,
      body: { error: { code: "job.anchors-frozen" } },
    });
  });
});

describe("a reviewer's practice", () => {
  test("comes before accepting: the job stays offered, and nothing tells what is right before the whole set", async () => {
    const { credential_id, section_id } = await anchoredCredential(academy, [rita, ray], "Gated");
    const work = await submitted(academy.as("Lena"), credential_id);
    const bodies: string[] = [];
    const hear = async <Answer extends { status: number; text: string }>(answer: Promise<Answer>): Promise<Answer> => {
      bodies.push((await answer).text);
      return answer;
    };
    const refused = { status: 403, body: { error: { code: "job.not-calibrated" } } };
    expect(await hear(accept(rita, work))).toMatchObject(refused);
    const offered = (await hear(rita.call(review.list, {}))).body.data.jobs;
    expect(offered.map(({ credential_job_id }) => credential_job_id)).toContain(work.credential_job_id);
    expect((await hear(rita.call(review.read, { credential_job_id: work.credential_job_id }))).status).toBe(200);
    expect((await hear(rita.call(calibration.read, { credential_id }))).body.data).toMatchObject({
      standing: { status: "none" },
      anchors: [],
    });
    const start = () => hear(rita.call(calibration.start, { credential_id }));
    const [one, two] = await Promise.all([start(), start()]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.data.tries).toEqual(two.body.data.tries);
    let { version } = one.body.data;
    const finish = () => hear(rita.call(calibration.finish, { credential_id, version }));
    expect(await finish()).toMatchObject({ status: 409, body: { error: { code: "job.anchors-unmarked" } } });
    expect(one.body.data.anchors).toHaveLength(4);
    for (const { anchor_id, answers } of one.body.data.anchors) {
      const sections = marked(section_id, answers[0]!.answer.replace("Shows ", ""));
      const mark = (seen: number) =>
        hear(rita.call(calibration.markAnchor, { credential_id, anchor_id, sections, version: seen }));
      const saved = await mark(version);
      expect(saved.status).toBe(200);
      expect((await mark(version)).body).toEqual(saved.body); // its answer was lost
      version = saved.body.data.version;
    }
    const { anchor_id } = one.body.data.anchors[0]!;
    const late = { credential_id, anchor_id, sections: marked(section_id, "j"), version: version - 1 };
    expect(await hear(rita.call(calibration.markAnchor, late))).toMatchObject({
      status: 409,
      body: { error: { code: "state.changed" } },
    });
    expect(await hear(accept(rita, work))).toMatchObject({
      ...refused,
      body: { error: { message: expect.stringContaining("Finish your practice") } },
    });
    expect(await hear(rita.call(calibration.listAnchors, { credential_id }))).toMatchObject({ status: 403 });
    expect(bodies.length).toBeGreaterThan(14);
    for (const word of [secret, "agreed", '"key"', "A shows"])
      expect(
        bodies.filter((body) => body.includes(word)),
        word,
      ).toEqual([]);
    const twice = await Promise.all([finish(), finish()]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0].body.data.standing).toMatchObject({ status: "passed", expires_on: expect.any(String) });
    expect(twice[0].body.data.anchors[0]!.key![0]!.marks[0]!.reason).toContain(secret);
    const passes = (await typesOf(credential_id)).filter((type) => type === "calibration.passed");
    expect(passes).toHaveLength(1);
    expect((await accept(rita, work)).status).toBe(200);
    expect(await accept(ray, work)).toMatchObject({ status: 409 });
  });

  test("is told of with the job; then nothing of the job says whose work it is", async () => {
    const { credential_id } = await anchoredCredential(academy, [rita, ray], "Nameless");
    const work = await submitted(academy.as("Lena"), credential_id);
    const { credential_job_id } = work;
    const offers = async () => {
      const listed = (await rita.call(review.list, {})).body.data.jobs;
      const read = (await rita.call(review.read, { credential_job_id })).body.data;
      return [listed.find((each) => each.credential_job_id === credential_job_id)?.practice_first, read.practice_first];
    };
    expect(await offers()).toEqual([true, true]);
    await triedAnchors(rita, credential_id);
    expect(await offers()).toEqual([undefined, undefined]);
    expect((await accept(rita, work)).status).toBe(200);
    const read = await Promise.all([
      rita.call(review.read, { credential_job_id }),
      rita.call(review.listAssigned, { limit: 100 }),
      rita.call(submission.list, { type: "inprogress", limit: 100 }),
      rita.call(user.listNotices, {}),
    ]);
    for (const { status, text } of read) {
      expect(status).toBe(200);
      expect(text).not.toContain("Lena");
    }
    await world.settle();
    expect(JSON.stringify(await world.mails.to(rita.email))).not.toContain("Lena");
  });

  test("that failed names the weak criteria alone, goes on with the other form, and rests 30 days after the second", async () => {
    const { credential_id } = await anchoredCredential(academy, [rita, ray], "Strict");
    const work = await submitted(academy.as("Leo"), credential_id);
    const first = await triedAnchors(rita, credential_id, everything);
    expect(first).toMatchObject({
      standing: { status: "failed" },
      anchors: [],
      tries: [{ form: "A", passed: false, score: { not_achieved: { right: 0, of: 20 }, verdicts_wrong: 3 } }],
    });
    expect(first.weak[0]).toMatchObject({ criteria: expect.stringContaining("Criterion") });
    expect(JSON.stringify(first)).not.toContain(secret);
    const second = await triedAnchors(rita, credential_id, everything);
    expect(second).toMatchObject({ standing: { status: "paused" }, tries: [{ form: "A" }, { form: "B" }] });
    const start = () => rita.call(calibration.start, { credential_id });
    expect(await start()).toMatchObject({ status: 409, body: { error: { code: "job.calibration-paused" } } });
    expect(await accept(rita, work)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining("30 days") } },
    });
    const later = rita.later({ days: 31 });
    expect((await triedAnchors(later, credential_id)).standing.status).toBe("passed");
    expect((await accept(later, work)).status).toBe(200);
  });

  test("counts for twelve months; who accepted by then goes on", async () => {
    const { credential_id } = await anchoredCredential(academy, [rita, ray], "Yearly");
    await triedAnchors(rita, credential_id);
    const work = await submitted(academy.as("Liv"), credential_id);
    const later = rita.later({ days: 366 });
    expect(await accept(later, work)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining("passed over a year ago") } },
    });
    expect((await triedAnchors(later, credential_id)).tries.map(({ form }) => form)).toEqual(["A", "B"]);
    expect((await accept(later, work)).status).toBe(200);
  });

  test("is nobody's who may not review for the credential, and there is none where nothing asks for it", async () => {
    const { credential_id } = await anchoredCredential(academy, [rita], "Of Rita");
    const free = await publishedCredential(academy, [rita], { title: "Without anchors" });
    expect((await ray.call(calibration.read, { credential_id })).status).toBe(404);
    expect((await rita.call(calibration.read, { credential_id: free })).status).toBe(404);
    expect((await ada.call(calibration.start, { credential_id })).status).toBe(403);
    expect((await accept(rita, await submitted(academy.as("Lena"), free))).status).toBe(200);
  });

  test("says to admins who is calibrated, and a job is given to none that is not", async () => {
    const { credential_id } = await anchoredCredential(academy, [rita, ray], "Handed on");
    await triedAnchors(rita, credential_id);
    await triedAnchors(ray, credential_id, everything);
    const listed = await ada.call(calibration.list, { credential_id });
    expect(listed.body.data).toMatchObject({
      required: true,
      reviewers: [
        { first_name: "Rita", standing: { status: "passed" }, tries: 1 },
        { first_name: "Ray", standing: { status: "failed" }, tries: 1 },
      ],
    });
    expect((await ivan.call(calibration.list, { credential_id })).status).toBe(403);
    const work = await submitted(academy.as("Leo"), credential_id);
    await accept(rita, work);
    const { credential_job_id } = work;
    const reassign = () => ada.call(review.reassign, { credential_job_id, reason: "Away" });
    expect(await reassign()).toMatchObject({ status: 409, body: { error: { code: "job.nobody-else" } } });
    await triedAnchors(ray, credential_id);
    expect((await reassign()).status).toBe(200);
    expect((await accept(ray, work)).status).toBe(200);
  });

  test("goes with the account of its reviewer", async () => {
    const rob = await acceptedReviewer(academy, "Rob");
    const { credential_id } = await anchoredCredential(academy, [rita, rob], "Left");
    await markedTry(rob, credential_id);
    const { user_id, email } = rob;
    expect((await rob.call(contract.user.remove, { user_id, email })).status).toBe(200);
    await world.settle();
    await world.control.runSchedule("erase-people", 3_600_000);
    const left = (await world.control.items(`USER#${user_id}`)).map(({ sk }) => String(sk));
    expect(left.filter((sk) => sk.startsWith("CALIBRATION#"))).toEqual([]);
  });
});
