import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import type { Organization } from "../support/organization.ts";
import { programAt } from "../support/people.ts";
import { open, press, said, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Bridge School");
});

describe("the keys of an organization", () => {
  test("are made, shown once and ended, and what they open is theirs", async () => {
    const user = userEvent.setup();
    const ada = school.as("Ada");
    ada.signOut();
    await open("/connections", ada);
    await screen.findByText("Off: no active keys");
    screen.getByText("Next: create an API key for your program.");
    await user.click(screen.getByRole("link", { name: "Manage API keys" }));
    await user.click((await screen.findAllByRole("button", { name: "Create API key" }))[0]!);
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Create API key" }));
    await said("Enter a name.");
    await said("Choose at least one scope.");
    type("Name", "Student records");
    await user.click(dialog.getByRole("checkbox", { name: /^Read members/ }));
    await user.click(dialog.getByRole("button", { name: "Create API key" }));
    const key = (await screen.findByText(/^laurel_/, { selector: ".shown-once" })).textContent!;
    const program = programAt(world.origin, key);
    expect(await program.call(contract.organization.listUsers, {})).toMatchObject({ status: 200 });
    press("Done");
    await screen.findByText("Active");
    expect(document.body.textContent).not.toContain(key);

    await user.click(screen.getByRole("button", { name: /Student records/ }));
    await user.click(await screen.findByRole("menuitem", { name: "End" }));
    await user.click(await screen.findByRole("button", { name: "End API key" }));
    await screen.findByText("Ended");
    expect(await program.call(contract.organization.listUsers, {})).toMatchObject({ status: 401 });
    expect(answered(await ada.call(contract.key.list, {})).keys).toMatchObject([{ status: "ended" }]);
    expect(answered(await ada.call(contract.key.list, { status: "active" })).keys).toEqual([]);

    await user.click(screen.getByRole("link", { name: "Connections" }));
    await user.click(await screen.findByRole("link", { name: "History" }));
    await screen.findByText("API key ended");
    screen.getByText("API key created");
    expect(screen.getAllByText("Student records")).toHaveLength(2);
  });

  test("want a look on Connections before they expire, and those that were ended do not", async () => {
    const other = await world.newOrganization("Viaduct School");
    const ada = other.as("Ada");
    ada.signOut();
    const make = async (days: number) =>
      answered(await ada.call(contract.key.create, { name: "Records", scopes: ["member:read"], days })).made.key_id;
    await make(365);
    answered(await ada.call(contract.key.end, { key_id: await make(12) }));
    const key_id = await make(13);
    const { keys, total } = answered(await ada.call(contract.key.list, { status: "active" }));
    expect(keys).toMatchObject([{ key_id }, { status: "active" }]);
    expect(total).toBe(2);
    await open("/connections", ada);
    await screen.findByText("Needs attention: 1 key expires within 14 days");
    screen.getByText(/^Next: create a new key/);
  });
});
