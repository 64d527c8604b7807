import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, open, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { reviewer } = contract;
let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Onboarding School");
});

test("skills and the bank account lead to the summary, and the summary, once it gets through, to the pending page", async () => {
  const ray = school.as("Ray");
  expect(await ray.call(reviewer.create, profile)).toMatchObject({ status: 200 });
  const portal = await open("/completeApplication", ray);
  await screen.findByRole("button", { name: "Continue" });
  press("Continue");
  await said("Check your details");
  expect(portal.path()).toBe("/reviewerOnbordingSummary");

  press("Add bank account");
  await screen.findByLabelText("Account number");
  press("Save bank account");
  for (const sentence of ["Bank Required", "Account Number Required", "ABA Number Required"]) await said(sentence);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /^Bank/ }));
  await user.click((await screen.findAllByRole("option"))[0]!);
  type("Account number", "12 34-5678");
  type("ABA number", "021000021");
  type("Address", "1 River Road");
  press("Save bank account");
  await said("Check your details");
  expect(portal.path()).toBe("/reviewerOnbordingSummary");

  const mend = answerInstead(["POST /reviewer/submit"], () => Response.json({ message: "Down" }, { status: 500 }));
  press("Continue");
  await waitFor(() => expect(toasts()).toContain("Failed to submit your application"));
  expect(portal.path()).toBe("/reviewerOnbordingSummary");
  mend();
  press("Continue");
  await said("Your application is pending");
  expect(portal.path()).toBe("/approvalPending");
  const steps = screen.getByRole("list", { name: "Account setup steps" });
  expect(steps.textContent).toContain("Review and submit, done");
  await said(/decision by email within 24 hours/);
});

test("once its time has passed, a reviewer reads that the decision is late, and of what day and year", async () => {
  const ray = school.as("Ray");
  const { data } = (await ray.call(reviewer.readInfo, {})).body;
  const end = answerInstead(["GET /user/reviewer/info"], () =>
    Response.json({ data: { ...data, due_on: "2025-06-18T12:00:00.000Z" } }),
  );
  const late = /The decision on your application is late\. It was due on June 18, 2025/;
  await open("/approvalPending", ray);
  await said(late);
  expect(document.body.textContent).not.toContain("24 hours");
  await open("/openJobs", ray);
  await said(/^Open jobs appear here once you’re approved\. The decision on your application is late/);
  expect(document.body.textContent).not.toContain("24 hours");
  end();
});

test("who was rejected twice reads why, and cannot apply once more", async () => {
  const rob = school.as("Rob");
  const reject = (reason: string) =>
    school.as("Ada").call(reviewer.decideApplication, { user_id: rob.user_id, status: "rejected", reason });
  await rob.call(reviewer.create, profile);
  await rob.call(reviewer.submit, {});
  await reject("Say which grades you taught.");
  await rob.call(reviewer.resubmit, {});
  expect(await reject("Too little experience.")).toMatchObject({ status: 200 });
  const portal = await open("/approvalPending", rob);
  await said("Too little experience.");
  await waitFor(() => expect(portal.path()).toBe("/approvalRejected"));
  expect(screen.queryByRole("button", { name: "Resubmit" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /, menu$/ }));
  expect(screen.queryByRole("link", { name: "Profile" })).toBeNull();
});

test("who decides sees what happened to the application before, with the reasons", async () => {
  const rob = school.as("Rob");
  await open(paths.reviewerApplicationOf(rob.user_id), school.as("Ada"));
  await said("Say which grades you taught.");
  const history = [...document.querySelectorAll(".application-history b")].map(({ textContent }) => textContent);
  expect(history).toEqual(["Applied", "Rejected", "Applied again", "Rejected"]);
  expect(screen.queryByText("Pending")).toBeNull();
});

test("name and picture are mended from the summary, which shows them again", async () => {
  const rita = (await world.newOrganization("Summary School")).as("Rita");
  expect(await rita.call(reviewer.create, profile)).toMatchObject({ status: 200 });
  const portal = await open(paths.reviewerSummary, rita);
  fireEvent.click(await screen.findByRole("link", { name: "Edit name and photo" }));
  await screen.findByLabelText("First name");
  type("First name", "Margarita");
  press("Save");
  await said("Check your details");
  expect(portal.path()).toBe(paths.reviewerSummary);
  await said("Margarita Rivers");
});

