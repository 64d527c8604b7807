import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { PotentialReviewer } from "../../shared/credential/calls.ts";
import { answered } from "../support/fixtures/answered.ts";
import { connect, openAccount } from "../support/fixtures/badge.ts";
import { criteria, details, sections, writeDraft } from "../support/fixtures/credential.ts";
import { intent, pdf, post } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential } = contract;

/** What every scanner takes for a virus, in two halves so that none takes this file for one. */
const testVirus = Buffer.from(`${"X5O!P%@AP[4\\PZX54(P^)7CC)7}$"}${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`);

let academy: Organization;
let ivan: Person;
let ada: Person;
let rita: Person;

beforeAll(async () => {
  academy = await world.newOrganization();
  ivan = academy.as("Ivan");
  ada = academy.as("Ada");
  rita = await acceptedReviewer(academy, "Rita");
});

describe("POST credential", () => {
  it("makes a draft at step 0 without a price", async () => {
    const draft = answered(await ivan.call(credential.create, { credential_details: details }));
    expect(draft).toMatchObject({
      status: "draft",
      step: 0,
      price: null,
      version: 1,
      title: "Reading Coach",
      issuer_id: academy.organization_id,
      issuer_name: academy.name,
      created_by: ivan.user_id,
      reviewer_criteria: null,
      credential_details: { scech: 3, entity_type: "draft" },
    });
    expect(draft.cred_id).toBe(draft.credential_id);
  });

  it("makes one draft of one key sent twice", async () => {
    const idempotencyKey = "one-draft-please";
    const [first, second] = await Promise.all([
      ivan.call(credential.create, { credential_details: details }, { idempotencyKey }),
      ivan.call(credential.create, { credential_details: details }, { idempotencyKey }),
    ]);
    expect(answered(first).cred_id).toBe(answered(second).cred_id);
  });

  it("keeps rich text only as far as it is safe", async () => {
    const description = '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x">y</a></p>';
    const draft = answered(await ivan.call(credential.create, { credential_details: { ...details, description } }));
    expect(draft.credential_details.description).toBe('<p>Hi <a rel="noopener noreferrer nofollow">y</a></p>');
  });

  it("refuses a description of which nothing is left once it is safe", async () => {
    const description = "<script>alert(1)</script>";
    const reply = await ivan.call(credential.create, { credential_details: { ...details, description } });
    expect(reply.body.error.fields).toEqual({ "credential_details.description": "Description is required" });
  });

  it("refuses an expiration date that is past where the organization is", async () => {
    const expiration_date = "2020-01-31T00:00:00Z";
    const reply = await ivan.call(credential.create, { credential_details: { ...details, expiration_date } });
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toEqual({ "credential_details.expiration_date": "Invalid Date" });
  });

  it("refuses fields that are not the author's to write", async () => {
    const reply = await ivan.call(credential.create, { credential_details: details, status: "published", price: 1 });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.error.fields ?? {}).sort()).toEqual(["price", "status"]);
  });

  it("keeps a small square PNG as badge image and refuses other pictures, and any without the badge service", async () => {
    const image = (badgrImage: string) =>
      ivan.call(credential.create, { credential_details: { ...details, badgrImage } });
    const gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    expect(await image(gif)).toMatchObject({
      status: 400,
      body: {
        error: { fields: { "credential_details.badgrImage": expect.stringMatching(/needs the badge service/) } },
      },
    });
    await connect(academy, await openAccount(world.control, academy));
    expect((await image(gif)).body.error.message).toBe("You can only upload SVG/PNG file!");
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>').toString("base64")}`;
    const kept = answered(await image(svg)).credential_details.badgrImage;
    expect(kept).toMatch(/^\/media\/[0-9a-f]{64}\.png$/);
    const wide = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0x91, 0, 0, 1, 0x91, 8, 6, 0, 0, 0]).toString("base64")}`;
    expect((await image(wide)).body.error.message).toBe("Invalid Image Size");
  });
});

describe("the wizard's steps", () => {
  it("keep what each of them saved", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const read = answered(await ivan.call(credential.read, { credential_id: draft.cred_id }));
    expect(read).toMatchObject({
      step: 4,
      price: 25,
      review_time: 35,
      reviewer_hourly_rate: 20,
      reviewer_total_pay: 11.67,
      split: { reviewer: 11.67, issuer: 6.66, platform: 4, organization: 2.67 },
      assigned_reviewers: [rita.user_id],
      reviewers: [{ user_id: rita.user_id, first_name: "Rita", title: "Reading specialist" }],
      created_user: "Ivan Rivers",
      reviewer_criteria: { category: 1, skills: [{ skill_id: 1001, name: "Lesson planning" }, { skill_id: 1002 }] },
    });
    expect(read.scores_and_submissions.sections.map(({ title }) => title)).toEqual(["Plan", "Evidence"]);
    expect(read.scores_and_submissions.sections[1]?.rubric_ext).toMatchObject({
      count: 2,
      completed: 20,
      tableValid: true,
    });
  });

  it("write nothing for a save that changes nothing", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const same = {
      credential_id: draft.cred_id,
      version: draft.version,
      step: 0 as const,
      credential_details: details,
    };
    expect(answered(await ivan.call(credential.update, same)).version).toBe(draft.version);
  });

  it("refuse the slower of two tabs with one draft, and keep what the faster saved", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const save = (title: string) =>
      ivan.call(credential.update, {
        credential_id: draft.cred_id,
        version: draft.version,
        step: 0,
        credential_details: { ...details, title },
      });
    const replies = await Promise.all([save("From the left tab"), save("From the right tab")]);
    const [won, lost] = replies.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body.error).toEqual({ code: "credential.changed", message: "Failed to update credential !" });
    const read = answered(await ivan.call(credential.read, { credential_id: draft.cred_id }));
    expect(read.title).toBe(answered(won!).title);
  });

  it("refuse a step without its part, and another step's part", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const base = { credential_id: draft.cred_id, version: draft.version };
    const missing = await ivan.call(credential.update, { ...base, step: 4 });
    expect(missing.body.error.fields).toEqual({ price: "Include this step." });
    const wrong = await ivan.call(credential.update, { ...base, step: 4, price: 1, credential_details: details });
    expect(wrong.body.error.fields).toEqual({ credential_details: "This belongs to another step." });
  });

  it("refuse a skill of another category and a stranger as reviewer", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 2 });
    const base = { credential_id: draft.cred_id, version: draft.version };
    const skills = [{ skill_id: 2001, name: "" }];
    const skill = await ivan.call(credential.update, { ...base, step: 2, reviewer_criteria: { ...criteria, skills } });
    expect(skill.body.error.fields).toEqual({ "reviewer_criteria.skills": "Choose skills from this category." });
    for (const stranger of [academy.as("Lena"), academy.as("Rob")]) {
      const assigned_reviewers = [stranger.user_id];
      const reply = await ivan.call(credential.update, { ...base, step: 3, assigned_reviewers });
      expect([reply.status, reply.body.error.code]).toEqual([400, "credential.reviewer-unknown"]);
    }
  });

  it("keep a file for the reviewers that came along, and let it be kept or dropped", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    const save = (version: number, support_attachment: object | null) =>
      ivan.call(credential.update, {
        credential_id: draft.cred_id,
        version,
        step: 2 as const,
        reviewer_criteria: { ...criteria, support_attachment },
      });
    const file = { attach_name: "How to judge.pdf", attach_type: "application/pdf" };
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const sent = answered(await save(draft.version, { ...file, value: base64("%PDF-1.7 how to judge") }));
    const kept = sent.reviewer_criteria?.support_attachment;
    expect(kept).toMatchObject({ attach_name: "How to judge.pdf", attach_type: "application/pdf" });
    const link = answered(await ada.call(contract.file.download, { key: kept!.key }));
    expect(link.name).toBe("How to judge.pdf");
    const again = answered(await save(sent.version, { ...file, key: kept!.key }));
    expect(again.reviewer_criteria?.support_attachment).toEqual(kept);
    expect(answered(await save(again.version, null)).reviewer_criteria?.support_attachment).toBeNull();

    const fake = await save(again.version + 1, { ...file, value: base64("not a PDF") });
    expect([fake.status, fake.body.error.code]).toEqual([400, "file.refused"]);
    const foreign = await save(again.version + 1, { ...file, key: "support/org_x/usr_x/fil_x/a.pdf" });
    expect(foreign.status).toBe(404);
  });

  it("refuse attachments that nobody uploaded", async () => {
    const attachments = [{ key: "resources/org_x/usr_x/fil_x/a.pdf", name: "a.pdf" }];
    const reply = await ivan.call(credential.create, { credential_details: { ...details, attachments } });
    expect([reply.status, reply.body.error.code]).toEqual([404, "resource.not-found"]);
  });

  it("refuse files that have not passed their checks, keep the draft as it was, and give them to nobody", async () => {
    const { cred_id: credential_id, version } = await writeDraft(ivan, [rita]);
    const draft = answered(await ivan.call(credential.read, { credential_id }));
    const base = { credential_id, version };
    const [unchecked, virus] = await Promise.all([
      intent(ivan, "resources", "guide.pdf", pdf.length),
      intent(ivan, "support", "guide.txt", testVirus.length),
    ]);
    await post(unchecked, pdf);
    await post(virus, testVirus);
    expect((await ivan.call(contract.file.confirm, { key: virus.key })).body.error.message).toContain("malware");

    const attachments = [{ key: unchecked.key, name: "guide.pdf" }];
    const support_attachment = { attach_name: "guide.txt", attach_type: "text/plain", key: virus.key };
    const sent = { attach_name: "guide.txt", attach_type: "text/plain", value: testVirus.toString("base64") };
    const replies = await Promise.all([
      ivan.call(credential.create, { credential_details: { ...details, attachments } }),
      ivan.call(credential.update, { ...base, step: 0, credential_details: { ...details, attachments } }),
      ivan.call(credential.update, { ...base, step: 2, reviewer_criteria: { ...criteria, support_attachment } }),
      ivan.call(credential.update, { ...base, step: 2, reviewer_criteria: { ...criteria, support_attachment: sent } }),
    ]);
    expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual([
      ...Array(3).fill([409, "file.not-clean"]),
      [400, "file.refused"],
    ]);
    expect(replies[0]!.body.error.message).toBe("This file didn’t pass our checks. Upload it again.");
    expect(replies[3]!.body.error.message).toBe("This file contains malware.");
    expect(answered(await ivan.call(credential.read, { credential_id }))).toEqual(draft);
    for (const person of [ivan, ada, rita]) {
      for (const { key } of [unchecked, virus])
        expect((await person.call(contract.file.download, { key })).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("name the reviewer's pay when the price does not cover it", async () => {
    const draft = await writeDraft(ivan, [rita], { upTo: 3 });
    const base = { credential_id: draft.cred_id, version: draft.version };
    const reply = await ivan.call(credential.update, { ...base, step: 4, price: 11 });
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toEqual({ price: "The price must be 0 or at least $11.67, the reviewer’s pay." });
    expect(answered(await ivan.call(credential.read, { credential_id: draft.cred_id }))).toMatchObject({
      version: draft.version,
      price: null,
    });
    expect((await ivan.call(credential.update, { ...base, step: 4, price: 0 })).status).toBe(200);
  });
});

describe("POST credential/sections", () => {
  it("keeps ids, takes in the new, lets go of those left out", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    const [plan, evidence] = draft.scores_and_submissions.sections;
    const data = [
      { ...sections[1]!, section_id: evidence!.section_id, title: "Proof" },
      { ...sections[0]!, title: "Reflection" },
    ];
    const saved = answered(
      await ivan.call(credential.saveSections, { credential_id: draft.cred_id, version: draft.version, data }),
    );
    const after = saved.scores_and_submissions.sections;
    expect(after.map(({ title }) => title)).toEqual(["Proof", "Reflection"]);
    expect(after[0]?.section_id).toBe(evidence!.section_id);
    expect(after.map(({ section_id }) => section_id)).not.toContain(plan!.section_id);
    const read = answered(await ivan.call(credential.read, { credential_id: draft.cred_id }));
    expect(read.scores_and_submissions.sections).toEqual(after);
  });

  it("answers the same again when the same is sent again, and refuses another save made over it", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const seen = { credential_id: draft.cred_id, version: draft.version };
    const save = (data: typeof sections) => ivan.call(credential.saveSections, { ...seen, data });
    const saved = answered(await save(sections));
    expect(answered(await save(sections))).toEqual(saved);
    const other = await save([{ ...sections[0]!, title: "Another" }, ...sections.slice(1)]);
    expect(other.body.error.code).toBe("credential.changed");
    expect(answered(await ivan.call(credential.read, { credential_id: draft.cred_id }))).toMatchObject(saved);
  });

  it.each([
    ["a rubric without criteria", [{ ...sections[0]!, rubric: "" }], "data.0.rubric", "Rubric cannot be empty"],
    [
      "a rubric of nothing safe",
      [{ ...sections[0]!, rubric: "<script>x</script>" }],
      "data.0.rubric",
      "Rubric cannot be empty",
    ],
    [
      "two of one title",
      [sections[0]!, { ...sections[1]!, title: "PLAN" }],
      "data.1.title",
      "The title of the section already exists, try another!",
    ],
    [
      "an eleventh section",
      Array.from({ length: 11 }, (_, at) => ({ ...sections[0]!, title: `${at}` })),
      "data",
      "A credential has at most 10 sections.",
    ],
  ])("refuses %s", async (_, data, field, message) => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const reply = await ivan.call(credential.saveSections, {
      credential_id: draft.cred_id,
      version: draft.version,
      data,
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toEqual({ [field]: message });
    expect(answered(await ivan.call(credential.read, { credential_id: draft.cred_id }))).toMatchObject(draft);
  });

  it("does not know the section of another credential", async () => {
    const [one, other] = [await writeDraft(ivan, [], { upTo: 1 }), await writeDraft(ivan, [], { upTo: 0 })];
    const data = [{ ...sections[0]!, section_id: one.scores_and_submissions.sections[0]!.section_id }];
    const reply = await ivan.call(credential.saveSections, {
      credential_id: other.cred_id,
      version: other.version,
      data,
    });
    expect([reply.status, reply.body.error.code]).toEqual([404, "resource.not-found"]);
  });
});

describe("DELETE credential/section", () => {
  it("removes one and keeps the order of the others", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    const { section_id } = draft.scores_and_submissions.sections[0]!;
    const input = { credential_id: draft.cred_id, section_id, version: draft.version };
    const saved = answered(await ivan.call(credential.removeSection, input));
    expect(saved.scores_and_submissions.sections.map(({ title }) => title)).toEqual(["Evidence"]);
    expect(saved.review_time).toBe(20);
    const again = await ivan.call(credential.removeSection, input);
    expect([again.status, again.body.error.code]).toEqual([404, "resource.not-found"]);
  });

  it("refuses once the credential is submitted by its issuer", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const sent = answered(await ivan.call(credential.publish, { credential_id: draft.cred_id }));
    const { section_id } = sent.scores_and_submissions.sections[0]!;
    const input = { credential_id: sent.cred_id, section_id, version: sent.version };
    const reply = await ivan.call(credential.removeSection, input);
    expect([reply.status, reply.body.error.code]).toEqual([409, "credential.not-editable"]);
    expect((await ada.call(credential.removeSection, { ...input, version: sent.version - 1 })).body.error.code).toBe(
      "credential.changed",
    );
  });
});

describe("credential/potential/reviewers and credential/reviewer/users", () => {
  it("offers accepted reviewers with matching skills first and says who is assigned", async () => {
    const ray = await acceptedReviewer(academy, "Ray", [{ skill_id: 1003, name: "" }]);
    const draft = await writeDraft(ivan, [rita], { upTo: 3 });
    const ours: PotentialReviewer[] = []; // those of other organizations who match stand between them, page by page
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const wanted = { credential_id: draft.cred_id, limit: 100, offset };
      const offered = answered(await ivan.call(credential.listPotentialReviewers, wanted));
      ours.push(...offered.data.filter(({ own_organization }) => own_organization));
      total = offered.total;
    }
    expect(ours.map(({ user_id }) => user_id)).toEqual([rita.user_id, ray.user_id]);
    expect(ours).toMatchObject([
      { matching_skills: 1, assigned: true },
      { matching_skills: 0, assigned: false },
    ]);

    const change = { credential_id: draft.cred_id, add: [ray.user_id], remove: [rita.user_id] };
    const after = answered(await ivan.call(credential.assignReviewers, change));
    expect(after.assigned_reviewers).toEqual([ray.user_id]);
    const stranger = await ivan.call(credential.assignReviewers, { ...change, add: [academy.as("Lena").user_id] });
    expect(stranger.body.error.code).toBe("credential.reviewer-unknown");
  });

  it("shows who was chosen before the category changed after better matches", async () => {
    const school = await world.newOrganization("Matching School");
    const [chosen, counselor] = [
      await acceptedReviewer(school, "Rita"),
      await acceptedReviewer(
        school,
        "Ray",
        [2121, 2001].map((skill_id) => ({ skill_id, name: "" })),
        2,
      ),
    ];
    const issuer = school.as("Ivan");
    const draft = await writeDraft(issuer, [chosen], { upTo: 3 });
    const id = { credential_id: draft.cred_id };
    const reviewer_criteria = { ...criteria, category: 2, skills: [{ skill_id: 2001, name: "" }] };
    answered(await issuer.call(credential.update, { ...id, version: draft.version, step: 2, reviewer_criteria }));
    const ours: PotentialReviewer[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const offered = answered(await issuer.call(credential.listPotentialReviewers, { ...id, limit: 100, offset }));
      ours.push(...offered.data.filter(({ own_organization }) => own_organization));
      total = offered.total;
    }
    expect(ours).toMatchObject([
      { user_id: counselor.user_id, assigned: false, matching_skills: 1 },
      { user_id: chosen.user_id, assigned: true, matching_skills: 0 },
    ]);
  });

  it("keeps at least one reviewer on a credential that is submitted", async () => {
    const draft = await writeDraft(ivan, [rita]);
    await ivan.call(credential.publish, { credential_id: draft.cred_id });
    const reply = await ivan.call(credential.assignReviewers, { credential_id: draft.cred_id, remove: [rita.user_id] });
    expect(reply.body.error.message).toBe("Please select at least one reviewer to review this credential");
  });
});

it("another organization's credential is not found, in every call that names one", async () => {
  const elsewhere = await world.newOrganization("Fabrikam Institute");
  const draft = await writeDraft(ivan, [rita]);
  const abe = elsewhere.as("Ada");
  for (const person of [abe, elsewhere.as("Lena")]) await person.token();
  const { section_id } = draft.scores_and_submissions.sections[0]!;
  const id = { credential_id: draft.cred_id };
  const seen = { ...id, version: draft.version };
  const replies = await Promise.all([
    abe.call(credential.read, id),
    abe.call(credential.update, { ...seen, step: 4, price: 0 }),
    abe.call(credential.saveSections, { ...seen, data: sections }),
    abe.call(credential.removeSection, { ...seen, section_id }),
    abe.call(credential.publish, id),
    abe.call(credential.approve, id),
    abe.call(credential.reject, { ...id, feedback: "no" }),
    abe.call(credential.close, id),
    abe.call(credential.listPotentialReviewers, id),
    abe.call(credential.assignReviewers, { ...id, add: [] }),
    abe.call(credential.listApplicants, { cred_id: draft.cred_id }),
    elsewhere.as("Lena").call(credential.apply, id),
    elsewhere.as("Lena").call(credential.read, id),
    elsewhere.as("Rita").call(credential.read, id),
  ]);
  for (const { status, body } of replies) {
    expect(status).toBe(404);
    expect(body.error).toEqual({
      code: "resource.not-found",
      message: "We couldn’t find this, or you don’t have access to it.",
    });
  }
  expect(answered(await ivan.call(credential.read, id)).version).toBe(draft.version);
});
