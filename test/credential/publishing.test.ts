import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import { details, publish, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential } = contract;

let academy: Organization;
let ivan: Person;
let ada: Person;
let pia: Person;
let rita: Person;
let lena: Person;

beforeAll(async () => {
  academy = await world.newOrganization();
  [ivan, ada, pia, lena] = [academy.as("Ivan"), academy.as("Ada"), academy.as("Pia"), academy.as("Lena")];
  rita = await acceptedReviewer(academy, "Rita");
});

const later = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

describe("POST credential/publish", () => {
  it("submits an issuer's credential and publishes a publisher's", async () => {
    const [mine, live] = [await writeDraft(ivan, [rita]), await writeDraft(pia, [rita])];
    const sent = answered(await ivan.call(credential.publish, { credential_id: mine.cred_id }));
    expect(sent).toMatchObject({ status: "submitted", step: 5, revision: 0 });
    const published = answered(await pia.call(credential.publish, { credential_id: live.cred_id }));
    expect(published).toMatchObject({ status: "published", step: 5, revision: 1 });
    expect(published.published_on).toBeDefined();
  });

  it("answers the present state to a repeat by the same person, and refuses anybody else's", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const id = { credential_id: draft.cred_id };
    const first = answered(await ivan.call(credential.publish, id));
    expect(answered(await ivan.call(credential.publish, id)).version).toBe(first.version);
    expect((await pia.call(credential.publish, id)).body.error.code).toBe("credential.wrong-state");
  });

  it("publishes once when two ask at the same time", async () => {
    const draft = await writeDraft(pia, [rita]);
    const id = { credential_id: draft.cred_id };
    const replies = await Promise.all([pia.call(credential.publish, id), ada.call(credential.publish, id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answered(await ada.call(credential.read, id)).revision).toBe(1);
  });

  it.each([
    [0, "Add at least one section."],
    [1, "Job Description is required"],
    [2, "Please select at least one reviewer to review this credential"],
    [3, "Enter a price, or choose None."],
  ])("refuses a draft saved only up to step %i", async (upTo, message) => {
    const draft = await writeDraft(ivan, [rita], { upTo });
    const reply = await ivan.call(credential.publish, { credential_id: draft.cred_id });
    expect([reply.status, reply.body.error.code]).toEqual([400, "credential.incomplete"]);
    expect(reply.body.error.message).toBe(message);
  });

  it("refuses a price that later edits left below the reviewer's pay", async () => {
    const draft = await writeDraft(ivan, [rita], { price: 12 });
    const [first, second] = draft.scores_and_submissions.sections;
    const strip = ({ section_id, title, description, rubric }: typeof first & object) => ({
      section_id,
      title,
      description,
      rubric: rubric || "<p>Passing.</p>",
      response_type: "0",
      review_estimate: 300,
    });
    const data = [strip(first!), strip(second!)];
    const seen = { credential_id: draft.cred_id, version: draft.version };
    answered(await ivan.call(credential.saveSections, { ...seen, data }));
    const reply = await ivan.call(credential.publish, { credential_id: draft.cred_id });
    expect(reply.body.error).toMatchObject({
      code: "credential.incomplete",
      message: "The price must be 0 or at least $200.00, the reviewer’s pay.",
    });
  });

  it("is blocked once the expiration date has passed", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const dated = { ...details, expiration_date: later(2) };
    const seen = { credential_id: draft.cred_id, version: draft.version };
    answered(await ivan.call(credential.update, { ...seen, step: 0, credential_details: dated }));
    const reply = await ivan.later({ days: 4 }).call(credential.publish, { credential_id: draft.cred_id });
    expect([reply.status, reply.body.error.code]).toEqual([409, "credential.expired"]);
    expect(reply.body.error.message).toBe("Please select a valid Expiration date!");
  });

  it("publishes only what the caller has seen", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const reply = await ivan.call(credential.publish, { credential_id: draft.cred_id, version: draft.version - 1 });
    expect(reply.body.error.code).toBe("credential.changed");
  });
});

