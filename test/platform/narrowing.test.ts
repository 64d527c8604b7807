import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publish, publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, submitted } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { credential, organization, payment, reviewer, submission, user, review } = contract;
const world = await lentWorld();
afterAll(() => world.stop());

let school: Organization;
let ada: Person;
let rita: Person;
let [lena, leo]: Person[] = [];
let sold: string;
let free: string;

/** Lena and Leo buy "Number Talks", and hand in "Classroom reading", Lena first; Rita has Lena's job. */
beforeAll(async () => {
  school = await world.newOrganization("Sorting School");
  ada = school.as("Ada");
  rita = await acceptedReviewer(school, "Rita");
  [lena, leo] = [school.as("Lena"), school.as("Leo")];
  sold = (await publish(school.as("Pia"), [rita], { title: "Number Talks" })).cred_id;
  free = await publishedCredential(school, [rita]);
  for (const learner of [lena!, leo!]) await paidPurchase(learner, sold, world.origin);
  await accepted(lena!, free, rita);
  await submitted(leo!, free);
  await world.settle();
});

const applicants = async (asked: object) => {
  const { body } = await ada.call(credential.listApplicants, { cred_id: sold, ...asked });
  return body.data.applicants.map(({ first_name }) => first_name);
};
const history = async (asked: object) => {
  const { body } = await ada.call(organization.listBillingHistory, asked);
  return body.data.history.map(({ name, kind }) => `${name.split(" ")[0]} ${kind}`);
};

describe("a list that is searched and sorted by the server", () => {
  test("finds applicants by name and email within a period, and puts the oldest first when asked", async () => {
    expect(await applicants({})).toEqual(["Leo", "Lena"]);
    expect(await applicants({ sort: "oldest" })).toEqual(["Lena", "Leo"]);
    expect(await applicants({ search: "LEN" })).toEqual(["Lena"]);
    expect(await applicants({ search: leo!.email })).toEqual(["Leo"]);
    expect(await applicants({ search: "le" })).toEqual(["Leo", "Lena"]);
    expect(await applicants({ search: "le", sort: "oldest" })).toEqual(["Lena", "Leo"]);
    const year = new Date().getUTCFullYear();
    expect(await applicants({ search: "len", year })).toEqual(["Lena"]);
    expect(await applicants({ search: "len", year: year - 1 })).toEqual([]);
  });

  test("finds one learner's payments, and their refund beside them", async () => {
    expect(await history({ sort: "oldest" })).toEqual(["Lena charge", "Leo charge"]);
    expect(await history({ search: "leo" })).toEqual(["Leo charge"]);
    expect((await history({ search: "number talks" })).toSorted()).toEqual(["Lena charge", "Leo charge"]);
    const { body } = await ada.call(organization.listBillingHistory, { search: "leo" });
    const application_id = body.data.history[0]?.application_id ?? "";
    expect(await ada.call(payment.refund, { application_id, reason: "Asked." })).toMatchObject({ status: 200 });
    await world.settle();
    expect(await history({ search: "leo" })).toEqual(["Leo refund", "Leo charge"]);
  });

  test("finds reviewer applications by name among those in a state", async () => {
    const names = async (asked: object) => {
      const { body } = await school.as("Ivan").call(reviewer.listApplications, asked);
      return body.data.applications.map(({ first_name }) => first_name);
    };
    await acceptedReviewer(school, "Ray");
    expect(await names({ sort: "oldest" })).toEqual(["Rita", "Ray"]);
    expect(await names({ search: "rit" })).toEqual(["Rita"]);
    expect(await names({ search: "r", sort: "oldest" })).toEqual(["Rita", "Ray"]);
    expect(await names({ search: "rit", status: "rejected" })).toEqual([]);
  });

  test("finds the applications of suspended members, who stay in the list", async () => {
    const academy = await world.newOrganization("Suspending Academy");
    const { user_id } = await acceptedReviewer(academy, "Ray");
    const [ada, found] = [academy.as("Ada"), { total: 1, applications: [{ user_id }] }];
    expect(await ada.call(user.setStatus, { user_id, status: "suspended" })).toMatchObject({ status: 200 });
    await world.settle();
    for (const asked of [{}, { search: "ray" }, { search: "ray", status: "accepted" as const }])
      expect((await ada.call(reviewer.listApplications, asked)).body.data).toMatchObject(found);
  });

  test("finds the own submissions, and jobs, by title", async () => {
    const own = async (asked: object) => {
      const { body } = await lena!.call(submission.listOwn, asked);
      return body.data.submissions.map(({ title }) => title);
    };
    expect(await own({ sort: "oldest" })).toEqual(["Number Talks", "Classroom reading"]);
    expect(await own({ search: "class read" })).toEqual(["Classroom reading"]);
    expect(await own({ search: "sorting" })).toHaveLength(2);
    expect(await own({ search: "nothing" })).toEqual([]);

    const jobs = async (person: Person, asked: object) => {
      const { body } = await person.call(review.list, asked);
      return [body.data.total, ...body.data.jobs.map(({ status }) => status).toSorted()]; // jobs of one minute have no order
    };
    expect(await jobs(ada, { sort: "oldest" })).toEqual([2, "accepted", "open"]);
    expect(await jobs(ada, { search: "classroom" })).toEqual([2, "accepted", "open"]);
    expect(await jobs(ada, { search: "classroom", status: "accepted" })).toEqual([1, "accepted"]);
    const pages = [0, 1].map((offset) => jobs(ada, { search: "classroom", limit: 1, offset }));
    expect((await Promise.all(pages)).toSorted()).toEqual([
      [2, "accepted"],
      [2, "open"],
    ]);
    expect(await jobs(rita, { search: "classroom" })).toEqual([1, "open"]);
    expect(await jobs(rita, { search: "other" })).toEqual([0]);
    const { body } = await rita.call(review.listAssigned, { search: "reading", sort: "oldest" });
    expect(body.data).toMatchObject({ total: 1, jobs: [{ status: "accepted" }] });
  });

  test("follows a learner's new name, and finds nobody by a name of a deleted account", async () => {
    const rename = { user_id: lena!.user_id, first_name: "Zoë", last_name: "Quill", isSelfProfileUpdate: true };
    expect((await lena!.call(user.update, rename)).status).toBe(200);
    await world.settle();
    expect([await applicants({ search: "zoe" }), await history({ search: "zoe" })]).toEqual([["Zoë"], ["Zoë charge"]]);
    expect([await applicants({ search: "lena rivers" }), await history({ search: "lena rivers" })]).toEqual([[], []]);
    const { user_id, email } = leo!;
    expect((await leo!.call(user.remove, { user_id, email })).status).toBe(200);
    await world.settle();
    expect([await applicants({ search: "leo" }), await history({ search: "leo" })]).toEqual([[], []]);
    expect(await history({ search: "talks" })).toHaveLength(3);
  });
});
