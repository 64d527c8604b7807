import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { Credential } from "../../shared/credential/credential.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publish, publishedCredential, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential } = contract;

let academy: Organization;
let rita: Person;
let live: Credential;
let draft: Credential;

beforeAll(async () => {
  academy = await world.newOrganization();
  rita = await acceptedReviewer(academy, "Rita");
  draft = await writeDraft(academy.as("Ivan"), [rita]);
  live = await publish(academy.as("Pia"), [rita], { title: "Number Talks" });
});

describe("GET credential/details", () => {
  const read = async (person: Person, { cred_id }: Credential) =>
    person.call(credential.read, { credential_id: cred_id });

  it("shows staff everything, the split to the admin alone", async () => {
    expect(answered(await read(academy.as("Ada"), live)).split).toBeDefined();
    const forIvan = answered(await read(academy.as("Ivan"), live));
    expect(forIvan.split).toBeUndefined();
    expect(forIvan.reviewer_criteria?.notes).toBe("<p>Be kind and exact.</p>");
    expect(forIvan.assigned_reviewers).toEqual([rita.user_id]);
  });

  it("shows a learner what is published, without people, pay and notes", async () => {
    const shown = answered(await read(academy.as("Lena"), live));
    expect(shown).toMatchObject({ title: "Number Talks", price: 25, submission_status: "", review_time: 35 });
    expect(shown.scores_and_submissions.sections).toHaveLength(2);
    expect(Object.keys(shown.reviewer_criteria ?? {}).sort()).toEqual([
      "ai_policy",
      "appeals",
      "calibration",
      "category",
      "clock",
      "cred_id",
      "second_review",
      "skills",
      "skills_ext",
    ]);
    for (const hidden of [
      "created_by",
      "created_user",
      "assigned_reviewers",
      "reviewers",
      "reviewer_total_pay",
      "split",
    ])
      expect(shown).not.toHaveProperty(hidden);
    expect((await read(academy.as("Lena"), draft)).status).toBe(404);
  });

  it("shows a learner of another organization the same", async () => {
    const elsewhere = await world.newOrganization("Fabrikam Institute");
    expect(answered(await read(elsewhere.as("Lena"), live)).issuer_name).toBe(academy.name);
  });

  it("shows a learner the state of the own application", async () => {
    const leo = academy.as("Leo");
    const { application_id } = answered(await leo.call(credential.apply, { credential_id: live.cred_id }));
    expect(answered(await read(leo, live))).toMatchObject({ submission_status: "applied", application_id });
  });

  it("shows a reviewer what they may review, with pay and notes", async () => {
    const shown = answered(await read(rita, live));
    expect(shown.reviewer_total_pay).toBe(11.67);
    expect(shown.reviewer_criteria?.job_description).toBe(shown.reviewer_criteria?.description);
    expect(shown).not.toHaveProperty("assigned_reviewers");
    expect((await read(rita, draft)).status).toBe(404);
    expect((await read(academy.as("Rob"), live)).status).toBe(404);
  });

  it("shows a custom role with Read its own and what is published", async () => {
    expect((await read(academy.as("Cy"), live)).status).toBe(200);
    expect((await read(academy.as("Cy"), draft)).status).toBe(404);
  });
});

describe("GET credential/list", () => {
  it("counts and lists by state and creator", async () => {
    const org = await world.newOrganization();
    const [ivan, isa] = [org.as("Ivan"), org.as("Isa")];
    for (const author of [ivan, ivan, isa]) await writeDraft(author, [], { upTo: 0 });
    const list = async (input: object) => answered(await org.as("Ada").call(credential.list, input));
    const all = await list({ org_id: org.organization_id });
    expect(all).toMatchObject({ total: 3, totals: { all: 3, draft: 3, published: 0 } });
    expect(all.credentials.map(({ cred_id }) => cred_id)).toEqual(
      all.credentials
        .map(({ cred_id }) => cred_id)
        .toSorted()
        .reverse(),
    );
    expect((await list({ user_id: ivan.user_id })).total).toBe(2);
    expect((await list({ status: "Draft", user_id: isa.user_id })).total).toBe(1);
    expect((await list({ status: "Pending" })).total).toBe(0);
  });

  it("pages by offset and by cursor to the same rows", async () => {
    const org = await world.newOrganization();
    for (let count = 0; count < 5; count++)
      await writeDraft(org.as("Ivan"), [], { upTo: 0, title: `Credential ${count}` });
    const list = async (input: object) => answered(await org.as("Ada").call(credential.list, input));
    const first = await list({ limit: 2 });
    const byCursor = await list({ limit: 2, cursor: first.cursor });
    expect(byCursor.credentials).toEqual((await list({ limit: 2, offset: 2 })).credentials);
    const last = await list({ limit: 2, offset: 4 });
    expect([first.total, last.credentials.length, last.cursor]).toEqual([5, 1, undefined]);
    expect((await org.as("Ada").call(credential.list, { offset: 10_001 })).body.error.fields?.offset).toContain(
      "cursor",
    );
  });

  it("lists a reviewer what they may review, and a custom role its own and what is published", async () => {
    const forRita = answered(await rita.call(credential.list, {}));
    expect(forRita.credentials.map(({ cred_id }) => cred_id)).toEqual([live.cred_id]);
    expect(forRita.credentials[0]?.issuer_name).toBe(academy.name);
    const cy = academy.as("Cy");
    const listed = async () => answered(await cy.call(credential.list, {})).credentials.map(({ cred_id }) => cred_id);
    expect(await listed()).toEqual([live.cred_id]);
    const own = await writeDraft(cy, [], { upTo: 0 });
    expect(await listed()).toEqual([own.cred_id, live.cred_id]);
    expect(answered(await cy.call(credential.list, { status: "published" })).total).toBe(1);
  });
});