describe("POST credential/approve and credential/reject", () => {
  it("sends it back with feedback; the issuer mends it, publishes again, and it goes live", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const id = { credential_id: draft.cred_id };
    answered(await ivan.call(credential.publish, id));
    const payloadObj = { page: 2, status: "pending", searchText: "", user_id: "", orgId: academy.organization_id };
    const rejected = answered(await ada.call(credential.reject, { ...id, feedback: "<p>Say more.</p>", payloadObj }));
    expect(rejected).toMatchObject({ status: "rejected", feedback: "<p>Say more.</p>" });
    expect(answered(await ivan.call(credential.read, id)).feedback).toBe("<p>Say more.</p>");

    const byAdmin = { ...id, version: rejected.version, step: 0 as const, credential_details: details };
    expect((await ada.call(credential.update, byAdmin)).body.error.code).toBe("credential.not-editable");
    expect((await ada.call(credential.publish, id)).body.error.code).toBe("credential.wrong-state");
    const mended = { ...byAdmin, credential_details: { ...details, title: "Reading Coach, mended" } };
    expect(answered(await ivan.call(credential.update, mended)).status).toBe("rejected");
    expect(answered(await ivan.call(credential.publish, id)).status).toBe("submitted");
    const again = answered(await ada.call(credential.read, id));
    expect(again).toMatchObject({ feedback: "<p>Say more.</p>", title: "Reading Coach, mended" });
    const { title, price, credential_details, scores_and_submissions, reviewer_criteria, assigned_reviewers } = draft;
    expect(again.rejected).toMatchObject({ title, price, credential_details, reviewer_criteria, assigned_reviewers });
    expect(again.rejected?.sections).toEqual(scores_and_submissions.sections);
    const approved = answered(await ada.call(credential.approve, id));
    expect(approved).toMatchObject({ status: "published", revision: 1, title: "Reading Coach, mended" });
    expect(approved.approved_on).toBeDefined();
    expect(answered(await ada.call(credential.read, id)).rejected).toBeUndefined();
    expect(answered(await ada.call(credential.approve, id)).version).toBe(approved.version);
    expect((await ada.call(credential.reject, { ...id, feedback: "no" })).body.error.code).toBe(
      "credential.wrong-state",
    );
  });

  it("demands feedback for a rejection", async () => {
    const reply = await ada.call(credential.reject, { credential_id: "crd_x", feedback: "<p><br></p>" });
    expect(reply.body.error.fields).toEqual({ feedback: "Feedback required" });
  });

  it("is not the author's to decide", async () => {
    const draft = await writeDraft(ada, [rita]);
    const id = { credential_id: draft.cred_id };
    answered(await ivan.call(credential.publish, id));
    expect((await ada.call(credential.approve, id)).body.error.code).toBe("credential.own-decision");
    expect(answered(await academy.as("Abe").call(credential.approve, id)).status).toBe("published");
  });

  it("checks the expiration date again on approval", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const id = { credential_id: draft.cred_id };
    const dated = { ...details, expiration_date: later(2) };
    answered(await ivan.call(credential.update, { ...id, version: draft.version, step: 0, credential_details: dated }));
    answered(await ivan.call(credential.publish, id));
    expect((await ada.later({ days: 4 }).call(credential.approve, id)).body.error.code).toBe("credential.expired");
  });

  it("leaves sections and notes of a submitted credential to an admin, not to its issuer", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const sent = answered(await ivan.call(credential.publish, { credential_id: draft.cred_id }));
    const edit = { credential_id: sent.cred_id, version: sent.version, step: 4 as const, price: 30 };
    expect((await ivan.call(credential.update, edit)).body.error.code).toBe("credential.not-editable");
    expect(answered(await ada.call(credential.update, edit)).price).toBe(30);
  });
});

