import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { records } from "../../web/app/records.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun } from "../support/fixtures/work.ts";
import type { Person } from "../support/people.ts";
import { open } from "../support/portal.tsx";
import { world } from "../support/world.ts";

beforeEach(() => queries.clear());
afterEach(cleanup);

/** Opens a page whose route asks for something, and waits for its answers. */
async function opened(path: string, person: Person): Promise<void> {
  await open(path, person);
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
}

/** Every query that was asked, and whether something shown goes on with it. */
const asked = () =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [domain, call, input], observers }) => ({
      call: `${domain}.${call}`,
      input,
      shown: observers.length > 0,
    }));

test("whatever a route asks for before its page is there is what the page shows: nothing is asked in vain", async () => {
  const school = await world.newOrganization("Early School");
  const rita = await acceptedReviewer(school, "Rita");
  const credential_id = await publishedCredential(school, [rita], { title: "Early reading" });
  const work = await accepted(school.as("Lena"), credential_id, rita);
  const other = await begun(school.as("Lena"), await publishedCredential(school, [rita], { title: "Late reading" }));
  const visits: readonly (readonly [path: string, person: Person])[] = [
    [paths.credentials, school.as("Ada")],
    [paths.users, school.as("Ada")],
    [paths.paymentHistory, school.as("Ada")],
    [paths.home, school.as("Lena")],
    [paths.credentialDetails(school.organization_id, credential_id), school.as("Lena")],
    [paths.editCredentialStep(school.organization_id, credential_id, 0), school.as("Ada")],
    [paths.mySubmissions, school.as("Lena")],
    [paths.submitWork(other.credential_id), school.as("Lena")],
    [paths.acceptedJob(work.credential_job_id), rita],
  ];
  const asking = records.filter((record) => "ask" in record && record.ask).map(({ path }) => path);
  expect(asking.sort()).toEqual(
    [
      paths.home,
      paths.credentials,
      paths.credentialDetails(":org_id", ":id"),
      paths.editCredentialStep(":org_id", ":credential_id", ":step"),
      paths.users,
      paths.paymentHistory,
      paths.mySubmissions,
      paths.submitWork(":id"),
      paths.acceptedJob(":id"),
      paths.completedJob(":id"),
    ].sort(),
  );
  for (const [path, person] of visits) {
    queries.clear();
    await opened(path, person);
    expect(asked().length, path).toBeGreaterThan(0);
    expect(
      asked().filter(({ shown }) => !shown),
      path,
    ).toEqual([]);
    cleanup();
  }
});

test("a page that shows sums or the counts of tabs beside its list asks once for both", async () => {
  const school = await world.newOrganization("Summed School");
  const rita = await acceptedReviewer(school, "Rita");
  const credential_id = await publishedCredential(school, [rita], { title: "Summed reading" });
  await accepted(school.as("Lena"), credential_id, rita);
  await world.settle();
  const visits: readonly (readonly [path: string, person: Person, call: string])[] = [
    [paths.credentials, school.as("Ada"), "credential.list"],
    [`${paths.credentials}?tab=draft`, school.as("Ada"), "credential.list"],
    [
      `${paths.paymentHistory}?year=${new Date().getUTCFullYear()}`,
      school.as("Ada"),
      "organization.listBillingHistory",
    ],
    [paths.quality, school.as("Ada"), "quality.read"],
    [paths.home, school.as("Ada"), "organization.readAnalytics"],
    [paths.payments, rita, "review.payments"],
    [paths.productCredit, school.as("Lena"), "payment.readCredit"],
  ];
  for (const [path, person, call] of visits) {
    queries.clear();
    await opened(path, person);
    await waitFor(() => expect(asked().filter((each) => each.call === call).length, path).toBeGreaterThan(0));
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    const inputs = asked().flatMap((each) => (each.call === call ? [each.input] : []));
    expect(inputs, path).toEqual([expect.objectContaining({ limit: 10, offset: 0 })]);
    cleanup();
  }
});
