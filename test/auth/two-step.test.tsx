import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { callerFrom, connectTo } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { api } from "../../web/api/client.ts";
import { write } from "../../web/api/queries.ts";
import { storedToken } from "../../web/api/token.ts";
import { appWith, withFactor } from "../support/fixtures/factor.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, ask, left, open, openSignIn, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Two Step School");
});

/** Refuses these calls for want of a proof until one was given, as ten minutes later; answers what of them and of it was sent. */
function refusedUntilProved(...calls: string[]): readonly string[] {
  const sent: string[] = [];
  let proved = false;
  for (const call of calls)
    answerInstead([call], () => {
      sent.push(call);
      const needed = { error: { code: "auth.proof-needed", message: "Confirm." } };
      return proved ? undefined : Response.json(needed, { status: 403 });
    });
  answerInstead(["POST /user/proof"], async ({ request }) => {
    sent.push("POST /user/proof");
    const answer = await ask(request);
    proved ||= answer.ok;
    return answer;
  });
  return sent;
}

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
  isa.signOut(); // all sessions but the page's are about to end
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

test("what is grave asks for a code over what was typed, and goes on with one that is right", async () => {
  const ada = school.as("Ada");
  await open("/connections/keys", ada);
  const inPage = callerFrom(connectTo(world.origin), async () => storedToken()?.token);
  const app = await withFactor({ ...ada, ...inPage });
  refusedUntilProved("POST /organization/key");
  fireEvent.click((await screen.findAllByRole("button", { name: "Create API key" }))[0]!);
  type("Name", "Student records");
  const making = within(await screen.findByRole("dialog", { name: "Create API key" }));
  fireEvent.click(making.getByRole("checkbox", { name: /^Read members/ }));
  const make = () => fireEvent.click(making.getByRole("button", { name: "Create API key" }));
  const asked = async () => within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));
  make();
  await (await asked()).findByText("For security, enter a code to continue.");
  fireEvent.click((await asked()).getByRole("button", { name: "Cancel" }));
  await said("You didn’t confirm that it’s you, so nothing was changed.");
  expect(typedIn("Name")).toBe("Student records");
  make();
  await (await asked()).findByText("For security, enter a code to continue.");
  type("Code", "000000");
  press("Continue");
  await said(/^That code isn’t right/);
  type("Code", app.codeIn(30));
  press("Continue");
  await screen.findByText(/^laurel_/, { selector: ".shown-once" });
  expect(screen.queryByRole("dialog", { name: "Confirm it’s you" })).toBeNull();
});

test("two acts that are refused at once ask once, and both are done afterwards", async () => {
  const abe = school.as("Abe");
  await open("/connections/keys", abe);
  await said("Student records");
  const sent = refusedUntilProved("POST /organization/key", "POST /organization/webhook");
  const { organization_id } = school;
  const done = Promise.all([
    write(api.key.create, { organization_id, name: "Student records", scopes: ["member:read"], days: 30 }),
    write(api.webhook.create, { organization_id, address: "https://hooks.example.com/" }),
  ]);
  await screen.findByText("For security, enter your password to continue.");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(screen.getAllByRole("dialog", { name: "Confirm it’s you" })).toHaveLength(1);
  type("Password", abe.password);
  press("Continue");
  const [{ key }, { secret }] = await done;
  expect([key, secret]).toEqual([expect.stringMatching(/^laurel_/), expect.stringMatching(/^whsec_/)]);
  expect(sent.filter((name) => name === "POST /user/proof")).toHaveLength(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});
