import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { BadgeAward } from "../../shared/badgr/badgr.ts";
import { contract } from "../../shared/contract.ts";
import type { Credential, Section } from "../../shared/credential/credential.ts";
import { dateIn } from "../../shared/credential/rules.ts";
import type { Action } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { obstacleOf } from "../../web/credential/apply.tsx";
import { date, dateTime } from "../../web/ui/look/format.ts";
import { answered } from "../support/fixtures/answered.ts";
import { writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, closeWindow, open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Inline School");
});

test("a credential is open to applications until its last day is over where its organization is", async () => {
  const ada = school.as("Ada");
  const { organization_id } = school;
  const move = async (timezone: string) =>
    answered(
      await ada.call(contract.organization.update, {
        organization_id,
        name: school.name,
        description: "A school.",
        timezone,
      }),
    );
  const { cred_id } = await writeDraft(ada, [], { upTo: 1 });
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
    await move(timezone);
    const read = answered(await ada.call(contract.credential.read, { credential_id: cred_id, organization_id }));
    expect(read.timezone).toBe(timezone);
    const lastDay = (daysFromNow: number) => ({
      ...read,
      status: "published" as const,
      submission_status: "",
      credential_details: {
        ...read.credential_details,
        expiration_date: `${dateIn(timezone, Date.now() + daysFromNow * 86_400_000)}T00:00:00.000Z`,
      },
    });
    expect([obstacleOf(lastDay(0)), obstacleOf(lastDay(-1))?.reason]).toEqual([
      undefined,
      expect.stringMatching(/^Applications ended on .+ time\)\.$/),
    ]);
  }
});