describe("a reviewer's list", () => {
  it("is narrowed by state and creator, with the total of what is meant", async () => {
    const org = await world.newOrganization("Narrow College");
    const reviewer = await acceptedReviewer(org, "Rita");
    const [ada, pia] = [org.as("Ada"), org.as("Pia")];
    const [closed, open] = [await publish(ada, [reviewer]), await publish(ada, [reviewer])];
    const pias = await publish(pia, [reviewer]);
    answered(await ada.call(credential.close, { credential_id: closed.cred_id }));
    const find = async (input: object) => {
      const { credentials, total } = answered(await reviewer.call(credential.list, input));
      return [credentials.map(({ cred_id }) => cred_id).sort(), total];
    };
    expect(await find({ status: "closed" })).toEqual([[closed.cred_id], 1]);
    expect(await find({ user_id: pia.user_id })).toEqual([[pias.cred_id], 1]);
    expect(await find({ status: "published", user_id: ada.user_id })).toEqual([[open.cred_id], 1]);
    expect((await find({ status: "published", limit: 1 }))[1]).toBe(2);
    expect(await find({ status: "draft" })).toEqual([[], 0]);
  });
});

describe("browsing", () => {
  it("says where the own application really stands", async () => {
    const org = await world.newOrganization("Standing College");
    const [reviewer, lena] = [await acceptedReviewer(org, "Rita"), org.as("Lena")];
    const word = `Qux${Date.now().toString(36)}`;
    const free = await publishedCredential(org, [reviewer], { title: word });
    const standing = async () => {
      await world.settle();
      const { credentials } = answered(await lena.call(credential.listOpen, { q: word }));
      return credentials.find(({ cred_id }) => cred_id === free)?.submission_status;
    };
    expect(await standing()).toBe("");
    const work = await accepted(lena, free, reviewer);
    expect(await standing()).toBe("reviewing");
    for (const index of [0, 1] as const)
      answered(await reviewer.call(contract.review.acceptSection, verdict(work, index)));
    expect(await standing()).toBe("completed");
  });
});

describe("searching", () => {
  it("finds credentials by the beginnings of their words, in any case, within the filters", async () => {
    const org = await world.newOrganization("Woodland College");
    const word = `Zyx${Date.now().toString(36)}`;
    const reviewer = await acceptedReviewer(org, "Rita");
    const published = await publish(org.as("Pia"), [reviewer], { title: `${word} fractions` });
    const mine = await writeDraft(org.as("Ivan"), [], { upTo: 0, title: `${word} algebra` });
    await world.settle();
    const find = async (person: Person, input: object) => {
      const { credentials, total } = answered(await person.call(credential.list, input));
      expect(total).toBe(credentials.length);
      return credentials.map(({ cred_id }) => cred_id).sort();
    };
    const text = word.toUpperCase().slice(0, 8);
    const both = [published.cred_id, mine.cred_id].sort();
    expect(await find(org.as("Ada"), { q: text })).toEqual(both);
    expect(await find(org.as("Ada"), { search: text })).toEqual(both);
    expect(await find(org.as("Ada"), { q: `${text} alg` })).toEqual([mine.cred_id]);
    expect(await find(org.as("Ada"), { q: text, status: "Approved" })).toEqual([published.cred_id]);
    expect(await find(org.as("Ada"), { q: text, user_id: org.as("Ivan").user_id })).toEqual([mine.cred_id]);
    expect(await find(academy.as("Ada"), { q: text })).toEqual([]);
    expect(await find(reviewer, { q: text })).toEqual([published.cred_id]);
    expect(await find(reviewer, { q: "nothing" })).toEqual([]);

    const browse = async (input: object) =>
      answered(await academy.as("Lena").call(credential.listOpen, { q: text, ...input })).credentials;
    expect(await browse({})).toMatchObject([{ cred_id: published.cred_id, issuer_name: org.name }]);
    expect(await browse({ price: "free" })).toEqual([]);
    expect(await browse({ price: "paid", category: 1, scech: "true" })).toHaveLength(1);
  });
});

