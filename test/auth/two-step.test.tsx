import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { appWith, withFactor } from "../support/fixtures/factor.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, left, open, openSignIn, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Two Step School");
});

test("sign-in asks for the code, keeps a wrong one's field, and goes to the page that was asked for", async () => {
  const rita = school.as("Rita");
  const app = await withFactor(rita);
  openSignIn("/login?next=/mySubmissions");
  type("Email", rita.email);
  type("Password", rita.password);
  press("Sign in");
  await screen.findByRole("heading", { name: "Enter your code" });
  press("Sign in");
  expect((await screen.findByRole("alert")).textContent).toBe("Enter a code.");
  type("Code", "000000");
  press("Sign in");
  await said(/^That code isn’t right/);
  expect(typedIn("Code")).toBe("000000");
  press("Use a recovery code");
  type("Recovery code", app.recovery[0]!);
  press("Sign in");
  await waitFor(() => expect(left).toEqual(["/mySubmissions"]));
});

test("a sign-in that took too long says so, and leads back to the password", async () => {
  const ray = school.as("Ray");
  await withFactor(ray);
  openSignIn("/login");
  type("Email", ray.email);
  type("Password", ray.password);
  press("Sign in");
  await screen.findByRole("heading", { name: "Enter your code" });
  answerInstead(["POST /user/login/code"], () =>
    Response.json({ error: { code: "auth.sign-in-anew", message: "This sign-in has ended." } }, { status: 400 }),
  );
  type("Code", "123456");
  press("Sign in");
  expect((await screen.findByRole("alert")).textContent).toBe("This sign-in has ended.");
  expect(screen.getByRole("link", { name: "Back to sign in" })).toBeTruthy();
});

test("Sign-in and security turns it on with password and code, shows ten recovery codes once, and turns it off", async () => {
  const isa = school.as("Isa");
  await open("/security", isa);
  await said("Off");
  press("Set up two-step sign-in");
  type("Password", "not the one");
  press("Continue");
  await said("That isn’t your current password.");
  type("Password", isa.password);
  press("Continue");
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
  const app = appWith(document.querySelector("code.factor-key")!.textContent!.replaceAll(" ", ""));
  type("Code", "000000");
  press("Turn on");
  await said(/^That code isn’t right/);
  expect(typedIn("Code")).toBe("000000");
  type("Code", app.codeIn(0));
  press("Turn on");
  expect((await screen.findByRole("list", { name: "Recovery codes" })).children).toHaveLength(10);
  press("Done");
  await said(/^On since .*, 10 recovery codes left$/);

  cleanup();
  await open("/security");
  await screen.findByRole("button", { name: "Turn off two-step sign-in" });
  press("Turn off two-step sign-in");
  type("Password", isa.password);
  type("Code", app.codeIn(30));
  press("Turn off");
  await waitFor(() => expect(toasts()).toContain("Two-step sign-in is off."));
  expect((await isa.call(contract.auth.readFactor, {})).body.data.is_on).toBe(false);
});
