import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { Organization } from "../support/organization.ts";
import { open, press, said, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Credit School");
});

test("the SCECH form takes digits and plus as phone, six characters as PIC, and says what is wrong", async () => {
  const lena = school.as("Lena");
  await open("/editSCECHProfile", lena);
  await screen.findByLabelText("PIC number");
  type("Name", "");
  type("E-mail", "lena");
  type("PIC number", "A-1");
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
  type("E-mail", "lena@home.test");
  type("PIC number", "A1234567");
  expect(typedIn("PIC number")).toBe("A12345");
  type("Phone", "+15550101234");
  press("Submit");
  const saved = { full_name: "Lena Rivers", email: "lena@home.test", pic: "A12345", phone: "+15550101234" };
  await expect
    .poll(async () => (await lena.call(contract.user.readScech, {})).body.data, { timeout: 60_000 })
    .toEqual({
      ...saved,
      user_id: lena.user_id,
    });
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
  type("New password once more", "a lamp in the dark");
  press("Change password");
  await said("Password field does not match");
  type("New password once more", "a lamp in the harbour");
  press("Change password");
  await said("That is not your present password.");
  expect(typedIn("New password")).toBe("a lamp in the harbour");
});
