import { afterAll, beforeAll, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { handler as saveAnchor } from "../../functions/calibration/save-anchor.ts";
import { handler as setPracticeConsent } from "../../functions/calibration/set-practice-consent.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import { draftWithCalibration, keyed, letters, marked, rights, writtenAnchors } from "../support/fixtures/anchors.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun, submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";

const { credential, submission, user, calibration, review } = contract;
const world = await lentWorld(); // erases people of it
let academy: Organization;
let ada: Person;
let ivan: Person;
let rita: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Practiced Academy");
  [ada, ivan] = [academy.as("Ada"), academy.as("Ivan")];
  rita = await acceptedReviewer(academy, "Rita");
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** A learner earns a credential with this text. */
async function earnedWith(response: string, learner = academy.as("Lena")) {
  const credential_id = await publishedCredential(academy, [rita]);
  const work = await begun(learner, credential_id);
  const { application_id, section_ids } = work;
  const sections = section_ids.map((section_id) => ({ section_id, response }));
  const sent = answered(await learner.call(submission.submit, { application_id, credential_id, sections }));
  const credential_job_id = sent.credential_job_id!;
  await offerOpened(learner);
  answered(await rita.call(review.accept, { credential_job_id }));
  for (const index of [0, 1] as const)
    answered(await rita.call(review.acceptSection, verdict({ ...work, credential_job_id }, index)));
  return { learner, application_id };
}
const consent = ({ learner, application_id }: Awaited<ReturnType<typeof earnedWith>>, given: boolean) =>
  learner.call(calibration.setPracticeConsent, { application_id, given });
const consented = async (response = "<p>Shows abc</p>", learner?: Person) => {
  const work = await earnedWith(response, learner);
  answered(await consent(work, true));
  return work;
};
type Draft = Awaited<ReturnType<typeof draftWithCalibration>>;
const made = ({ credential_id, section_id }: Draft, application_id: string, form: "A" | "B" = "A") => ({
  credential_id,
  form,
  title: `From ${application_id} ${form}`,
  answers: [{ section_id, answer: "Shows abc" }],
  application_id,
});
const shown = async ({ credential_id }: Draft) => answered(await ada.call(calibration.listAnchors, { credential_id }));
const typesOf = async (subject_id: string) =>
  (await world.control.items(`AUDIT#${subject_id}`)).map(({ type }) => String(type)).sort();

test("work becomes an anchor only while its learner lets it, who may once they have earned the credential", async () => {
  const draft = await draftWithCalibration(academy, [rita], "Made of work");
  const unfinished = await submitted(academy.as("Leo"), await publishedCredential(academy, [rita]));
  expect((await consent(unfinished, true)).body).toMatchObject({ error: { code: "submission.not-completed" } });
  const work = await earnedWith("<p>Shows abc</p>");
  expect((await ada.call(calibration.saveAnchor, made(draft, work.application_id))).status).toBe(404);
  expect((await consent({ ...work, learner: academy.as("Leo") }, true)).status).toBe(404);
  for (const _ of [1, 2]) expect((await consent(work, true)).body.data).toMatchObject({ given: true });
  const { application_id } = work;
  const read = answered(await work.learner.call(submission.read, { application_id }));
  expect(read.practice_consent_on).toEqual(expect.any(String));
  expect(answered(await ada.call(calibration.listConsentedWork, {}))[0]).toMatchObject({ application_id });
  for (const _ of [1, 2]) answered(await ada.call(calibration.saveAnchor, made(draft, application_id)));
  expect((await shown(draft)).anchors).toMatchObject([{ from_work: true, keys: 0 }]);
  for (const _ of [1, 2]) expect((await consent(work, false)).body.data).toMatchObject({ given: false });
  expect((await shown(draft)).anchors).toEqual([]);
  expect((await ada.call(calibration.saveAnchor, made(draft, application_id))).status).toBe(404);
  expect(await typesOf(application_id)).toEqual(
    expect.arrayContaining(["practice-consent.ended", "practice-consent.given"]),
  );
});

test("it is read without its learner's name, by nobody of another organization, and not once consent has ended", async () => {
  const lena = academy.as("Lena");
  const { first_name, last_name } = answered(await lena.call(user.readProfile, {}));
  const text = `<p>I am ${first_name} ${last_name.toUpperCase()}, ${lena.email}.</p><ul><li>${first_name}'s pupils said ${first_name}ish things</li></ul>`;
  const work = await consented(text, lena);
  const { application_id } = work;
  const { sections } = answered(await ivan.call(calibration.readConsentedWork, { application_id }));
  expect(sections.map((each) => each.text)).toContain(
    `I am [name] [name], [name].\n- [name]'s pupils said ${first_name}ish things`,
  );
  const stranger = (await world.newOrganization("Elsewhere Academy")).as("Ada");
  expect((await stranger.call(calibration.readConsentedWork, { application_id })).status).toBe(404);
  expect(answered(await stranger.call(calibration.listConsentedWork, {}))).toEqual([]);
  answered(await consent(work, false));
  expect((await ivan.call(calibration.readConsentedWork, { application_id })).status).toBe(404);
  expect((await ivan.call(calibration.listConsentedWork, {})).text).not.toContain(application_id);
});

test("a form is not complete by learners' work, and when consent ends a published one goes on with the others", async () => {
  const draft = await draftWithCalibration(academy, [rita], "On top");
  const { credential_id, section_id } = draft;
  const work = await consented();
  const { application_id } = work;
  await writtenAnchors(academy, draft);
  const form = async () => (await shown(draft)).forms.find((each) => each.form === "A");
  const before = await form();
  answered(await ada.call(calibration.saveAnchor, made(draft, application_id)));
  expect(await form()).toMatchObject({ lacks: ["agreement"], anchors: rights.length + 1 });
  const { anchor_id } = (await shown(draft)).anchors.find(({ from_work }) => from_work)!;
  for (const author of [ada, ivan]) {
    const sections = keyed(section_id, "abc");
    answered(await author.call(calibration.saveAnchorKey, { credential_id, anchor_id, sections, version: 0 }));
  }
  expect(await form()).toEqual({ ...before, anchors: rights.length + 1, agreed: rights.length + 1 });
  answered(await ada.call(calibration.freezeAnchors, { credential_id, published: true }));
  answered(await ada.call(credential.publish, { credential_id }));

  let practice = answered(await rita.call(calibration.start, { credential_id }));
  const first = practice.anchors.findIndex((each) => each.anchor_id === anchor_id);
  expect(practice.anchors).toHaveLength(rights.length + 1);
  const mark = async (id: string, { version }: { version: number }) =>
    rita.call(calibration.markAnchor, { credential_id, anchor_id: id, sections: marked(section_id, letters), version });
  practice = answered(await mark(practice.anchors[first]!.anchor_id, practice));
  answered(await consent(work, false));
  expect((await mark(anchor_id, practice)).status).toBe(404);
  practice = answered(await rita.call(calibration.read, { credential_id }));
  expect(practice.anchors).toHaveLength(rights.length);
  for (const { anchor_id: id } of practice.anchors) practice = answered(await mark(id, practice));
  const { version } = practice;
  const { tries } = answered(await rita.call(calibration.finish, { credential_id, version }));
  expect(tries[0]!.score!.achieved.of + tries[0]!.score!.not_achieved.of).toBe(rights.length * letters.length);
  expect(await form()).toEqual(before);
});

test("consent ends with its learner's account", async () => {
  const liv = academy.as("Liv");
  const { application_id } = await consented("<p>Shows abc</p>", liv);
  const draft = await draftWithCalibration(academy, [rita], "Made of work of somebody gone");
  answered(await ada.call(calibration.saveAnchor, made(draft, application_id)));
  const { user_id, email } = liv;
  expect((await liv.call(user.remove, { user_id, email })).status).toBe(200);
  await world.settle();
  await world.control.runSchedule("erase-people", 3_600_000);
  expect((await shown(draft)).anchors).toEqual([]);
  expect((await ada.call(calibration.listConsentedWork, {})).text).not.toContain(application_id);
});

test("of an anchor that is written while consent ends, nothing is left", async () => {
  const { credential_id, section_id } = await draftWithCalibration(academy, [rita], "Raced");
  const { application_id, learner } = await consented();
  const end = { handler: setPracticeConsent, person: learner, input: { application_id, given: false } };
  const write = { handler: saveAnchor, person: ada, input: made({ credential_id, section_id }, application_id) };
  const harness = await raceHarness(world.control);
  const [organization, anchors] = [
    organizationKeys.organization(academy.organization_id).pk,
    credentialKeys.credential(credential_id).pk,
  ] as const;
  const partitions = [
    organization,
    anchors,
    submissionKeys.application(application_id).pk,
    organizationKeys.user(ada.user_id).pk,
    organizationKeys.user(learner.user_id).pk,
  ];
  const leftOf = async (racers: readonly (typeof end | typeof write)[], unguarded: readonly string[] = []) => {
    const copy = await harness.copy(partitions);
    const statuses = await copy.race(racers, { unguarded });
    const left = (await copy.items(anchors)).filter(({ sk }) => String(sk).startsWith("ANCHOR#")).length;
    return { statuses, left };
  };
  expect(await leftOf([end, write])).toEqual({ statuses: [200, 404], left: 0 });
  expect(await leftOf([write, end])).toEqual({ statuses: [200, 200], left: 0 });
  expect((await leftOf([end, write], [organization])).left).toBe(1); // the race is one
});
