import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, jobOf, verdict } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, labelled, open, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { submission, certificate, review } = contract;

let school: Organization;
let rita: Person;
beforeAll(async () => {
  school = await world.newOrganization("Awards School");
  rita = await acceptedReviewer(school, "Rita");
});

/** Somebody earns a credential; answers the certificate's id once it is signed. */
async function earned(name: MemberName, title: string): Promise<string> {
  const learner = school.as(name);
  const credential_id = await publishedCredential(school, [rita], { title, sections: [textSection] });
  const work = await accepted(learner, credential_id, rita);
  expect(await rita.call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
  await world.settle();
  const { body } = await learner.call(certificate.listOwn, {});
  const { certificate_id } = body.data.credentials.find((each) => each.cred_id === credential_id)!;
  expect(certificate_id).toBeDefined();
  return certificate_id!;
}
const own = async (name: MemberName, certificate_id: string) =>
  (await school.as(name).call(certificate.read, { certificate_id })).body.data;

describe("the certificates of an organization", () => {
  test("that are none are said to be none", async () => {
    const empty = await world.newOrganization("Empty School");
    await open("/certificates", empty.as("Ada"));
    await said("No certificates yet");
  });

  test("that do not match a search are not said to be none", async () => {
    await open("/certificates?q=nothing-of-the-kind", school.as("Ada"));
    await said("No matches");
    expect(screen.queryByText("No certificates yet")).toBeNull();
  });

  test("that could not be loaded are asked for again", async () => {
    const mend = answerInstead(["GET /organization/certificates"], () => Response.json({}, { status: 500 }));
    await open("/certificates", school.as("Ada"));
    await said("We couldn’t load the list");
    mend();
    press("Try again");
    await waitFor(() => expect(screen.queryByText("We couldn’t load the list")).toBeNull());
  });

  test("are revoked with a reason for everybody and one for the learner, and cannot be again", async () => {
    const certificate_id = await earned("Lena", "Revoked Circle");
    await open("/certificates", school.as("Ada"));
    await said("Revoked Circle");
    press("Actions for Lena Rivers, Revoked Circle");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Revoke" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Revoke" }));
    await said("Choose a reason.");
    await said("Enter a reason. The learner sees it.");
    const user = userEvent.setup();
    await user.click(dialog.getByRole("button", { name: /^Type of reason/ }));
    await user.click(await screen.findByRole("option", { name: "Earned in violation of the rules" }));
    type("What happened", "The plan was somebody else's.");
    fireEvent.click(dialog.getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(toasts()).toContain("Lena Rivers’s certificate was revoked."));
    await said(/: Earned in violation of the rules$/);
    press("Actions for Lena Rivers, Revoked Circle");
    await screen.findByRole("menuitem", { name: "View credential" });
    expect(screen.queryByRole("menuitem", { name: "Revoke" })).toBeNull();
    const { status, revocation, revoked_because } = await own("Lena", certificate_id);
    expect([status, revocation, revoked_because]).toEqual(["revoked", "rules-broken", "The plan was somebody else's."]);
  });

  test("lead to their learner and their credential", async () => {
    const certificate_id = await earned("Lena", "Linked Circle");
    const { cred_id } = await own("Lena", certificate_id);
    await open("/certificates?q=linked", school.as("Ada"));
    const learner = await screen.findByRole("link", { name: "Lena Rivers" });
    expect(learner.getAttribute("href")).toBe(paths.profileOf(school.as("Lena").user_id));
    const credential = screen.getByRole("link", { name: "Linked Circle" });
    expect(credential.getAttribute("href")).toBe(paths.credentialDetails(school.organization_id, cred_id));
  });

  test("are narrowed to a credential and to days, all at once cleared again", async () => {
    const certificate_id = await earned("Lena", "Narrowed Circle");
    const { cred_id } = await own("Lena", certificate_id);
    await open(`/certificates?credential=${cred_id}&earned=7`, school.as("Ada"));
    await screen.findByRole("link", { name: "Narrowed Circle" });
    expect(screen.queryByRole("link", { name: "Linked Circle" })).toBeNull();
    await screen.findByRole("button", { name: /Credential.*Narrowed Circle/ });
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /Date earned/ }));
    await user.click(await screen.findByRole("option", { name: "Earned more than 30 days ago" }));
    await said("No matches");
    press("Clear filters");
    await screen.findByRole("link", { name: "Linked Circle" });
  });

  test("are taken along as CSV, those that the page shows", async () => {
    const certificate_id = await earned("Lena", "Exported Circle");
    const saved: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      saved.push(file as Blob);
      return "blob:saved";
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { cred_id } = await own("Lena", certificate_id);
    await open(`/certificates?status=active&q=circle&credential=${cred_id}&earned=7`, school.as("Ada"));
    await said("Exported Circle");
    press("Export “circle”");
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]!.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(certificate_id);
    click.mockRestore();
  });

  test("are issued anew under a corrected name, which the list then has beside the former", async () => {
    const certificate_id = await earned("Leo", "Replaced Circle");
    await open("/certificates?status=active", school.as("Ada"));
    await said("Replaced Circle");
    press("Actions for Leo Rivers, Replaced Circle");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Correct the name" }));
    await screen.findByRole("dialog");
    expect(labelled("First name").value).toBe("Leo");
    type("First name", "Leonora");
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Replace" }));
    await waitFor(() => expect(toasts()).toContain("Certificate reissued."));
    const { status, replaced_by } = await own("Leo", certificate_id);
    expect(status).toBe("replaced");
    expect(await own("Leo", replaced_by!)).toMatchObject({ first_name: "Leonora", last_name: "Rivers" });
  });
});

