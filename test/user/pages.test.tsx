import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { currentSession, selectOrganization } from "../../web/session/session-store.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { applied, paidPurchase, refundedPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun, submitted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import {
  answerInstead,
  labelled,
  left,
  open,
  press,
  said,
  signInAs,
  toasts,
  type,
  typedIn,
} from "../support/portal.tsx";
import { slowness } from "../support/slowness.ts";
import { world } from "../support/world.ts";

let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Credit School");
});

test("a member's role and names stay as others made them while their phone was changed", async () => {
  const own = await world.newOrganization("Changing Members School");
  const [ada, lena] = [own.as("Ada"), own.as("Lena")];
  await lena.token();
  const { user_id } = lena;
  const portal = await open(`/users/${user_id}/edit`, ada);
  await screen.findByLabelText(/^Phone/);
  type(/^Phone/, "5550101234");
  expect((await ada.call(contract.user.update, { user_id, role: 4, first_name: "Helena" })).status).toBe(200);
  await queries.refetchQueries(); // as whoever comes back to the window does
  press("Save");
  await waitFor(() => expect(portal.path()).toBe("/users"));
  const { data } = (await ada.call(contract.user.readProfile, { user_id })).body;
  expect(data).toMatchObject({ role: 4, first_name: "Helena", phone: "5550101234" });
});

test("the SCECH form takes digits and plus as phone, six digits as PIC, and says what is wrong", async () => {
  const lena = school.as("Lena");
  const portal = await open("/profile", lena);
  await screen.findByRole("button", { name: "SCECH profile" });
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: school.name }).pathname).toBe("/organizationDetails");
  press("SCECH profile");
  await screen.findByLabelText("PIC number");
  expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  expect(screen.getByRole("link", { name: /Your profile/ })).toBeTruthy();
  type("Name", "");
  type("Email", "lena");
  type("PIC number", "A-1");
  expect(typedIn("PIC number")).toBe("1");
  type("Phone", "ab+1(2)3");
  expect(typedIn("Phone")).toBe("+123");
  press("Submit");
  for (const sentence of [
    "Enter Full Name",
    "Enter a valid email",
    "Enter a valid PIC number",
    "Enter a valid Phone number",
  ])
    await said(sentence);
  type("Name", "Lena Rivers");
  type("Email", "lena@home.test");
  type("PIC number", "A0123456");
  expect(typedIn("PIC number")).toBe("012345");
  type("Phone", "+15550101234");
  press("Submit");
  const saved = { full_name: "Lena Rivers", email: "lena@home.test", pic: "012345", phone: "+15550101234" };
  await expect
    .poll(async () => (await lena.call(contract.user.readScech, {})).body.data, { timeout: 60_000 * slowness })
    .toEqual({
      ...saved,
      user_id: lena.user_id,
    });
  await waitFor(() => expect(portal.path()).toBe("/profile"));
  expect(toasts()).toContain("Your SCECH profile was saved.");
  cleanup();
  const direct = await open("/editSCECHProfile", lena);
  await screen.findByLabelText("PIC number");
  for (const [label, text] of [
    ["Name", saved.full_name],
    ["Email", saved.email],
    ["PIC number", saved.pic],
    ["Phone", saved.phone],
  ] as const)
    type(label, text);
  press("Submit");
  await waitFor(() => expect(direct.path(), "opened from a mail there is nothing to go back to").toBe("/profile"));
});

