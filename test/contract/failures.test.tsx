import { screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import { Page as ForgotPassword } from "../../web/auth/forgot-password-page.tsx";
import { Page as RequestSignUp } from "../../web/auth/request-sign-up-page.tsx";
import { currentSession } from "../../web/session/session-store.ts";
import { currentFlashes, flash } from "../../web/ui/dialogs/flash.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, left, open, openDocument, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Failing School");
  const { organization_id, name } = school;
  const described = { organization_id, name, description: "A school where calls fail." };
  expect(await school.as("Ada").call(contract.organization.update, described)).toMatchObject({ status: 200 });
});

/** Lets writing calls of the portal fail as a server in trouble does, or get no answer at all. */
function fail(calls: readonly string[], how: "answers" | "unreachable" = "answers"): void {
  answerInstead(calls, () => {
    if (how === "unreachable") return Response.error();
    return new Response('{"message":"Internal Server Error"}', { status: 500 });
  });
}

test("a message stays for three seconds, and a later one of the same kind of work takes its place", () => {
  vi.useFakeTimers();
  try {
    flash("success", "Your Changes Saved Successfully.", "saving");
    vi.advanceTimersByTime(2999);
    expect(toasts()).toEqual(["Your Changes Saved Successfully."]);
    vi.advanceTimersByTime(1);
    expect(toasts()).toEqual([]);
    flash("progress", "Saving", "saving");
    vi.advanceTimersByTime(60_000);
    flash("error", "Invitation failed", "saving");
    expect(toasts()).toEqual(["Invitation failed"]);
    vi.advanceTimersByTime(3000);
    expect(toasts()).toEqual([]);
    flash("success", "Sent for approval.");
    vi.advanceTimersByTime(2000);
    flash("success", "Sent for approval.");
    expect(toasts()).toEqual(["Sent for approval."]);
    vi.advanceTimersByTime(2999);
    expect(toasts()).toEqual(["Sent for approval."]);
    vi.advanceTimersByTime(1);
    expect(toasts()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

describe("what fails is told in the quoted words", () => {
  test("a reset link that cannot be asked for", async () => {
    fail(["POST /user/password/reset"], "unreachable");
    openDocument("/forgotpassword", ForgotPassword);
    type("Email", "ada@northwind.test");
    press("Reset Password");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("NETWORK ERROR"));
  });

  test("a reset link that cannot be asked for while the browser knows of no connection", async () => {
    const asked = vi.spyOn(globalThis, "fetch");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    openDocument("/forgotpassword", ForgotPassword);
    type("Email", "ada@northwind.test");
    press("Reset Password");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("NETWORK ERROR"));
    expect(asked).not.toHaveBeenCalled();
  });

  test("a sign-up link that cannot be asked for while the browser knows of no connection", async () => {
    const asked = vi.spyOn(globalThis, "fetch");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    openDocument(`/requestsignup?orgid=${school.organization_id}`, RequestSignUp);
    type("Email", "ada@northwind.test");
    press("Email me a link");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^We couldn’t reach Laurel/));
    expect(asked).not.toHaveBeenCalled();
  });

  test("an account that is not updated", async () => {
    await open("/adminAccountDetails", school.as("Ada"));
    await screen.findByLabelText("Name");
    type("Description", "A school whose form is long.");
    fail(["PUT /organization", "POST /organization/new"]);
    press("Save and continue");
    await waitFor(() => expect(toasts()).toContain("Failed to update organization"));
    await said("Something went wrong on our side. Try again in a moment.");
    fail(["PUT /organization", "POST /organization/new"], "unreachable");
    press("Save and continue");
    await said(/^We couldn’t reach Laurel/);
    expect(typedIn("Description")).toBe("A school whose form is long.");
  });

  test("an issuer's profile that is not made", async () => {
    await open("/completeYourAccount", school.as("Ivan"));
    await screen.findByLabelText("Name");
    fail(["POST /issuer-profile"]);
    press("Continue");
    await waitFor(() => expect(toasts()).toContain("Failed to create issuer profile"));
  });

  test("an application that does not get through", async () => {
    const rita = await acceptedReviewer(school, "Rita");
    const credential_id = await publishedCredential(school, [rita]);
    await open(`/credential/details/${school.organization_id}/${credential_id}`, school.as("Lena"));
    await screen.findByRole("button", { name: "Apply" });
    fail(["POST /credential/apply"]);
    press("Apply");
    await waitFor(() => expect(toasts()).toContain("Failed to submit your application"));
  });

  test("an address that is none", async () => {
    await open("/organizations/create", world.as("Sam"));
    await screen.findByLabelText("Name");
    type(/^Website/, "nonsense");
    press("Add");
    await said("Please Enter Valid URL");
  });
});

test("a button pressed twice in one breath does its work once", async () => {
  const ray = await acceptedReviewer(school, "Ray");
  const credential_id = await publishedCredential(school, [ray]);
  await open(`/credential/details/${school.organization_id}/${credential_id}`, school.as("Leo"));
  await screen.findByRole("button", { name: "Apply" });
  const asked = vi.spyOn(globalThis, "fetch");
  press("Apply");
  press("Apply");
  await screen.findByText("Section 1 of 2");
  const applied = asked.mock.calls.filter(([address]) => String(address) === "/api/credential/apply");
  expect(applied).toHaveLength(1);
  expect(currentFlashes().filter(({ kind }) => kind === "error")).toEqual([]);
});

describe("the organization's form of an admin", () => {
  test("returns to the view when it is saved, and says so", async () => {
    await open("/organizationDetails", school.as("Ada"));
    await screen.findByRole("button", { name: "Edit" });
    press("Edit");
    await screen.findByLabelText("Name");
    type("Description", "Something else.");
    press("Cancel");
    await screen.findByRole("button", { name: "Edit" });
    await said("A school where calls fail.");
    expect(screen.queryByText("Something else.")).toBeNull();
    press("Edit");
    await screen.findByLabelText("Name");
    type("Name", `${school.name} II`);
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Your Changes Saved Successfully."));
    await screen.findByRole("button", { name: "Edit" });
    expect(currentSession()?.organization?.organization_name).toBe(`${school.name} II`);
  });
});

test("an admin whose invitation does not work is sent to sign in", async () => {
  await open("/signup?email=nobody@pages.test&role=2&t=used-long-ago");
  await waitFor(() => expect(left.map((address) => new URL(address, location.href).pathname)).toContain("/signin"));
  expect(toasts()).toContain("Invitation expired! Please visit the recent email to sign up.");
});
