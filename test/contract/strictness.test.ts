import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { criteria, details, publishedCredential, sections, writeDraft } from "../support/fixtures/credential.ts";
import { pdf } from "../support/fixtures/file.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { auth, credential, file, organization, reviewer, user, review } = contract;

let academy: Organization;
let ada: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Strict Academy");
  ada = academy.as("Ada");
});

/** What is said of each field of a refusal. */
const fieldsOf = ({ status, body }: { status: number; body: { error?: { fields?: object } } }) => [
  status,
  Object.keys(body.error?.fields ?? {}),
];

describe("a name", () => {
  test("is kept as it is seen", async () => {
    const lena = academy.as("Lena");
    const typed = { first_name: "Le\u200bna\u0000", last_name: "\u202eRivers \ud800" };
    const saved = await lena.call(user.update, { user_id: lena.user_id, ...typed });
    expect(saved.body.data).toMatchObject({ first_name: "Lena", last_name: "Rivers" });
    const empty = await lena.call(user.update, { user_id: lena.user_id, first_name: "\u200b\u2060", last_name: "R" });
    expect(fieldsOf(empty)).toEqual([400, ["first_name"]]);
  });

  test("of an organization is another's when it looks like it, in whatever case, spaces and forms of letters", async () => {
    const name = `Ｌighthouse ﬁne ${academy.organization_id.slice(-8)}`;
    const description = "A school.";
    const sam = world.as("Sam");
    expect((await sam.call(organization.create, { name, description })).status).toBe(200);
    const plain = name.normalize("NFKC");
    for (const other of [
      plain,
      plain.toUpperCase(),
      plain.replaceAll(" ", "  "),
      plain.replace("fine", "fi\u200bne"),
    ]) {
      const answer = await sam.call(organization.create, { name: other, description });
      expect([other, ...fieldsOf(answer)]).toEqual([other, 409, ["name"]]);
    }
    const renamed = await ada.call(organization.rename, { orgName: plain.toLowerCase() });
    expect(fieldsOf(renamed)).toEqual([409, ["orgName"]]);
  });

  test("of an organization from before is another's still, and is given free with it", async () => {
    const name = `Straße ${academy.organization_id.slice(-8)}`;
    const sam = world.as("Sam");
    const made = await sam.call(organization.create, { name, description: "A school." });
    const { organization_id } = made.body.data;
    const everything = await world.control.everything();
    const kept = everything.find(
      ({ pk, organization_id: of }) => `${pk}`.startsWith("ORGNAME#") && of === organization_id,
    )!;
    const former = { ...kept, pk: `ORGNAME#${name.toLowerCase()}` };
    await world.control.put([former]);
    const again = await sam.call(organization.create, { name, description: "Another." });
    expect(fieldsOf(again)).toEqual([409, ["name"]]);
    const input = { organization_id, name: `${name} new`, description: "A school." };
    expect((await sam.call(organization.update, input)).status).toBe(200);
    expect(await world.control.item(former.pk, "UNIQUE")).toBeNull();
    expect(await world.control.item(`${kept.pk}`, "UNIQUE")).toBeNull();
  });

  test("of a section or of a custom role is there once to the eye", async () => {
    const draft = await writeDraft(academy.as("Ivan"), [], { upTo: 1 });
    const { cred_id: credential_id, version } = draft;
    const twice = [sections[0]!, { ...sections[1]!, title: "  ＰLAN\u200b " }];
    const saved = await academy.as("Ivan").call(credential.saveSections, { credential_id, version, data: twice });
    expect(fieldsOf(saved)).toEqual([400, ["data.1.title"]]);
    expect((await ada.call(organization.createRole, { name: "Course helper", role_perms: ["Read"] })).status).toBe(200);
    const role = await ada.call(organization.createRole, { name: "ＣOURSE  helper", role_perms: ["Read"] });
    expect(fieldsOf(role)).toEqual([409, ["name"]]);
  });

  test("of a custom role is none that every organization has, and Global alone gives nothing to widen", async () => {
    for (const name of ["Admin", "super admin", "ＩSSUER", "learn\u200ber"])
      expect([name, ...fieldsOf(await ada.call(organization.createRole, { name, role_perms: ["Read"] }))]).toEqual([
        name,
        400,
        ["name"],
      ]);
    const alone = await ada.call(organization.createRole, { name: "Everywhere", role_perms: ["Global"] });
    expect(fieldsOf(alone)).toEqual([400, ["role_perms"]]);
  });
});

