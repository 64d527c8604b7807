import { afterAll, expect, test } from "vitest";
import { seedCredentials } from "../../bin/seed/credentials.ts";
import { seedOrganizations } from "../../bin/seed/people.ts";
import { contract } from "../../shared/contract.ts";
import { ownWorld } from "../support/world.ts";

const { credential, job, organization, reviewer, submission } = contract;
const world = await ownWorld({ content: true });
afterAll(() => world.stop());

test("Northwind has its credentials in every state, and its reviewers", async () => {
  const { body } = await world.as("Ada").call(credential.list, { limit: 100 });
  expect(body.data.totals).toEqual({ all: 10, draft: 2, submitted: 1, rejected: 1, published: 5, closed: 1 });
  const wanted = seedCredentials.filter((each) => each.organization === "northwind").map(({ title }) => title);
  expect(body.data.credentials.map(({ title }) => title).toReversed()).toEqual(wanted);
  const applications = await world.as("Ada").call(reviewer.listApplications, {});
  const statuses = applications.body.data.applications.map(({ first_name, status }) => [first_name, status]);
  expect(Object.fromEntries(statuses)).toEqual({ Rita: "accepted", Ray: "accepted", Rob: "active" });
});

test("Leo holds a certificate, Lena has work of three kinds under way, one of them an open job", async () => {
  const earned = await world.as("Leo").call(submission.listCredentials, {});
  expect(earned.body.data.credentials.map(({ title }) => title)).toEqual([seedCredentials[0]!.title]);
  const { body } = await world.as("Lena").call(submission.listOwn, {});
  expect(body.data.submissions.map(({ status }) => status).toSorted()).toEqual([
    "draft",
    "revisionNeeded",
    "submitted",
  ]);
  expect((await world.as("Ray").call(job.list, {})).body.data.total).toBe(1);
});

test("Lakeshore is archived, and Lou's certificate still stands", async () => {
  const { body } = await world.as("Sam").call(organization.search, { query: "lakes", isArchive: "true" });
  expect(body.data.organizations[0]).toMatchObject({ name: seedOrganizations.lakeshore.name, archived: true });
  const earned = await world.as("Lou").call(submission.listCredentials, {});
  const { organization_id: org_id, user_id, cred_id } = earned.body.data.credentials[0]!;
  const page = await world.anyone.call(submission.readCertificate, { org_id, user_id, cred_id });
  expect(page.body.data).toMatchObject({ first_name: "Lou", verified: true });
});

test("people are found by the beginnings of their names", async () => {
  const { body } = await world.as("Ada").call(organization.listUsers, { q: "march" });
  expect(body.data.users).toMatchObject([{ first_name: "Leo" }]);
});