describe("a new price on a published credential", () => {
  it("makes a new revision and leaves applications what they were", async () => {
    const live = await publish(academy.as("Pia"), [rita]);
    const application = answered(await lena.call(credential.apply, { credential_id: live.cred_id }));
    expect(application).toMatchObject({ status: "applied", price: 25 });
    const edit = { credential_id: live.cred_id, version: live.version, step: 4 as const, price: 40 };
    expect(answered(await pia.call(credential.update, edit))).toMatchObject({
      price: 40,
      revision: 2,
      status: "published",
    });
    const { applicants } = answered(await ada.call(credential.listApplicants, { cred_id: live.cred_id }));
    expect(applicants).toMatchObject([{ user_id: lena.user_id, price: 25, email: lena.email, status: "applied" }]);
  });

  it("is an issuer's to change only on their own", async () => {
    const live = await publish(academy.as("Pia"), [rita]);
    const edit = { credential_id: live.cred_id, version: live.version, step: 4 as const, price: 40 };
    expect((await ivan.call(credential.update, edit)).body.error.code).toBe("credential.not-editable");
  });
});

describe("POST credential/close", () => {
  it("ends applications; an issuer closes only their own", async () => {
    const live = await publish(academy.as("Pia"), [rita]);
    const id = { credential_id: live.cred_id };
    expect((await ivan.call(credential.close, id)).status).toBe(404);
    const closed = answered(await ada.call(credential.close, id));
    expect(closed.status).toBe("closed");
    expect(answered(await ada.call(credential.close, id)).version).toBe(closed.version);
    expect((await lena.call(credential.apply, id)).body.error.code).toBe("credential.closed");
    const draft = await writeDraft(ivan, [rita], { upTo: 0 });
    expect((await ada.call(credential.close, { credential_id: draft.cred_id })).body.error.code).toBe(
      "credential.wrong-state",
    );
  });
});

describe("POST credential/apply", () => {
  it("makes one application of two at the same time", async () => {
    const live = await publish(academy.as("Pia"), [rita], { price: 0 });
    const id = { credential_id: live.cred_id };
    const leo = academy.as("Leo");
    const replies = await Promise.all([leo.call(credential.apply, id), leo.call(credential.apply, id)]);
    const [won, lost] = replies.toSorted((a, b) => a.status - b.status);
    expect(answered(won!)).toMatchObject({ status: "ready", price: 0 });
    expect([lost?.status, lost?.body.error.code]).toEqual([409, "application.exists"]);
    expect(answered(await ada.call(credential.listApplicants, { cred_id: live.cred_id })).total).toBe(1);
  });

  it("takes nobody after the expiration date", async () => {
    const pias = await writeDraft(pia, [rita]);
    const dated = { ...details, expiration_date: later(2) };
    const seen = { credential_id: pias.cred_id, version: pias.version };
    answered(await pia.call(credential.update, { ...seen, step: 0, credential_details: dated }));
    answered(await pia.call(credential.publish, { credential_id: pias.cred_id }));
    const reply = await lena.later({ days: 4 }).call(credential.apply, { credential_id: pias.cred_id });
    expect([reply.status, reply.body.error.code]).toEqual([409, "credential.closed"]);
  });

  it("is for learners, and only for what is published", async () => {
    const draft = await writeDraft(ivan, [rita], { upTo: 0 });
    expect((await lena.call(credential.apply, { credential_id: draft.cred_id })).status).toBe(404);
    expect((await ivan.call(credential.apply, { credential_id: draft.cred_id })).status).toBe(403);
  });

  it("lists applicants by month and year", async () => {
    const live = await publish(academy.as("Pia"), [rita], { price: 0 });
    answered(await academy.as("Liv").call(credential.apply, { credential_id: live.cred_id }));
    const now = new Date();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
    const count = async (period: object) =>
      answered(await ada.call(credential.listApplicants, { cred_id: live.cred_id, ...period })).total;
    expect([await count({ year, month }), await count({ year }), await count({ year: year - 1 })]).toEqual([1, 1, 0]);
    const reply = await ada.call(credential.listApplicants, { cred_id: live.cred_id, month });
    expect(reply.body.error.fields).toEqual({ year: "Choose a year for the month." });
  });
});
