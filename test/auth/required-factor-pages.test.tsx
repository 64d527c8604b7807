import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { callerFrom, connectTo } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { storedToken } from "../../web/api/token.ts";
import { answered } from "../support/fixtures/answered.ts";
import { appWith, withFactor } from "../support/fixtures/factor.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { organization } = contract;
let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Required Two Step School");
});

const asked = async () => within(await screen.findByRole("dialog", { name: "Turn on two-step sign-in" }));
/** Of the person whose page is open: all their other sessions end. */
const inPage = callerFrom(connectTo(world.origin), async () => storedToken()?.token);
const requireOf = async (admin: Pick<Person, "call">, ...factor_roles: number[]) => {
  const { version } = answered(await admin.call(organization.read, {}));
  return answered(await admin.call(organization.requireFactor, { factor_roles, version }));
};

/** Goes through the dialog as its person does. */
async function setUp({ password }: Person): Promise<void> {
  await asked();
  type("Password", password);
  press("Continue");
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
  const app = appWith(document.querySelector("code.factor-key")!.textContent!.replaceAll(" ", ""));
  type("Code", app.codeIn(0));
  press("Turn on");
  await screen.findByRole("list", { name: "Recovery codes" });
  press("Done");
}

test("an admin who requires it of admins sets it up first, and what they chose is saved then", async () => {
  const [ada, user] = [school.as("Ada"), userEvent.setup()];
  await open("/organizationDetails", ada);
  fireEvent.click(await screen.findByRole("button", { name: "Edit required roles" }));
  const trigger = screen.getByRole("button", { name: /^Roles/ });
  await user.click(trigger);
  await user.click(await screen.findByRole("option", { name: "Admin" }));
  press("Save required roles");
  await (await asked()).findByText("Two-step sign-in is required for your role.");
  await setUp(ada);
  await waitFor(() => expect(toasts()).toContain("Required roles saved."));
  await screen.findByRole("button", { name: "Edit required roles" });
  expect(answered(await inPage.call(organization.read, {})).factor_roles).toEqual([roleIds.admin]);
  await requireOf(inPage);
});

test("a page that is refused for want of it asks to set it up and shows itself then; who cancels reads why it doesn’t", async () => {
  await requireOf(school.as("Abe"), roleIds.issuer);
  const isa = school.as("Isa");
  await open("/organizationDetails", isa);
  fireEvent.click((await asked()).getByRole("button", { name: "Cancel" }));
  await said("Two-step sign-in is required for your role. Turn it on to continue.");
  vi.mocked(console.error).mockClear(); // React tells what the page's boundary shows
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await setUp(isa);
  await said(school.name);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a requirement that begins while somebody works costs them nothing that they typed, and another tab may have met it", async () => {
  const abe = school.as("Abe");
  await open("/connections/keys", abe);
  fireEvent.click((await screen.findAllByRole("button", { name: "Create API key" }))[0]!);
  type("Name", "Student records");
  const making = within(await screen.findByRole("dialog", { name: "Create API key" }));
  fireEvent.click(making.getByRole("checkbox", { name: /^Read members/ }));
  const { version } = answered(await abe.call(organization.read, {}));
  const { organization_id } = school;
  answered(
    await world.as("Sam").call(organization.requireFactor, { organization_id, version, factor_roles: [roleIds.admin] }),
  );
  const make = () => fireEvent.click(making.getByRole("button", { name: "Create API key" }));
  make();
  fireEvent.click((await asked()).getByRole("button", { name: "Cancel" }));
  await said("Two-step sign-in is required for your role. Turn it on to continue.");
  expect(typedIn("Name")).toBe("Student records");
  make();
  await asked();
  await withFactor({ ...abe, ...inPage });
  type("Password", abe.password);
  press("Continue");
  await screen.findByText(/^laurel_/, { selector: ".shown-once" });
  expect(screen.queryByRole("dialog", { name: "Turn on two-step sign-in" })).toBeNull();
});