describe("a request", () => {
  const post = async (body: string, type = "application/json") =>
    ada.send("POST", "/api/orgroletype", {
      body,
      headers: { "content-type": type, authorization: `Bearer ${await ada.token()}` },
    });

  test("says each thing once", async () => {
    const twice = await post('{"name":"One","name":"Two","role_perms":["Read"]}');
    expect(fieldsOf(twice as never)).toEqual([400, ["name"]]);
  });

  test("is JSON, and says so", async () => {
    const body = JSON.stringify({ name: "Plain", role_perms: ["Read"] });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
      expect([type, ...fieldsOf((await post(body, type)) as never)]).toEqual([type, 400, ["content-type"]]);
    expect((await post(body, "application/json; charset=utf-8")).status).toBe(200);
  });

  test("has no field that its call does not know, however deep it lies", async () => {
    const credential_details = { ...details, colour: "red" };
    expect(fieldsOf(await ada.call(credential.create, { credential_details } as never))).toEqual([
      400,
      ["credential_details.colour"],
    ]);
    const invitations = [{ email: "a@strict.test", role: 5, admin: true }];
    expect(fieldsOf(await ada.call(organization.inviteUsers, { invitations } as never))).toEqual([
      400,
      ["invitations.0.admin"],
    ]);
  });

  test("names numbers by their digits", async () => {
    const invitations = [{ email: "a@strict.test", role: [5] }];
    expect(fieldsOf(await ada.call(organization.inviteUsers, { invitations } as never))).toEqual([
      400,
      ["invitations.0.role"],
    ]);
    for (const limit of ["0x10", "1e1", "+5", "5.0", ""])
      expect([limit, ...fieldsOf(await ada.call(organization.listUsers, { limit } as never))]).toEqual([
        limit,
        400,
        ["limit"],
      ]);
  });

  test("for a state that there is none of does not mean all", async () => {
    expect(fieldsOf(await ada.call(credential.list, { status: "bogus" }))).toEqual([400, ["status"]]);
    for (const status of ["all", "Pending", "published"])
      expect((await ada.call(credential.list, { status })).status).toBe(200);
  });

  test("that names somebody else than it can be about is refused, not answered for another", async () => {
    const rita = academy.as("Rita");
    expect(fieldsOf(await rita.call(reviewer.create, { ...profile, user_id: ada.user_id }))).toEqual([
      400,
      ["user_id"],
    ]);
    await acceptedReviewer(academy, "Rita");
    const credential_id = await publishedCredential(academy, [rita]);
    const work = await accepted(academy.as("Lena"), credential_id, rita);
    const grading = { ...verdict(work, 0), reviewer_id: ada.user_id };
    expect(fieldsOf(await rita.call(review.acceptSection, grading))).toEqual([400, ["reviewer_id"]]);
    const own = { ...verdict(work, 0), reviewer_id: rita.user_id };
    expect((await rita.call(review.acceptSection, own)).status).toBe(200);
  });
});