describe("a learner's own certificate", () => {
  let certificate_id: string;
  beforeAll(async () => {
    certificate_id = await earned("Liv", "Own Circle");
  });
  const openOwn = async () => {
    await open("/myCredentials", school.as("Liv"));
    await said("Own Circle");
    press("Actions for Own Circle");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Certificate details" }));
    await screen.findByRole("dialog");
  };

  test("says when it was signed, and takes the findings in where its learner wants that", async () => {
    await openOwn();
    await said(/^Signed on /);
    const findings = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: /review results for each criterion/,
    });
    expect(findings.checked).toBe(false);
    fireEvent.click(findings);
    press("Save");
    await waitFor(() => expect(toasts().join()).toContain("sign your certificate again within a minute"));
    expect((await own("Liv", certificate_id)).with_findings).toBe(true);
  });

  test("that was revoked says why, and offers no choice any more", async () => {
    const reason = "It was meant for another Liv.";
    await school.as("Ada").call(certificate.revoke, { certificate_id, revocation: "issued-in-error", reason });
    await openOwn();
    await said(`Issued in error. ${reason}`);
    expect(screen.queryByRole("checkbox", { name: /review results for each criterion/ })).toBeNull();
  });

  test("that was revoked is marked, and is not offered to LinkedIn", async () => {
    await open("/myCredentials", school.as("Liv"));
    await said("Revoked. You can earn it again.");
    expect(screen.getByRole("link", { name: "View certificate" }).getAttribute("href")).toBe(`/c/${certificate_id}`);
    expect(screen.getByRole("button", { name: "Copy link" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Add to LinkedIn" })).toBeNull();
  });

  test("that was revoked leaves the way open to earn it again", async () => {
    const { organization_id } = school;
    const { cred_id } = await own("Liv", certificate_id);
    const portal = await open(`/credential/details/${organization_id}/${cred_id}`, school.as("Liv"));
    await said(/^Your certificate for this credential was revoked\. You can earn it again/);
    press("Apply");
    await waitFor(() => expect(portal.path()).toContain("/submit"));
  });
});

test("work handed in with the review's findings ends in a certificate that says them", async () => {
  const title = "Findings Circle";
  const credential_id = await publishedCredential(school, [rita], { title, sections: [textSection] });
  const leo = school.as("Leo");
  const { body: applied } = await leo.call(contract.credential.apply, { credential_id });
  const { application_id } = applied.data;
  const { body } = await leo.call(submission.read, { credential_id });
  const sections = body.data.sections.map(({ section_id }) => ({ section_id, response: "<p>My work.</p>" }));
  await leo.call(submission.submit, { application_id, credential_id, sections, is_draft: true });
  await open(`/credential/${credential_id}/submit?section=summary`, leo);
  fireEvent.click(await screen.findByRole("checkbox", { name: /review results for each criterion/ }));
  press("Submit Application");
  await said("Submission Sent!");
  const credential_job_id = await jobOf(leo, application_id);
  await offerOpened(leo);
  await rita.call(review.accept, { credential_job_id });
  const section_ids = sections.map(({ section_id }) => section_id);
  const work = { learner: leo, credential_id, application_id, credential_job_id, section_ids };
  await rita.call(review.acceptSection, verdict(work, 0));
  await world.settle();
  const { body: list } = await leo.call(certificate.listOwn, {});
  const { certificate_id } = list.data.credentials.find((each) => each.cred_id === credential_id)!;
  expect((await own("Leo", certificate_id!)).with_findings).toBe(true);
});
