import { beforeAll, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { file, reviewer, submission, review } = contract;
let academy: Organization;
let rita: Person;
let ray: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Attaching Academy");
  rita = await acceptedReviewer(academy, "Rita");
  ray = await acceptedReviewer(academy, "Ray");
});

test("a learner's file goes with the work to the reviewer who accepts it, and to nobody else", async () => {
  const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
  const credential_id = await publishedCredential(academy, [rita, ray]);
  const { application_id, section_ids } = await begun(lena, credential_id);
  const [one, two] = section_ids as [string, string];
  const key = await uploaded(lena, "submissions", "Lesson plan.pdf");
  const attachments = [{ key, name: "Another name.exe" }];

  const foreign = await begun(leo, credential_id);
  const stolen = { application_id: foreign.application_id, section_id: foreign.section_ids[0]!, attachments };
  expect(await leo.call(submission.saveSection, stolen)).toMatchObject({ status: 404 });

  expect(await lena.call(submission.saveSection, { application_id, section_id: one, attachments })).toMatchObject({
    status: 200,
  });
  const { data } = (await lena.call(submission.read, { application_id })).body;
  expect(data.sections[0]!.work.attachments).toMatchObject([{ key, name: "Lesson plan.pdf" }]);
  const sections = [{ section_id: two, response: "<p>Done.</p>" }];
  const sent = await lena.call(submission.submit, { application_id, credential_id, sections });
  expect(sent).toMatchObject({ status: 200 });
  const credential_job_id = sent.body.data.credential_job_id!;
  await offerOpened(lena);

  expect(await rita.call(file.download, { key })).toMatchObject({ status: 404 });
  await rita.call(review.accept, { credential_job_id });
  expect(await rita.call(file.download, { key })).toMatchObject({
    status: 200,
    body: { data: { name: "Lesson plan.pdf" } },
  });
  expect(await ray.call(file.download, { key })).toMatchObject({ status: 404 });
});

test("a reviewer's license carries its kind and file, for themselves and the staff they applied to", async () => {
  const rob = academy.as("Rob");
  await rob.call(reviewer.create, profile);
  const key = await uploaded(rob, "certificates", "License.pdf");
  const saved = { title: "Coach", overview: "<p>Hello.</p>" };
  const license = { certification_id: 1, attachment: { key, name: "x" }, issued_on: "2020-01-01" };
  const backwards = { ...license, expires_on: "2019-12-31" };
  expect(await rob.call(reviewer.saveProfile, { ...saved, certifications: [backwards] })).toMatchObject({
    status: 400,
  });
  expect(await rob.call(reviewer.saveProfile, { ...saved, certifications: [license] })).toMatchObject({ status: 200 });
  const { data } = (await rob.call(reviewer.readInfo, {})).body;
  expect(data.certifications_ext).toMatchObject([{ certification_id: 1, extension: "pdf", attachment_link: key }]);
  await rob.call(reviewer.submit, {});
  const seen = await academy.as("Ada").call(reviewer.readApplication, { user_id: rob.user_id });
  expect(seen.body.data.certifications_ext).toMatchObject([{ attachment_link: key }]);
});