describe("a section on the credential's page", () => {
  test("is edited where it stands by who is neither issuer nor learner", async () => {
    const pia = school.as("Pia");
    const { cred_id, organization_id } = await writeDraft(pia, [], { upTo: 1 });
    await open(`/credential/details/${organization_id}/${cred_id}`, pia);
    await screen.findByRole("button", { name: "Edit section 2" });
    press("Edit section 2");
    await screen.findByLabelText("Title");
    expect(screen.queryByRole("button", { name: "Remove section 2" })).toBeNull();
    type("Title", "");
    press("Save");
    await said("Title field cannot be empty");
    type("Title", "Plan");
    press("Save");
    await said("The title of the section already exists, try another!");
    type("Title", "Proof");
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Section saved."));
    await screen.findByRole("button", { name: "Edit section 2" });
    const { scores_and_submissions } = answered(await pia.call(contract.credential.read, { credential_id: cred_id }));
    expect(scores_and_submissions.sections.map(({ title }) => title)).toEqual(["Plan", "Proof"]);
  });

  test("is deleted there by whose role has Delete and nothing else to change it with, after a question", async () => {
    const [ada, cy] = [school.as("Ada"), school.as("Cy")];
    const { cred_id, organization_id } = await writeDraft(cy, [], { upTo: 1 });
    const role = { role_id: school.role_id, name: "Course assistant" };
    const hold = async (...role_perms: Action[]) =>
      answered(await ada.call(contract.organization.updateRole, { ...role, role_perms }));
    onTestFinished(async () => void (await hold("Read", "Create", "Update")));
    await hold("Delete");
    await open(`/credential/details/${organization_id}/${cred_id}`, cy);
    const remove = await screen.findByRole("button", { name: "Delete section 1" });
    expect(screen.queryByRole("button", { name: "Edit section 1" })).toBeNull();
    fireEvent.click(remove);
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete section" }));
    await waitFor(() => expect(toasts()).toContain("“Plan” was deleted."));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Delete section/ })).toBeNull());
    const { scores_and_submissions } = answered(await ada.call(contract.credential.read, { credential_id: cred_id }));
    expect(scores_and_submissions.sections.map(({ title }) => title)).toEqual(["Evidence"]);
  });

  test("is kept by a role without Delete: its page and the wizard say so, and new ones can still be removed", async () => {
    const cy = school.as("Cy");
    const { cred_id, organization_id } = await writeDraft(cy, [], { upTo: 1 });
    await open(`/credential/details/${organization_id}/${cred_id}`, cy);
    await screen.findByRole("button", { name: "Edit section 1" });
    expect(screen.queryByRole("button", { name: /^Delete section/ })).toBeNull();
    cleanup();
    await open(paths.editCredentialStep(organization_id, cred_id, 1), cy);
    const kept = await screen.findByRole("button", { name: "Remove section 2" });
    expect(kept.getAttribute("aria-disabled")).toBe("true");
    await said("Your role doesn’t include deleting sections.");
    press("Add section");
    fireEvent.click(await screen.findByRole("button", { name: "Remove section 3" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Remove section 3" })).toBeNull());
  });

  test("is edited by its issuer in the wizard", async () => {
    const ivan = school.as("Ivan");
    const { cred_id, organization_id } = await writeDraft(ivan, [], { upTo: 1 });
    await open(`/credential/details/${organization_id}/${cred_id}`, ivan);
    await screen.findByRole("link", { name: "Edit sections" });
    expect(screen.queryByRole("button", { name: "Edit section 2" })).toBeNull();
    expect(screen.getByText("$0.00", { selector: ".credential-amount" })).toBeTruthy();
    expect(screen.getByText(", not set yet")).toBeTruthy();
    expect(screen.getByText(/^Updated on/)).toBeTruthy();
  });
});

const headings = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

test("how a credential is reviewed is its header, its notes and its job description, and no more", async () => {
  const { cred_id, organization_id } = await writeDraft(school.as("Ivan"), [], { upTo: 2 });
  const portal = await open(`/credential/details/${organization_id}/${cred_id}`, school.as("Ada"));
  await screen.findByRole("button", { name: "Review details" });
  press("Review details");
  await screen.findByRole("link", { name: "← Full credential" });
  expect(portal.path()).toBe(`/reviews/${cred_id}/reviewDetails`);
  expect(screen.getByText("$0.00", { selector: ".credential-amount" })).toBeTruthy();
  expect(screen.getByText("Be kind and exact.")).toBeTruthy();
  expect(headings()).toEqual(["Notes for reviewers", "Job description"]);
  expect(screen.getAllByText("35 minutes")).toHaveLength(2);
  expect(screen.getByText("Judge plans and evidence.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Edit/ })).toBeNull();
});

test("notes are edited where they stand, and kept as typed when they are refused", async () => {
  const { cred_id, organization_id } = await writeDraft(school.as("Pia"), [], { upTo: 2 });
  await open(`/credential/details/${organization_id}/${cred_id}`, school.as("Pia"));
  await screen.findByRole("button", { name: "Edit notes for reviewers" });
  press("Edit notes for reviewers");
  const refusal = { code: "credential.changed", message: "Failed to update credential !" };
  const mend = answerInstead(["PUT /credential"], () => Response.json({ error: refusal }, { status: 409 }));
  await screen.findByRole("textbox", { name: "Notes" });
  press("Save");
  await waitFor(() => expect(toasts().join(" ")).toContain("Failed to update credential !"));
  expect(screen.getByRole("textbox", { name: "Notes" }).textContent).toBe("Be kind and exact.");
  mend();
  press("Save");
  await waitFor(() => expect(toasts()).toContain("Notes saved."));
});

test("title and price are edited in the header: a hundred characters, whole dollars from 1 to 9999", async () => {
  const pia = school.as("Pia");
  const { cred_id, organization_id } = await writeDraft(pia, [], { upTo: 1 });
  await open(`/credential/details/${organization_id}/${cred_id}`, pia);
  await screen.findByRole("button", { name: "Edit" });
  press("Edit");
  await screen.findByLabelText("Title");
  type("Title", "T".repeat(101));
  type("Price in dollars", "0");
  press("Save");
  await said("Enter whole dollars from 1 to 9999");
  type("Price in dollars", "99999");
  expect([typedIn("Title"), typedIn("Price in dollars")]).toEqual(["T".repeat(100), "9999"]);
  press("Save");
  await waitFor(() => expect(toasts()).toContain("Credential saved."));
  await said("$9,999.00");
});

describe("what a colleague has saved while something is edited on the credential's page", () => {
  const pia = () => school.as("Pia");
  const refused = /^Someone else changed this credential\. Your edits are still here/;
  /** Opens a draft's page, and answers how a colleague saves something and how it is read. */
  async function opened() {
    const draft = await writeDraft(pia(), [], { upTo: 2 });
    const { cred_id: credential_id, organization_id } = draft;
    const read = async () => answered(await pia().call(contract.credential.read, { credential_id, organization_id }));
    const colleague = school.as("Ada");
    await open(`/credential/details/${organization_id}/${credential_id}`, pia());
    return {
      read,
      saveSections: async (change: (sections: Section[]) => Section[]) => {
        const { version, scores_and_submissions } = await read();
        const data = change(scores_and_submissions.sections);
        answered(await colleague.call(contract.credential.saveSections, { credential_id, version, data }));
      },
      saveTitle: async (title: string) => {
        const { version, credential_details } = await read();
        const change = { step: 0 as const, credential_details: { ...credential_details, title } };
        answered(await colleague.call(contract.credential.update, { credential_id, version, ...change }));
      },
    };
  }
  const titlesOf = ({ scores_and_submissions }: Credential) =>
    scores_and_submissions.sections.map(({ title }) => title);

  test("stays in other sections, and in the same one is shown before it is replaced", async () => {
    const { read, saveSections } = await opened();
    fireEvent.click(await screen.findByRole("button", { name: "Edit section 2" }));
    await screen.findByLabelText("Title");
    type("Title", "Proof");
    await saveSections(([first, second]) => [
      { ...first!, title: "Better plan" },
      { ...second!, title: "Their evidence" },
    ]);
    press("Save");
    await said(refused);
    await said("Someone else changed this section. Saving replaces their version.");
    press("Their version");
    await said("Their evidence");
    expect(typedIn("Title")).toBe("Proof");
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Section saved."));
    expect(titlesOf(await read())).toEqual(["Better plan", "Proof"]);
  });

  test("does not take a section away from under whoever types in it", async () => {
    const { read, saveSections } = await opened();
    fireEvent.click(await screen.findByRole("button", { name: "Edit section 1" }));
    await screen.findByLabelText("Title");
    type("Title", "My plan");
    await saveSections(([, second]) => [second!]);
    press("Save");
    await said("Someone else deleted this section. Saving adds it again at the end.");
    expect(typedIn("Title")).toBe("My plan");
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Section saved."));
    expect(titlesOf(await read())).toEqual(["Evidence", "My plan"]);
  });

  test("stays in the title, where only the price was typed", async () => {
    const { read, saveTitle } = await opened();
    fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await screen.findByLabelText("Title");
    type("Price in dollars", "40");
    await saveTitle("A better title");
    press("Save");
    await said(refused);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("A better title"));
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Credential saved."));
    expect(await read()).toMatchObject({ title: "A better title", price: 40 });
  });
});

test("what can be edited follows the state: a pending one's sections and notes, of a published one no part", async () => {
  const rita = await acceptedReviewer(school, "Rita");
  const ivan = school.as("Ivan");
  const { cred_id, organization_id } = await writeDraft(ivan, [rita]);
  const path = `/credential/details/${organization_id}/${cred_id}`;
  await open(path, ivan);
  await screen.findByRole("link", { name: "Edit notes for reviewers" });
  answered(await ivan.call(contract.credential.publish, { credential_id: cred_id }));
  closeWindow();
  await open(path, school.as("Ada"));
  await screen.findByRole("button", { name: "Edit section 1" });
  expect(screen.getByRole("button", { name: "Edit notes for reviewers" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Edit description" })).toBeNull();
  answered(await school.as("Ada").call(contract.credential.approve, { credential_id: cred_id }));
  closeWindow();
  await open(path, school.as("Abe"));
  await said("Approved");
  expect(screen.queryByRole("link", { name: /^Edit/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Edit (section|notes)/ })).toBeNull();
});

test("the page of applicants says how far each badge has come, why, and when it is tried again", async () => {
  const { cred_id } = await writeDraft(school.as("Ivan"), [], { upTo: 1 });
  const at = "2026-11-21T10:00:00.000Z";
  const reason = "The badge service has no issuer with the email a@b.test.";
  const badges: Record<string, BadgeAward | undefined> = {
    Ann: { status: "awarded", awarded_on: at },
    Ben: { status: "waiting", reason: "We couldn’t reach the badge service.", next_try_on: at },
    Cid: { status: "failed", reason, next_try_on: at },
    Dan: { status: "given-up", reason: "The learner deleted their account." },
    Eve: { status: "waiting" },
    Fay: { status: "revoking", reason: "The badge service isn’t connected." },
    Gus: { status: "not-revoked", reason: "The connected account doesn’t have this award.", next_try_on: at },
    Hal: { status: "revoked" },
  };
  const applicants = Object.entries(badges).map(([first_name, badge], index) => ({
    application_id: `app_${index}`,
    user_id: `usr_${index}`,
    first_name,
    last_name: "Poe",
    email: "",
    status: "completed",
    applied_on: at,
    price: 0,
    badge,
  }));
  const exported: string[] = [];
  const listed = { applicants, total: applicants.length };
  answerInstead(["GET /credential/applicantslist"], () => Response.json({ data: listed }));
  answerInstead(["GET /credential/applicantslistcsv"], ({ request }) => {
    exported.push(new URL(request.url).searchParams.get("search") ?? "");
    return Response.json({ data: { export_id: "exp_1" } }, { status: 202 });
  });
  vi.stubGlobal("innerWidth", 1440); // narrower windows show the column when it is asked for
  onTestFinished(() => void vi.unstubAllGlobals());
  await open(`/credential/${cred_id}/lerners?q=poe`, school.as("Ada"));
  const rows = await waitFor(() => {
    const found = screen.getAllByRole("row").map(({ textContent }) => textContent ?? "");
    expect(found.some((text) => text.includes("Eve Poe"))).toBe(true);
    return Object.keys(badges).map((name) => found.find((text) => text.includes(`${name} Poe`)));
  });
  expect(rows).toEqual([
    expect.stringContaining(`Awarded on ${date(at)}`),
    expect.stringContaining("WaitingWe couldn’t reach the badge service."),
    expect.stringContaining(`Failed${reason} Fix this at the badge service. We’ll try again on ${dateTime(at)}.`),
    expect.stringContaining("Not awardedThe learner deleted their account."),
    expect.stringContaining("WaitingUsually awarded within a few minutes."),
    expect.stringContaining("Being revokedThe badge service isn’t connected."),
    expect.stringContaining(
      `Still validThe connected account doesn’t have this award. Fix this at the badge service. We’ll try again on ${dateTime(at)}.`,
    ),
    expect.stringContaining("Revoked"),
  ]);
  press("Export “poe”");
  await waitFor(() => expect(exported, "what was searched for is what is exported").toEqual(["poe"]));
});

test("the reviewers of a published credential are changed from its page and from its applicants", async () => {
  const own = await world.newOrganization("Changing Reviewers School");
  const [rita, ray] = [await acceptedReviewer(own, "Rita"), await acceptedReviewer(own, "Ray")];
  const ada = own.as("Ada");
  const { cred_id, organization_id } = await writeDraft(ada, [rita], { upTo: 4 });
  expect(await ada.call(contract.credential.publish, { credential_id: cred_id })).toMatchObject({ status: 200 });
  const reviewers = async () =>
    answered(await ada.call(contract.credential.read, { credential_id: cred_id })).assigned_reviewers;
  const portal = await open(paths.credentialDetails(organization_id, cred_id), ada);
  fireEvent.click(await screen.findByRole("link", { name: "Change reviewers" }));
  /** Of those with the name the one of this organization. */
  const box = async (name: string) =>
    (await screen.findAllByRole("checkbox", { name: `Select ${name} Rivers` })).find((each) =>
      each.closest("li")?.textContent?.includes("from your organization"),
    )!;
  fireEvent.click(await box("Rita"));
  const places = screen
    .getAllByRole("checkbox", { name: /^Select / })
    .map((each) => each.closest("li")?.textContent ?? "");
  for (const place of places) expect(place).toMatch(/from (your|another) organization/);
  press("Save reviewers");
  await said("Please select at least one reviewer to review this credential");
  fireEvent.click(await box("Ray"));
  press("Save reviewers");
  await waitFor(() => expect(portal.path()).toBe(paths.credentialDetails(organization_id, cred_id)));
  expect(await reviewers()).toEqual([ray.user_id]);
  cleanup();
  const applicants = await open(paths.credentialApplicants(cred_id), ada);
  fireEvent.click(await screen.findByRole("button", { name: "Change reviewers" }));
  await box("Ray");
  cleanup();
  const profile = await open(paths.credentialDetails(organization_id, cred_id), ada);
  fireEvent.click(await screen.findByRole("link", { name: "Ray Rivers" }));
  fireEvent.click(await screen.findByRole("link", { name: "← Back" }));
  await waitFor(() => expect(profile.path()).toBe(paths.credentialDetails(organization_id, cred_id)));
  expect(applicants.path()).toBe(paths.credentialReviewers(cred_id));
});

test("whom a colleague has made a reviewer meanwhile stays one", async () => {
  const own = await world.newOrganization("Sharing Reviewers School");
  const [rita, ray, rob] = [
    await acceptedReviewer(own, "Rita"),
    await acceptedReviewer(own, "Ray"),
    await acceptedReviewer(own, "Rob"),
  ];
  const ada = own.as("Ada");
  const { cred_id } = await writeDraft(ada, [rita], { upTo: 4 });
  answered(await ada.call(contract.credential.publish, { credential_id: cred_id }));
  const portal = await open(paths.credentialReviewers(cred_id), ada);
  const box = async (name: string) =>
    (await screen.findAllByRole("checkbox", { name: `Select ${name} Rivers` })).find((each) =>
      each.closest("li")?.textContent?.includes("from your organization"),
    )!;
  fireEvent.click(await box("Ray"));
  const change = { credential_id: cred_id, add: [rob.user_id], remove: [] };
  answered(await ada.call(contract.credential.assignReviewers, change));
  await queries.refetchQueries(); // as whoever comes back to the window does
  press("Save reviewers");
  await waitFor(() => expect(portal.path()).toMatch(/^\/credential\/details\//));
  const { assigned_reviewers } = answered(await ada.call(contract.credential.read, { credential_id: cred_id }));
  expect(assigned_reviewers?.toSorted()).toEqual([rita, ray, rob].map(({ user_id }) => user_id).toSorted());
});

test("a credential is copied, and the copy, a draft, deleted, from its page", async () => {
  const ivan = school.as("Ivan");
  const { cred_id, organization_id } = await writeDraft(ivan, [], { upTo: 1, title: "Original" });
  const portal = await open(paths.credentialDetails(organization_id, cred_id), ivan);
  fireEvent.click(await screen.findByRole("button", { name: "Copy" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Copy" }));
  await screen.findByRole("heading", { name: "Copy of Original" });
  const copied = portal.path();
  expect(copied).not.toContain(cred_id);
  fireEvent.click(await screen.findByRole("button", { name: "Delete draft" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete draft" }));
  await waitFor(() => expect(portal.path()).toBe(paths.credentials));
  expect(toasts()).toContain("“Copy of Original” was deleted.");
  expect(answered(await ivan.call(contract.credential.read, { credential_id: cred_id })).title).toBe("Original");
});

test("a publisher's and a custom role's empty corners say what is true of them", async () => {
  const bare = await world.newOrganization("Bare School");
  await open("/credentials?tab=draft", bare.as("Pia"));
  await said("Credentials you haven’t published appear here.");
  cleanup();
  await open(paths.myCredentialsAsCustom, bare.as("Cy"));
  await said(/^Only learners earn credentials\./);
});
