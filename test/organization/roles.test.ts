import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const calls = contract.organization;
let academy: Organization;
let other: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Role School");
  other = await world.newOrganization("Other School");
});

describe("custom roles", () => {
  test("are created, changed, listed by name and deleted", async () => {
    const ada = academy.as("Ada");
    const made = await ada.call(calls.createRole, { name: "Archivist", role_perms: ["Read"] });
    expect(made.status).toBe(200);
    const { role_id } = made.body.data;
    const changed = await ada.call(calls.updateRole, { role_id, name: "Librarian", role_perms: ["Read", "Update"] });
    expect(changed.body.data).toMatchObject({ role_id, name: "Librarian", role_perms: ["Read", "Update"] });
    const list = await ada.call(calls.listRoles, {});
    expect(list.body.data.roles.map(({ name }) => name)).toEqual(["Course assistant", "Librarian"]);
    expect(list.body.data.total).toBe(2);
    expect((await ada.call(calls.removeRole, { role_id })).status).toBe(200);
    expect((await ada.call(calls.removeRole, { role_id })).status).toBe(404);
  });

  test("are paged", async () => {
    const ada = academy.as("Ada");
    const made = await ada.call(calls.createRole, { name: "Zoologist", role_perms: ["Read"] });
    const first = await ada.call(calls.listRoles, { limit: 1 });
    const second = await ada.call(calls.listRoles, { limit: 1, cursor: first.body.data.cursor });
    expect(second.body.data.roles[0]?.name).toBe("Zoologist");
    expect(second.body.data).not.toHaveProperty("cursor");
    await ada.call(calls.removeRole, { role_id: made.body.data.role_id });
  });

  test("have a name of their own and at least one permission", async () => {
    const ada = academy.as("Ada");
    const same = await ada.call(calls.createRole, { name: "course  ASSISTANT", role_perms: ["Read"] });
    expect({ status: same.status, code: same.body.error.code }).toEqual({ status: 409, code: "role.name-taken" });
    const bare = await ada.call(calls.createRole, { name: " ", role_perms: [] });
    expect(Object.keys(bare.body.error.fields ?? {}).sort()).toEqual(["name", "role_perms"]);
    expect((await ada.call(calls.createRole, { name: "King", role_perms: ["Rule"] })).status).toBe(400);
  });

  test("stay while somebody holds them", async () => {
    const cy = academy.as("Cy");
    await cy.token();
    const ada = academy.as("Ada");
    const refused = await ada.call(calls.removeRole, { role_id: academy.role_id });
    const role_id = (await ada.call(calls.createRole, { name: "Guest", role_perms: ["Read"] })).body.data.role_id;
    const email = `guest-${academy.organization_id.slice(-8).toLowerCase()}@guests.test`;
    await ada.call(calls.inviteUsers, { invitations: [{ email, role: 7, role_id }] });
    const held = await ada.call(calls.removeRole, { role_id });
    expect({ status: held.status, code: held.body.error.code }).toEqual({ status: 409, code: "role.in-use" });
    expect(refused.status).toBe(409);
  });

  test("hold for their people at once", async () => {
    const school = await world.newOrganization("Instant School");
    const cy = school.as("Cy");
    const draft = { title: "First" };
    expect((await cy.call(contract.credential.create, draft)).status).not.toBe(403);
    await school.as("Ada").call(calls.updateRole, {
      role_id: school.role_id,
      name: "Reader",
      role_perms: ["Read"],
    });
    expect((await cy.call(contract.credential.create, draft)).status).toBe(403);
  });

  test("show an issuer their names and whether they may invite into them, no more", async () => {
    const ada = academy.as("Ada");
    const strong = await ada.call(calls.createRole, { name: "Approver", role_perms: ["Approve"] });
    const { body } = await academy.as("Ivan").call(calls.listRoles, {});
    const byName = Object.fromEntries(body.data.roles.map((role) => [role.name, role]));
    expect(byName.Approver).toEqual({
      role_id: strong.body.data.role_id,
      name: "Approver",
      organization_id: academy.organization_id,
      invitable: false,
    });
    expect(byName["Course assistant"]?.invitable).toBe(true);
  });

  test("are the admin's to write, and nobody else's to see", async () => {
    const input = { name: "Mine", role_perms: ["Read"] };
    expect((await academy.as("Ivan").call(calls.createRole, input)).status).toBe(403);
    expect((await academy.as("Lena").call(calls.listRoles, {})).status).toBe(403);
    const foreign = await other
      .as("Ada")
      .call(calls.updateRole, { role_id: academy.role_id, name: "Taken", role_perms: ["Read"] });
    expect(foreign.status).toBe(404);
  });
});

test("the six permissions are told with a sentence each", async () => {
  const { body } = await academy.as("Ada").call(calls.readPermissions, {});
  expect(body.data.permissions.map(({ action }) => action)).toEqual([
    "Approve",
    "Create",
    "Delete",
    "Global",
    "Read",
    "Update",
  ]);
  expect(body.data.permissions.every(({ description }) => description.length > 5)).toBe(true);
});
