import { beforeAll, describe, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import type { LineKind } from "../../shared/payment/payment.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { programOf } from "../support/fixtures/key.ts";
import { refundedPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun, rejection, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { certificate, credential, organization, review, submission, webhook } = contract;
let school: Organization;
let other: Organization;
let rita: Person;
let cred_id: string;
let program: Awaited<ReturnType<typeof programOf>>;

beforeAll(async () => {
  school = await world.newOrganization("Ledger School");
  other = await world.newOrganization("Other Ledger School");
  rita = await acceptedReviewer(school, "Rita");
  cred_id = await publishedCredential(school, [rita]);
  program = await programOf(school);
});

const read = async (application_id: string) =>
  answered(await program.call(credential.readApplication, { application_id }));

describe("the details of an application", () => {
  test("tell nothing of a round under review, and of one that was decided what the learner is told", async () => {
    const work = await accepted(school.as("Lena"), cred_id, rita);
    const { application_id } = work;
    await rita.call(review.acceptSection, verdict(work, 0, { grade: "B" }));
    const under = await read(application_id);
    expect(under).toMatchObject({ status: "reviewing", round: 1, cred_id, email: school.as("Lena").email });
    expect(under.sections).toEqual([
      { section_id: work.section_ids[0], title: "Lesson plan", status: "submitted" },
      { section_id: work.section_ids[1], title: "Reflection", status: "submitted" },
    ]);
    answered(await rita.call(review.rejectSection, rejection(work, 1)));
    const decided = await read(application_id);
    expect(decided.status).toBe("revisionNeeded");
    expect(decided.sections).toMatchObject([
      { status: "accepted", grade: "B", reviewed_on: expect.any(String) },
      { status: "rejected", grade: "A", earned: 0, maximum: 15, progress: "not_yet" },
    ]);
    expect(JSON.stringify(decided)).not.toMatch(/My work|As asked|reviewer/);
  });

  test("tell nothing of what a learner has saved and not handed in, of a draft as little as of a revision", async () => {
    const work = await begun(school.as("Liv"), cred_id);
    const { application_id, section_ids, learner } = work;
    const save = async (at: number) =>
      answered(
        await learner.call(submission.saveSection, {
          application_id,
          section_id: section_ids[at]!,
          response: "<p>My own.</p>",
        }),
      );
    const { sections: before } = await read(application_id);
    await save(0);
    expect((await read(application_id)).sections).toEqual(before);
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
    const { credential_id } = work;
    answered(await learner.call(submission.submit, { application_id, credential_id, sections }));
    await offerOpened(learner);
    const { credential_job_id = "" } = answered(await learner.call(submission.read, { application_id }));
    answered(await rita.call(review.accept, { credential_job_id }));
    await rita.call(review.acceptSection, verdict({ ...work, credential_job_id }, 0));
    answered(await rita.call(review.rejectSection, rejection({ ...work, credential_job_id }, 1)));
    const { sections: decided } = await read(application_id);
    await save(1);
    expect((await read(application_id)).sections).toEqual(decided);
  });

  test("and a certificate are found by where events lead, as lists have them, and by nobody else's key", async () => {
    const work = await accepted(school.as("Leo"), cred_id, rita);
    await rita.call(review.acceptSection, verdict(work, 0));
    answered(await rita.call(review.acceptSection, verdict(work, 1)));
    await world.settle();
    const { events } = answered(await program.call(webhook.listEvents, {}));
    const links = (type: string) =>
      events.filter((each) => each.type === type && each.data.user_id === work.learner.user_id).map(({ data }) => data);
    const headers = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
    const stranger = await programOf(other);
    const follow = async (type: string) => {
      const [told] = links(type);
      const path = told!.link.slice(world.origin.length);
      expect(await stranger.send("GET", path, headers(stranger.key))).toMatchObject({ status: 404 });
      const reply = await program.send("GET", path, headers(program.key));
      expect(reply.status).toBe(200);
      return (reply.body as unknown as { data: Record<string, unknown> }).data;
    };
    const application = await follow("submission.completed");
    const { applicants } = answered(await program.call(credential.listApplicants, { cred_id }));
    const row = applicants.find((each) => each.application_id === work.application_id);
    expect(application).toMatchObject({ ...row, cred_id, sections: [{ status: "accepted" }, { earned: 15 }] });
    const issued = await follow("certificate.issued");
    expect(issued.certificate_id).toBe(application.certificate_id);
    const { certificates } = answered(await program.call(certificate.list, {}));
    const listed = certificates.find((each) => each.certificate_id === issued.certificate_id);
    expect(issued).toEqual({ ...listed, application_id: work.application_id });
  });
});

describe("billing history by key", () => {
  test("tells what learners paid and got back, a kind at a time, and neither what reviews cost nor sums that hold it", async () => {
    const sold = await publishedCredential(school, [rita], { price: 120 });
    const application_id = await refundedPurchase(school, school.as("Liv"), sold, world.origin);
    const free = await accepted(school.as("Leo"), await publishedCredential(school, [rita]), rita);
    await rita.call(review.acceptSection, verdict(free, 0));
    answered(await rita.call(review.acceptSection, verdict(free, 1)));
    await world.settle();
    const ada = school.as("Ada");
    const toAdmin = async (kind: LineKind) => answered(await ada.call(organization.listBillingHistory, { kind }));
    expect((await toAdmin("pay")).history.map(({ user_id }) => user_id)).toContain(rita.user_id);
    for (const kind of ["sale", "refund", "dispute", "credit"] as const) {
      const read = answered(await program.call(organization.listBillingHistory, { kind }));
      const { totals: _, results: __, ...lines } = await toAdmin(kind);
      expect(read).toEqual(lines);
    }
    const sale = answered(await program.call(organization.listBillingHistory, { kind: "sale" }));
    expect(sale).toMatchObject({ total: 1, history: [{ kind: "charge", application_id, price: 120 }] });
    for (const kind of [undefined, "pay"] as const) {
      const { status, body } = await program.call(organization.listBillingHistory, { kind });
      expect([status, body.error.fields]).toEqual([400, { kind: expect.any(String) }]);
    }
    const stranger = await programOf(other);
    expect(answered(await stranger.call(organization.listBillingHistory, { kind: "sale" })).history).toEqual([]);
  });
});