test("what a credential's steps answered can be sent back whole, but for another credential", async () => {
  const ivan = academy.as("Ivan");
  const draft = await writeDraft(ivan, [], { upTo: 2 });
  const { cred_id: credential_id, version } = draft;
  const { credential_details, reviewer_criteria } = draft;
  const data = draft.scores_and_submissions.sections;
  const update = (fields: object) => ivan.call(credential.update, { credential_id, version, ...fields } as never);
  const answers = [
    await update({ step: 0, credential_details }),
    await ivan.call(credential.saveSections, { credential_id, version, data } as never),
    await update({ step: 2, reviewer_criteria }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([200, undefined]));
  expect(answers.map(({ body }) => body.data.version)).toEqual([version, version, version]); // nothing has changed
  // as the list of skills to choose from has them, too
  const { skills } = (await ivan.call(credential.listJobSkills, { job_id: reviewer_criteria!.category })).body.data;
  const chosen = { ...reviewer_criteria!, skills: skills.slice(0, 2) };
  const saved = await update({ step: 2, reviewer_criteria: chosen });
  expect(saved.body.data.reviewer_criteria?.skills).toEqual(
    skills.slice(0, 2).map(({ skill_id, name }) => ({ skill_id, name })),
  );
  const others = data.map((section) => ({ ...section, cred_id: "crd_0" }));
  const refused = await ivan.call(credential.saveSections, { credential_id, version, data: others } as never);
  expect(fieldsOf(refused)).toEqual([400, ["data.0.cred_id"]]);
});

describe("a form", () => {
  test("takes no description that shows nothing", async () => {
    for (const description of ["<p>\u200b</p>", "<p>&nbsp;</p>", "<p>\u2800</p>", "<img src=x>"])
      expect([
        description,
        ...fieldsOf(await ada.call(credential.create, { credential_details: { ...details, description } })),
      ]).toEqual([description, 400, ["credential_details.description"]]);
    expect(fieldsOf(await ada.call(organization.update, { name: academy.name, description: "\u200b" }))).toEqual([
      400,
      ["description"],
    ]);
  });

  test("takes as many characters of rich text as it says, in any script, and all verdicts of a round as one item holds", async () => {
    const { cred_id: credential_id, version } = await writeDraft(academy.as("Ivan"), [], { upTo: 0 });
    const [long, text] = [50_000, 20_000].map((characters) => `<p>${"讲".repeat(characters - 7)}</p>`);
    const credential_details = {
      ...details,
      description: long!,
      score_description: text!,
      credential_resources: text!,
    };
    const save = (more: object = {}) =>
      academy.as("Ivan").call(credential.update, {
        credential_id,
        version,
        step: 0,
        credential_details: { ...credential_details, ...more },
      });
    expect(fieldsOf(await save({ description: `${long}讲` }))).toEqual([400, ["credential_details.description"]]);
    expect((await save()).body.data.credential_details).toMatchObject({ description: long, score_description: text });
    const verdicts = Array.from({ length: 6 }, (_, at) => ({
      section_id: `sec_${at}`,
      status: "rejected" as const,
      feedback: text!,
    }));
    const decided = { credential_job_id: "job_0", reason: "Long.", verdicts };
    expect(fieldsOf(await ada.call(review.adjudicate, decided))).toEqual([400, ["verdicts"]]);
    const fewer = await ada.call(review.adjudicate, { ...decided, verdicts: verdicts.slice(1) });
    expect(fewer.body.error.code).toBe("resource.not-found");
  });

  test("takes a time zone of the list, or the one that is kept", async () => {
    const sent = { name: academy.name, description: "A school." };
    for (const timezone of ["Etc/GMT+5", "UTC", "EST5EDT", "Atlantic/Reykjavik", "Mars/Base", "America/new_york"])
      expect([timezone, ...fieldsOf(await ada.call(organization.update, { ...sent, timezone }))]).toEqual([
        timezone,
        400,
        ["timezone"],
      ]);
    expect((await ada.call(organization.update, { ...sent, timezone: "Europe/London" })).status).toBe(200);
  });

  test("takes no support link into the sender's own network, and no path in the name of a file", async () => {
    const draft = await writeDraft(academy.as("Ivan"), [], { upTo: 1 });
    const save = (changes: object) =>
      academy.as("Ivan").call(credential.update, {
        credential_id: draft.cred_id,
        version: draft.version,
        step: 2,
        reviewer_criteria: { ...criteria, ...changes },
      });
    for (const support_link of ["http://169.254.169.254/latest/meta-data", "http://[fe80::1]/", "http://localhost/"])
      expect([support_link, ...fieldsOf(await save({ support_link }))]).toEqual([
        support_link,
        400,
        ["reviewer_criteria.support_link"],
      ]);
    const value = pdf.toString("base64");
    for (const attach_name of ["../../etc/passwd.pdf", "a\\b.pdf", "\u200b"]) {
      const support_attachment = { attach_name, attach_type: "application/pdf", value };
      expect([attach_name, ...fieldsOf(await save({ support_attachment }))]).toEqual([
        attach_name,
        400,
        ["reviewer_criteria.support_attachment.attach_name"],
      ]);
    }
    const upload = { name: "../x.pdf", size: 10, folder: "resources" } as const;
    expect(fieldsOf(await ada.call(file.upload, upload))).toEqual([400, ["name"]]);
  });

  test("takes an education that can be true", async () => {
    const overview = "<p>Twenty years in classrooms.</p>";
    const studied = { degree_id: 1, institution: "Lakeside", study_began: "2010-09-01" };
    const ray = academy.as("Ray");
    expect((await ray.call(reviewer.create, profile)).status).toBe(200);
    const saved = (study_complete: string) =>
      ray.call(reviewer.saveProfile, { title: "Reader", overview, educations: [{ ...studied, study_complete }] });
    expect(fieldsOf(await saved("2076-06-30"))).toEqual([400, ["educations.0.study_complete"]]);
    expect((await saved("2012-06-30")).status).toBe(200);
    const read = (await ray.call(reviewer.readInfo, {})).body.data.educations;
    const named = read.map((education) => ({ ...education, field_name: "Alchemy" }));
    const sent = { title: "Reader", overview, educations: named };
    expect((await ray.call(reviewer.saveProfile, sent)).status).toBe(200);
    expect((await ray.call(reviewer.readInfo, {})).body.data.educations).toEqual(read);
  });
});

test("a sign-up accepts terms that there are", async () => {
  const sent = {
    first_name: "A",
    last_name: "B",
    email: "a@strict.test",
    password: "a lamp in the harbour",
    token: "x",
  };
  const answer = await world.anyone.call(auth.signup, { ...sent, terms_version: "1999-01-01" } as never);
  expect(fieldsOf(answer)).toEqual([400, ["terms_version"]]);
});
