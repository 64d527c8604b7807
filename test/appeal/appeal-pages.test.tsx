import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, type Seats, seatsIn } from "../support/fixtures/seats.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, labelled, open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let seats: Seats;
const words = "The aim stands in the first line of the plan, and the proof in its last.";

beforeAll(async () => {
  school = await world.newOrganization("Appealing School");
  seats = seatsIn(world, school, [
    await acceptedReviewer(school, "Rita"),
    await acceptedReviewer(school, "Ray"),
    await acceptedReviewer(school, "Rob"),
  ]);
});

test("a learner appeals from the submission; what does not get through is kept, and what is filed can be withdrawn", async () => {
  const { application_id, learner } = await seats.rejected();
  const portal = await open(`/mySubmissions/${application_id}/details`, learner);
  await screen.findByRole("button", { name: "Appeal" });
  press("Appeal");
  await said("Appeal a decision");
  press("File appeal");
  await said("Explain in at least 50 characters.");
  await said("Choose one of the options.");
  expect(labelled("Reflection").checked).toBe(true); // the one section that was rejected
  fireEvent.click(labelled("Something I submitted wasn’t looked at"));
  type("Explain", words);
  const end = answerInstead(["POST /user/appeal"], () =>
    Response.json(
      { error: { code: "server.busy", message: "We’re busy right now. Try again in a moment." } },
      { status: 503 },
    ),
  );
  press("File appeal");
  await said("We’re busy right now. Try again in a moment.");
  expect(typedIn("Explain")).toBe(words);
  end();
  press("File appeal");
  await said("Appeal in review");
  expect(toasts()).toContain("Appeal filed. We’ll notify you when it’s decided.");
  await said(words);
  press("Withdraw appeal");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Withdraw appeal" }));
  await said("Appeal withdrawn");
  expect(portal.path()).toBe(`/mySubmissions/${application_id}/appeal`);
});

test("an appealed submission reads Appeal in review wherever its learner sees it, and waits for nobody’s revision", async () => {
  const work = await seats.rejected({}, "Leo");
  expect((await work.learner.call(contract.appeal.file, appealOf(work))).status).toBe(200);
  const portal = await open("/", work.learner);
  const waiting = await screen.findByRole("region", { name: "Waiting for you" });
  expect(within(waiting).queryByText("Revise")).toBeNull();
  const title = (await screen.findByText("Appeal in review")).closest("article")!.querySelector("h3")!.textContent!;
  expect(screen.queryByText("Revision needed")).toBeNull();
  fireEvent.click(within(waiting).getByRole("link", { name: "1 submission in review" }));
  await said("Appeal in review");
  expect(screen.getAllByText(title).length).toBeGreaterThan(0);
  fireEvent.click((await screen.findAllByRole("button", { name: /^Actions for/ }))[0]!);
  fireEvent.click(await screen.findByText("View appeal"));
  await said("Your appeal");
  cleanup();
  const submit = await open(`/credential/${work.credential_id}/submit`);
  await waitFor(() => expect(submit.path()).toBe(`/mySubmissions/${work.application_id}/appeal`));
  expect(portal.path()).toBe(`/mySubmissions/${work.application_id}/appeal`);
});

test("an admin finds it from their home, reads what is said, and whether somebody has it", async () => {
  await seats.appealed({}, "Liv");
  await open("/", school.as("Ada"));
  fireEvent.click(await screen.findByRole("link", { name: /open appeals?$/ }));
  await said("Appeals");
  await screen.findAllByText("With a reviewer");
  fireEvent.click((await screen.findAllByRole("button", { name: /^Actions for/ }))[0]!);
  fireEvent.click(await screen.findByText("Read appeal"));
  await said(/^Pelican/);
});

test("an appeal that costs a fee says so, waits to be paid, and is filed by a card", async () => {
  const criteria = { appeals: { fee: "reviewerPay" } };
  const { application_id, credential_id, learner } = await seats.rejected({ criteria }, "Lena");
  const portal = await open(`/mySubmissions/${application_id}/appeal`, learner);
  await said(/^\$5\.00\. Product credit is used first/);
  fireEvent.click(labelled("Something I submitted wasn’t looked at"));
  type("Explain", words);
  press("Continue");
  await waitFor(() => expect(portal.path()).toBe(`/paymentInformation/${credential_id}/appeal`));
  await said("Sandbox: no money moves");
  cleanup();
  await open(`/mySubmissions/${application_id}/details`);
  await said("Your appeal is waiting for payment");
  press("View appeal");
  await said("Waiting for payment");
  press("Pay $5.00");
  await said("Sandbox: no money moves");
  type("Card number", "4242424242424242");
  type("Expiry month", "12");
  type("Expiry year", "2039");
  type("Security code", "123");
  press("Pay $5.00");
  await said("Appeal in review");
  expect(toasts()).toContain("Payment received. Your appeal is filed.");
  fireEvent.click(await screen.findByRole("link", { name: "$5.00" }));
  await said(/^Appeal: /);
  await said(/^\w{5}-\w{5}$/);
});

test("an appeal that waits for its fee can be taken back, and nothing is charged", async () => {
  const criteria = { appeals: { fee: "reviewerPay" } };
  const work = await seats.rejected({ criteria }, "Liv");
  const sent = await work.learner.call(contract.appeal.file, appealOf(work));
  expect(sent.body.data.status).toBe("unpaid");
  await open(`/mySubmissions/${work.application_id}/appeal`, work.learner);
  await said("Waiting for payment");
  press("Withdraw appeal");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Withdraw appeal" }));
  await said("Appeal a decision");
  expect(toasts()).toContain("Appeal withdrawn. You weren’t charged.");
});