test("a reviewer's profile tells at each field what is missing or wrong, and shows an education in a line", async () => {
  const rita = school.as("Rita");
  const profile = {
    professionalTitle: "Coach",
    overview: "<p>Reads.</p>",
    category: 1,
    skills: [{ skill_id: 1001, name: "" }],
  };
  expect((await rita.call(contract.reviewer.create, profile)).status).toBe(200);
  await open("/editReviewerProfile", rita);
  await screen.findByDisplayValue("Coach");
  type("Title", "");
  press("Add education");
  press("Add license or certificate");
  type("Institution", "Lakeside University");
  type("Study began", "09/01/2003");
  type(/^Study completed/, "06/30/2001");
  press("Continue");
  await said("Title field cannot be empty");
  await said("Please upload the required document");
  await said("End Date Should Not Be Greater Than Start Date"); // though the degree is still missing
  await waitFor(() => expect(screen.getAllByText("This field is required, can't be blank").length).toBeGreaterThan(1));
  expect([typedIn("Institution"), typedIn(/^Study completed/)]).toEqual(["Lakeside University", "06/30/2001"]);
  press("Remove License or certificate 1");
  type("Title", "Literacy coach");
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /^Degree/ }));
  await user.click((await screen.findAllByRole("option"))[0]!);
  press("Continue");
  await said("End Date Should Not Be Greater Than Start Date");
  type(/^Study completed/, "06/30/2005");
  press("Continue");
  await said("Check your details");
  await said("Lakeside University · 2003 – 2005");
  expect((await rita.call(contract.reviewer.submit, {})).status).toBe(200);

  cleanup();
  await open(`/reviewerApplicationsDetails?user_id=${rita.user_id}`, school.as("Ada"));
  await said(/ from Lakeside University \(2003 – 2005\)$/);
  await said("Education history");
  press("Reject");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Reject" }));
  await dialog.findByText("Give a reason. The reviewer sees it.");
  expect(labelled("Reason").getAttribute("aria-invalid")).toBe("true");
});