test("an admin reads what a suspension does before it is done, finds who is suspended, and lifts it", async () => {
  const academy = await world.newOrganization("Pausing School");
  const rita = await acceptedReviewer(academy, "Rita");
  await open(`/reviewerApplicationsDetails?user_id=${rita.user_id}`, academy.as("Ada"));
  await screen.findByRole("button", { name: "Suspend" });
  press("Suspend");
  await screen.findByRole("dialog", { name: "Suspend Rita Rivers?" });
  await said(/removed from your credentials within minutes/);
  await said(/Accepted jobs stay with them/);
  type("Reason", "Too slow.");
  fireEvent.click(screen.getAllByRole("button", { name: "Suspend" }).at(-1)!);
  await waitFor(() => expect(toasts()).toContain("Reviewer suspended."));
  await screen.findByRole("button", { name: "Reinstate" });
  press("Reinstate");
  await said(/aren’t added back to credentials automatically/);
  fireEvent.click(screen.getAllByRole("button", { name: "Reinstate" }).at(-1)!);
  await waitFor(() => expect(toasts()).toContain("Reviewer reinstated."));

  const suspend = { user_id: rita.user_id, status: "suspended", reason: "Again." } as const;
  expect(await academy.as("Ada").call(reviewer.decideApplication, suspend)).toMatchObject({ status: 200 });
  await open("/reviewerApplications", academy.as("Ada"));
  fireEvent.click(await screen.findByRole("button", { name: "Suspended" }));
  await screen.findByRole("link", { name: "Rita Rivers" });
});

test.each([
  ["the application", (user_id: string) => `/reviewerApplicationsDetails?user_id=${user_id}`],
  ["the profile", paths.reviewerProfile],
])(
  "who decides reads on %s of a suspended reviewer that they are, and nowhere that they are pending",
  async (_, at) => {
    const academy = await world.newOrganization("Refusing School");
    const rob = await acceptedReviewer(academy, "Rob");
    const suspended = { user_id: rob.user_id, status: "suspended", reason: "Too slow." } as const;
    expect(await academy.as("Ada").call(reviewer.decideApplication, suspended)).toMatchObject({ status: 200 });
    await open(at(rob.user_id), academy.as("Ada"));
    await said("Suspended");
    expect(screen.queryByText("Pending")).toBeNull();
  },
);

test("an accepted reviewer finds their profile in the menu, and keeps it up from there and back", async () => {
  const rita = await acceptedReviewer(school, "Rita");
  const portal = await open("/profile", rita);
  const own = `/reviewerProfile/${rita.user_id}`;
  fireEvent.click(await screen.findByRole("button", { name: "Reviewer profile" }));
  await said("Your reviewer profile");
  expect(portal.path()).toBe(own);

  fireEvent.click(screen.getByRole("link", { name: "Edit skills" }));
  await said("Edit what you can review");
  press("Cancel");
  await said("Your reviewer profile");
  fireEvent.click(screen.getByRole("link", { name: "Edit skills" }));
  await said("Edit what you can review");
  press("Save");
  await waitFor(() => expect(portal.path()).toBe(own));
  expect(toasts()).toContain("Your Changes Saved Successfully.");

  fireEvent.click(await screen.findByRole("link", { name: "Edit overview" }));
  await screen.findByLabelText("Title");
  type("Title", "Reading specialist");
  press("Save");
  await waitFor(() => expect(portal.path()).toBe(own));
  await said("Reading specialist");

  fireEvent.click(screen.getByRole("button", { name: /, menu$/ }));
  fireEvent.click(screen.getByRole("link", { name: "Profile" }));
  await screen.findByRole("button", { name: "Edit" });
  fireEvent.click(screen.getByRole("button", { name: /, menu$/ }));
  fireEvent.click(screen.getByRole("link", { name: "Reviewer profile" }));
  await waitFor(() => expect(portal.path()).toBe(own));
});

test("another reviewer's profile is not shown as the own one", async () => {
  const others = await acceptedReviewer(await world.newOrganization("Other School"), "Rita");
  await open(`/reviewerProfile/${others.user_id}`, school.as("Ray"));
  await said("Page not found");
  vi.mocked(console.error).mockClear(); // React tells what the page's boundary shows
});
