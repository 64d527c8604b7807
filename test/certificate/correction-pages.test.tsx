import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, labelled, open, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { certificate } = contract;
let school: Organization;
let rita: Person;
beforeAll(async () => {
  school = await world.newOrganization("Name School");
  rita = await acceptedReviewer(school, "Rita");
});

async function certified(name: MemberName, title: string): Promise<string> {
  const credential_id = await publishedCredential(school, [rita], { title, sections: [textSection] });
  await earned(school.as(name), credential_id, rita);
  await world.settle();
  const { credentials } = (await school.as(name).call(certificate.listOwn, {})).body.data;
  return credentials.find((each) => each.cred_id === credential_id)!.certificate_id!;
}
const own = async (name: MemberName, certificate_id: string) =>
  (await school.as(name).call(certificate.read, { certificate_id })).body.data;
const inDialog = async () => within(await screen.findByRole("dialog"));
const ask = (name: MemberName, certificate_id: string) =>
  school.as(name).call(certificate.askCorrection, { certificate_id, first_name: "Leonora", last_name: "Rivers" });

describe("a learner", () => {
  let certificate_id: string;
  beforeAll(async () => {
    certificate_id = await certified("Lena", "Asked Circle");
  });

  test("asks for a corrected name, keeps what they typed when it is refused, and sees since when it waits", async () => {
    await open(paths.myCredentials, school.as("Lena"));
    await said("Asked Circle");
    press("Actions for Asked Circle");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Ask for a corrected name" }));
    const dialog = await inDialog();
    await said(/^Your certificate for “Asked Circle” says Lena Rivers\./);
    type("Reason (optional)", "It was misspelled.");
    fireEvent.click(dialog.getByRole("button", { name: "Send request" }));
    await said("The certificate already has this name. Enter the correct one.");
    expect(labelled("Reason (optional)").value).toBe("It was misspelled.");
    type("First name", "Leena");
    fireEvent.click(dialog.getByRole("button", { name: "Send request" }));
    await waitFor(() => expect(toasts()).toContain("Request sent."));
    await said(/^Corrected name asked for on /);
    expect((await own("Lena", certificate_id)).correction).toMatchObject({
      ...{ status: "waiting", first_name: "Leena", last_name: "Rivers", reason: "It was misspelled." },
    });
  });

  test("comes from the certificate's page to what they asked for, and withdraws it", async () => {
    await open(`${paths.myCredentials}?correct=${certificate_id}`, school.as("Lena"));
    const dialog = await inDialog();
    await said("Leena Rivers");
    await said("It was misspelled.");
    fireEvent.click(dialog.getByRole("button", { name: "Withdraw request" }));
    await waitFor(() => expect(toasts()).toContain("Request withdrawn."));
    await waitFor(() => expect(screen.queryByText(/^Corrected name asked for on /)).toBeNull());
    expect((await own("Lena", certificate_id)).correction?.status).toBe("withdrawn");
  });

  test("reads why a request was declined, and may ask again", async () => {
    const { body } = await ask("Lena", certificate_id);
    const { correction_id } = body.data.correction;
    const declining = { certificate_id, correction_id, reason: "Your license says Lena." };
    await school.as("Ada").call(certificate.declineCorrection, declining);
    await open(`${paths.myCredentials}?correct=${certificate_id}`, school.as("Lena"));
    await said("Your license says Lena.");
    expect((await inDialog()).getByRole("button", { name: "Send request" })).toBeTruthy();
  });

  test("is told when the certificate could not be loaded, and that a revoked one’s name stays", async () => {
    const mend = answerInstead(["GET /user/mycertificate"], () => Response.json({}, { status: 500 }));
    await open(`${paths.myCredentials}?correct=${certificate_id}`, school.as("Lena"));
    await said("We couldn’t load the certificate");
    const revoking = { certificate_id, revocation: "issued-in-error" as const, reason: "By mistake." };
    await school.as("Ada").call(certificate.revoke, revoking);
    mend();
    press("Try again");
    await said(/was revoked, so its name can’t be corrected\.$/);
  });
});

describe("an admin", () => {
  const openRequest = async (title: string) => {
    await open(paths.certificatesNameAsked, school.as("Ada"));
    await said(title);
    await said(/^Corrected name asked for on /);
    press(`Actions for Leo Rivers, ${title}`);
    fireEvent.click(await screen.findByRole("menuitem", { name: "View name request" }));
    const dialog = await inDialog();
    await said("Leonora Rivers");
    return dialog;
  };

  test("finds who waits for a corrected name, compares the two, and corrects it", async () => {
    const certificate_id = await certified("Leo", "Corrected Circle");
    await ask("Leo", certificate_id);
    const dialog = await openRequest("Corrected Circle");
    expect(dialog.getByText("Leo Rivers")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Correct the name" }));
    await waitFor(() => expect(toasts()).toContain("Certificate reissued."));
    await said("No matches");
    const { replaced_by, correction } = await own("Leo", certificate_id);
    expect(correction?.status).toBe("accepted");
    expect((await own("Leo", replaced_by!)).first_name).toBe("Leonora");
  });

  test("declines with a reason that the learner reads", async () => {
    const certificate_id = await certified("Leo", "Declined Circle");
    await ask("Leo", certificate_id);
    const dialog = await openRequest("Declined Circle");
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    await said("Enter a reason. The learner sees it.");
    type("Reason", "Your license says Leo.");
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(toasts()).toContain("Request declined."));
    expect((await own("Leo", certificate_id)).correction?.declined_because).toBe("Your license says Leo.");
  });

  test("who declines what was withdrawn meanwhile is told so, and what they typed stays", async () => {
    const certificate_id = await certified("Leo", "Withdrawn Circle");
    const { correction_id } = (await ask("Leo", certificate_id)).body.data.correction;
    const dialog = await openRequest("Withdrawn Circle");
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    type("Reason", "Your license says Leo.");
    await school.as("Leo").call(certificate.withdrawCorrection, { certificate_id, correction_id });
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    await said("This request for a corrected name was withdrawn or decided in the meantime.");
    expect(labelled("Reason").value).toBe("Your license says Leo.");
  });
});
