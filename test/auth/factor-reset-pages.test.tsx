import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { callerFrom, connectTo } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { storedToken } from "../../web/api/token.ts";
import { answered } from "../support/fixtures/answered.ts";
import { withFactor } from "../support/fixtures/factor.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import type { Organization } from "../support/organization.ts";
import { open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { auth, user } = contract;
let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Reset Pages School");
});

const turnOff = { name: "Turn off two-step sign-in" };

test("an admin has it turned off on the page of the member, is told what that means, stops it there, and loses nothing typed", async () => {
  const [ada, rita] = [school.as("Ada"), school.as("Rita")];
  await withFactor(rita);
  await open(paths.editUser(rita.user_id), ada);
  await said("On");
  type("First name", "Margarita");
  fireEvent.click(screen.getByRole("button", turnOff));
  const asking = within(await screen.findByRole("dialog", { name: "Turn off two-step sign-in for Rita Rivers?" }));
  expect(asking.getByText(/they have 24 hours to stop it/)).toBeTruthy();
  fireEvent.click(asking.getByRole("button", { name: "Turn off in 24 hours" }));
  await said(/^Will be turned off on .*\. Ada Rivers asked for it\.$/);
  expect(toasts()).toContain("Two-step sign-in of Rita Rivers will be turned off in 24 hours.");
  expect(screen.queryByRole("button", turnOff)).toBeNull();
  expect(answered(await rita.call(auth.readFactor, {})).reset).toBeDefined();
  press("Stop");
  await screen.findByRole("button", turnOff);
  expect(toasts()).toContain("Rita Rivers keeps two-step sign-in.");
  expect(typedIn("First name")).toBe("Margarita");
  expect(answered(await rita.call(auth.readFactor, {})).reset).toBeUndefined();
});

test("a super administrator sees who asked; where it is off there is nothing to turn off", async () => {
  const [ada, leo, liv] = [school.as("Ada"), school.as("Leo"), school.as("Liv")];
  await withFactor(leo);
  await liv.token();
  answered(await ada.call(auth.askFactorReset, { user_id: leo.user_id }));
  const portal = await open(paths.editOrganizationUser(school.organization_id, leo.user_id), world.as("Sam"));
  await said(/Ada Rivers asked for it\.$/);
  press("Stop");
  await screen.findByRole("button", turnOff);
  expect(portal.path()).toBe(paths.editOrganizationUser(school.organization_id, leo.user_id));
});

test("an admin sees nothing of it where the member belongs to another organization, too", async () => {
  const [ada, lena] = [school.as("Ada"), school.as("Lena")];
  const other = await world.newOrganization("Other Pages School");
  const { token } = await invitedAs(other, { email: lena.email, role: roleIds.learner });
  answered(await lena.call(user.joinOrganization, { token }));
  await withFactor(lena);
  await open(paths.editUser(lena.user_id), ada);
  await said(/^This user belongs to other organizations too/);
  expect(screen.queryByText("Two-step sign-in")).toBeNull();
});

test("Sign-in and security warns its person of who asked and until when, and stops it", async () => {
  const [abe, ray] = [school.as("Abe"), school.as("Ray")];
  await open(paths.security, ray);
  await said("Off");
  await withFactor({ ...ray, ...callerFrom(connectTo(world.origin), async () => storedToken()?.token) });
  answered(await abe.call(auth.askFactorReset, { user_id: ray.user_id }));
  await queries.invalidateQueries();
  await said("Your two-step sign-in will be turned off");
  await said(/^Abe Rivers asked for it\. On .* we turn it off/);
  press("Stop");
  await waitFor(() => expect(toasts()).toContain("Your two-step sign-in stays on."));
  await waitFor(() => expect(screen.queryByText("Your two-step sign-in will be turned off")).toBeNull());
});