describe("GET credential/open/list", () => {
  const browse = async (person: Person, input: object = {}) => answered(await person.call(credential.listOpen, input));
  const ids = ({ credentials }: { credentials: { cred_id: string }[] }) => credentials.map(({ cred_id }) => cred_id);

  it("shows what is published anywhere, and marks what I applied for", async () => {
    const elsewhere = await world.newOrganization("Fabrikam Institute");
    const lena = elsewhere.as("Lena");
    const all = await browse(lena, { limit: 100 });
    expect(ids(all)).toContain(live.cred_id);
    expect(ids(all)).not.toContain(draft.cred_id);
    answered(await lena.call(credential.apply, { credential_id: live.cred_id }));
    const mine = (await browse(lena, { limit: 100 })).credentials.find(({ cred_id }) => cred_id === live.cred_id);
    expect(mine).toMatchObject({ submission_status: "applied", issuer_name: academy.name, scech: 3, review_time: 35 });
    expect(mine).not.toHaveProperty("created_by");
  });

  it("filters by category, price and continuing-education credit, and forgets what is closed", async () => {
    const free = await publish(academy.as("Pia"), [rita], { price: 0 });
    const lena = academy.as("Lena");
    const top = { limit: 100 };
    expect(ids(await browse(lena, { ...top, price: "free" }))).toContain(free.cred_id);
    expect(ids(await browse(lena, { ...top, price: "paid" }))).not.toContain(free.cred_id);
    expect(ids(await browse(lena, { ...top, category: 1, price: "free", scech: "true" }))).toContain(free.cred_id);
    expect(ids(await browse(lena, { ...top, category: 2 }))).not.toContain(free.cred_id);
    expect(ids(await browse(lena, { ...top, scech: "false" }))).not.toContain(free.cred_id);
    const { cred_id, version } = free;
    const priced = { credential_id: cred_id, version, step: 4 as const, price: 50 };
    answered(await academy.as("Pia").call(credential.update, priced));
    expect(ids(await browse(lena, { ...top, price: "paid" }))).toContain(cred_id);
    expect(ids(await browse(lena, { ...top, price: "free" }))).not.toContain(cred_id);
    answered(await academy.as("Ada").call(credential.close, { credential_id: cred_id }));
    expect(ids(await browse(lena, top))).not.toContain(cred_id);
  });

  it("is for learners and custom roles", async () => {
    expect((await academy.as("Cy").call(credential.listOpen, {})).status).toBe(200);
    for (const name of ["Ada", "Ivan", "Pia", "Rita"] as const)
      expect((await academy.as(name).call(credential.listOpen, {})).status).toBe(403);
  });
});

describe("lookups", () => {
  it("answer everybody who is signed in", async () => {
    const person = academy.as("Rob");
    const { degrees } = answered(await person.call(credential.listDegrees));
    const { fields } = answered(await person.call(credential.listFields));
    const { certifications } = answered(await person.call(credential.listCertifications));
    expect([degrees.length >= 25, fields.length >= 60, certifications.length >= 40]).toEqual([true, true, true]);
    const { categories } = answered(await person.call(credential.listJobCategories));
    expect(categories.map(({ name }) => name)).toEqual(["Teachers", "Counselors", "Leadership"]);
  });

  it("give skills of a category, twenty at first and as many as asked for", async () => {
    const skills = async (input: { job_id: number; limit?: number }) =>
      answered(await academy.as("Rob").call(credential.listJobSkills, input));
    const first = await skills({ job_id: 1 });
    const more = await skills({ job_id: 1, limit: 40 });
    expect([first.skills.length, more.skills.length]).toEqual([20, 40]);
    expect(more.skills.slice(0, 20)).toEqual(first.skills);
    const totals = await Promise.all([1, 2, 3].map(async (job_id) => (await skills({ job_id })).total));
    expect(totals.reduce((sum, total) => sum + total)).toBeGreaterThanOrEqual(350);
    expect((await academy.as("Rob").call(credential.listJobSkills, { job_id: 4 })).status).toBe(400);
  });

  it("need a token", async () => {
    expect((await world.anyone.call(credential.listDegrees)).status).toBe(401);
  });
});