test("a password is shown only while its button is pressed, and a wrong one keeps what was typed", async () => {
  await open("/security", school.as("Leo"));
  const field = await screen.findByLabelText<HTMLInputElement>("Current password");
  expect(field.type).toBe("password");
  const show = () => screen.getByRole("button", { name: "Show Current password" });
  expect(show().getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(show());
  await waitFor(() => expect(show().getAttribute("aria-pressed")).toBe("true"));
  expect(field.type).toBe("text");
  fireEvent.click(show());
  await waitFor(() => expect(field.type).toBe("password"));

  type("Current password", "not this one");
  type("New password", "a lamp in the harbour");
  type("Confirm new password", "a lamp in the dark");
  press("Change password");
  await said("Password field does not match");
  type("Confirm new password", "a lamp in the harbour");
  press("Change password");
  await said("That isn’t your current password.");
  expect(typedIn("New password")).toBe("a lamp in the harbour");
});

test("terms that have changed are asked for before going on, and once", async () => {
  const liv = school.as("Liv");
  await liv.token();
  const stored = await world.control.item(`USER#${liv.user_id}`, "PROFILE");
  await world.control.put([{ ...stored, terms: { version: "2020-01-01", accepted_on: "2020-01-02T00:00:00.000Z" } }]);
  await open("/profile", liv);
  const dialog = within(await screen.findByRole("dialog", { name: "Terms of Service" }));
  expect(dialog.getByRole<HTMLAnchorElement>("link", { name: /Terms of Service/ }).pathname).toBe("/termsOfService");
  expect(dialog.getAllByRole("button", { name: "Sign out" }).length).toBeGreaterThan(0);
  fireEvent.click(dialog.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Terms of Service" })).toBeNull());
  expect((await liv.call(contract.user.readProfile, {})).body.data.terms_due).toBe(false);
  cleanup();
  await open("/profile", liv);
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("dialog", { name: "Terms of Service" })).toBeNull();
});

test("there is nothing to mark as read where nothing is new", async () => {
  await open("/notifications", school.as("Leo"));
  await said("No notifications yet");
  const mark = () => screen.getByRole<HTMLButtonElement>("button", { name: "Mark all as read" });
  await waitFor(() => expect(mark().disabled).toBe(true));
});

test("a notice is read once the thing it leads to is open, however its person came there; a list reads none", async () => {
  const reading = await world.newOrganization("Reading School");
  const [ray, lena] = [await acceptedReviewer(reading, "Ray"), reading.as("Lena")];
  await lena.token();
  const { credential_job_id } = await submitted(lena, await publishedCredential(reading, [ray]));
  await world.settle();
  const unread = async () =>
    (await ray.call(contract.user.listNotices, { unread: "true", limit: 100 })).body.data.notices.map(
      ({ link }) => link,
    );
  const job = paths.openJob(credential_job_id);
  const before = await unread();
  expect(before).toEqual(expect.arrayContaining([job, paths.openJobs]));
  await open(paths.openJobs, ray);
  await screen.findByRole("link", { name: `Notifications, ${before.length} unread` });
  await screen.findByRole("heading", { name: /^Open jobs/ });
  cleanup();
  await open(job, ray);
  await screen.findByRole("link", { name: `Notifications, ${before.length - 1} unread` });
  expect(await unread()).toEqual(before.filter((link) => link !== job));
});

test("who goes on to pay, or to start, has read the notice that they applied", async () => {
  const selling = await world.newOrganization("Selling School");
  const rita = await acceptedReviewer(selling, "Rita");
  const paid = await publishedCredential(selling, [rita], { price: 25 });
  const free = await publishedCredential(selling, [rita]);
  const learner = selling.as("Liv");
  await applied(learner, paid);
  await begun(learner, free);
  await world.settle();
  const unread = async () =>
    (await learner.call(contract.user.listNotices, { unread: "true", limit: 100 })).body.data.notices.map(
      ({ link }) => link,
    );
  const leads = [paths.submitWork(free), paths.pay(paid)];
  expect(await unread()).toEqual(expect.arrayContaining(leads));
  const before = (await unread()).length;
  for (const [at, link] of leads.entries()) {
    cleanup();
    await open(link!, learner);
    await waitFor(async () => expect(await unread()).toHaveLength(before - at - 1));
  }
  expect(await unread()).not.toEqual(expect.arrayContaining(leads.slice(0, 1)));
});

test("a notice opens in the organization it speaks of, where one's role there has its page", async () => {
  const other = await world.newOrganization("Noticed School");
  const lena = school.as("Lena");
  await lena.token();
  for (const [organization, role] of [
    [other, 4],
    [await world.newOrganization("Third School"), 3],
  ] as const) {
    const { token } = await invitedAs(organization, { email: lena.email, role });
    expect((await lena.call(contract.user.joinOrganization, { token })).status).toBe(200);
  }
  const { organizations } = (
    await world.anyone.call(contract.auth.login, {
      email: lena.email,
      password: lena.password,
      isRemember: false,
    })
  ).body.data;
  const third = organizations.find(({ role }) => role === 3)!;
  const about = (number: number, organization_id: string, link: string) => ({
    ...{ notice_id: `ntc_${number}`, type: "job.opened", title: `Notice ${number}`, text: "Something happened." },
    ...{ organization_id, link, created_on: "2026-11-20T12:00:00Z", read: false },
  });
  const notices = [
    about(1, other.organization_id, "/openJobs/jobDetails/job_1"),
    about(2, school.organization_id, "/mySubmissions/app_1/details"),
    about(3, third.organization_id, "/openJobs/jobDetails/job_2"),
    about(4, third.organization_id, "/users?tab=pending"),
  ];
  answerInstead(["GET /user/notices"], () => Response.json({ data: { notices, total: 4 } }));
  await signInAs(lena);
  const openNotices = async () => {
    cleanup();
    selectOrganization(school.organization_id);
    left.length = 0;
    const portal = await open("/notifications");
    await screen.findByText("Notice 1");
    return portal;
  };
  await openNotices();
  expect(screen.getAllByText(`Opens in ${other.name}.`)).toHaveLength(2);
  expect(screen.getAllByText(`Opens in ${third.organization_name}.`)).toHaveLength(1);
  for (const [number, address, organization_id] of [
    [1, "/openJobs/jobDetails/job_1", other.organization_id],
    [3, "/openJobs/jobDetails/job_2", other.organization_id],
    [4, "/users?tab=pending", third.organization_id],
  ] as const) {
    await openNotices();
    fireEvent.click(screen.getByRole("link", { name: `Notice ${number}` }));
    await waitFor(() => expect(left).toEqual([address]));
    expect(currentSession()?.organization_id).toBe(organization_id);
  }
  const portal = await openNotices();
  fireEvent.click(screen.getByRole("link", { name: "Notice 2" }));
  await waitFor(() => expect(portal.path()).toBe("/mySubmissions/app_1/details"));
  expect([left, currentSession()?.organization_id]).toEqual([[], school.organization_id]);
  await screen.findByRole("heading", { name: "Page not found" });
  vi.mocked(console.error).mockClear(); // React tells what the page's boundary shows
});

test("who deletes their account reads what they lose, and decides about each certificate", async () => {
  const ray = await acceptedReviewer(school, "Ray");
  const liv = school.as("Liv");
  const earned = await accepted(liv, await publishedCredential(school, [ray]), ray);
  for (const index of [0, 1] as const)
    expect((await ray.call(contract.review.acceptSection, verdict(earned, index))).status).toBe(200);
  const other = await accepted(liv, await publishedCredential(school, [ray]), ray);
  for (const index of [0, 1] as const)
    expect((await ray.call(contract.review.acceptSection, verdict(other, index))).status).toBe(200);
  const dear = await publishedCredential(school, [ray], { price: 25 });
  await paidPurchase(liv, dear, world.origin);
  await refundedPurchase(school, liv, await publishedCredential(school, [ray], { price: 30 }), world.origin);

  await open("/security", liv);
  fireEvent.click(await screen.findByRole("button", { name: "Delete account" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/isn’t submitted yet, and you won’t be able to submit it\. The \$25\.00 you paid/);
  await dialog.findByText("Your product credit of $30.00 is lost.");
  await dialog.findByText(/^Private: No one can open it again/);
  dialog.getByText(/^Revoked: .*Anyone who verifies a copy sees that you revoked it/);
  const [newer, older] = await dialog.findAllByRole("radiogroup"); // the list is newest first
  const choice = (group: HTMLElement, name: string) => within(group).getByRole<HTMLInputElement>("radio", { name });
  for (const group of [newer!, older!]) expect(choice(group, "Stays public").checked).toBe(true);
  fireEvent.click(choice(older!, "Revoked"));
  expect([choice(newer!, "Revoked").checked, choice(older!, "Revoked").checked]).toEqual([false, true]);
  const last = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete account" });
  expect(last.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText(/^To confirm/), { target: { value: liv.email } });
  fireEvent.click(last);
  await waitFor(() => expect(left).toContain("/login"));

  const certificate = (cred_id: string) =>
    world.anyone.call(contract.certificate.readOwn, {
      org_id: school.organization_id,
      user_id: liv.user_id,
      cred_id,
    });
  await world.settle();
  expect((await certificate(other.credential_id)).status).toBe(200);
  expect((await certificate(earned.credential_id)).status).toBe(404);
  const { certificates } = (await school.as("Ada").call(contract.certificate.list, {})).body.data;
  const gone = certificates.find(({ cred_id }) => cred_id === earned.credential_id);
  expect(gone).toMatchObject({ status: "revoked", revocation: "holder's-wish", visibility: "erased" });
});

test("a super administrator finds a person by address, says what is wrong with one, and disables the account", async () => {
  const leo = school.as("Leo");
  await leo.token();
  const portal = await open(paths.people, world.as("Sam"));
  await screen.findByRole("heading", { name: "People" });
  type("Email", "leo");
  press("Find");
  await said("Please enter valid Email");
  expect(typedIn("Email")).toBe("leo");
  type("Email", "somebody@nowhere.test");
  press("Find");
  await said("No account with somebody@nowhere.test");
  type("Email", leo.email.toUpperCase());
  press("Find");
  const places = await screen.findByRole("table", { name: "Organizations of Leo Rivers" });
  expect(portal.path()).toBe(`${paths.people}?${new URLSearchParams({ email: leo.email })}`);
  const users = within(places).getByRole<HTMLAnchorElement>("link", { name: `Users of ${school.name}` });
  expect(users.search).toBe(`?${new URLSearchParams({ q: leo.email })}`);
  press("Disable account");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Disable" }));
  await screen.findByRole("button", { name: "Enable account" });
  expect(toasts()).toContain("Leo Rivers is disabled.");
});
