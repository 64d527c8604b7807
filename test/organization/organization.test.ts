import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { writeDraft } from "../support/fixtures/credential.ts";
import { pixelUrl } from "../support/fixtures/file.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const calls = contract.organization;
let count = 0;
const newName = () => `Tide College ${Date.now().toString(36)}${count++}`;
const fields = () => ({ name: newName(), description: "Courses by the sea", timezone: "America/Chicago" });
const sam = world.as("Sam");

let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Estuary School");
});

async function created() {
  const { status, body } = await sam.call(calls.create, fields());
  expect(status).toBe(200);
  return body.data;
}

describe("creating an organization", () => {
  test("keeps its fields and its logo, and lists it before what is older", async () => {
    const older = (await sam.call(calls.create, fields())).body.data.organization_id;
    const input = { ...fields(), address: "1 Quay", phone: "(555) 123-4567", logo: pixelUrl, logo_type: "image/png" };
    const { status, body } = await sam.call(calls.create, input);
    expect(status).toBe(200);
    const { logo, ...known } = body.data;
    const { logo: _, logo_type: __, ...sent } = input;
    expect(known).toMatchObject({ ...sent, archived: false, is_set_up: true });
    expect(logo).toMatch(/^\/media\//);
    const list = await sam.call(calls.list, { limit: 50 }); // others make organizations meanwhile
    const ids = list.body.data.organizations.map(({ organization_id }) => organization_id);
    const both = [body.data.organization_id, older];
    expect(ids.filter((id) => both.includes(id))).toEqual(both);
    expect(list.body.data.total).toBeGreaterThan(1);
  });

  test("refuses bad fields in the quoted words", async () => {
    const { status, body } = await sam.call(calls.create, {
      name: "x".repeat(81),
      description: " ",
      phone: "12",
      logo: "data:image/gif;base64,R0lGODlh",
    });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({
      name: "Organization name should not exceed 80 characters",
      description: "Description can not be empty",
      phone: "Invalid mobile number",
      logo: "You can only upload JPG/PNG file!",
    });
  });

  test("refuses a name that is taken, whatever its case and spaces, also twice at once", async () => {
    const input = fields();
    const both = await Promise.all([sam.call(calls.create, input), sam.call(calls.create, input)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await sam.call(calls.create, { ...input, name: `  ${input.name.toUpperCase().replace(" ", "   ")}` });
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({
      code: "organization.name-taken",
      message: "Organization name already exist, try another one.",
      fields: { name: "Organization name already exist, try another one." },
    });
  });

  test("answers a repeat with the same idempotency key as the first", async () => {
    const input = fields();
    const options = { idempotencyKey: `create-${input.name.replaceAll(" ", "-")}` };
    const first = await sam.call(calls.create, input, options);
    const second = await sam.call(calls.create, input, options);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  test("is the super administrator's alone", async () => {
    expect((await academy.as("Ada").call(calls.create, fields())).status).toBe(403);
  });
});

describe("changing an organization", () => {
  test("is the admin's: what is left out stays, what is emptied goes", async () => {
    const ada = academy.as("Ada");
    const base = { name: academy.name, description: "At the river mouth" };
    const first = await ada.call(calls.update, {
      ...base,
      phone: "555-123-4567",
      address: "2 Quay",
      isFromAdmin: true,
    });
    expect(first.status).toBe(200);
    const second = await ada.call(calls.update, { ...base, phone: "" });
    expect(second.body.data).toMatchObject({ address: "2 Quay", description: "At the river mouth" });
    expect(second.body.data).not.toHaveProperty("phone");
    expect((await academy.as("Lena").call(calls.read, {})).body.data.address).toBe("2 Quay");
    expect((await academy.as("Ivan").call(calls.update, base)).status).toBe(403);
  });

  test("takes a colour that white letters can be read on, keeps it where it is left out, and lets it go", async () => {
    const ada = academy.as("Ada");
    const base = { name: academy.name, description: "At the river mouth" };
    const change = async (colour?: string | null) =>
      ada.call(calls.update, { ...base, ...(colour !== undefined && { colour }) });
    expect((await change("#7A2A6B")).body.data.colour).toBe("#7a2a6b");
    const light = await change("#ffcc00");
    expect([light.status, light.body.error.fields]).toEqual([
      400,
      { colour: "Choose a darker color. White text isn’t readable on this one." },
    ]);
    expect((await change()).body.data.colour).toBe("#7a2a6b");
    const draft = await writeDraft(academy.as("Ivan"), [], { upTo: 0 });
    expect(draft.org_colour).toBe("#7a2a6b");
    const { body } = await academy.as("Ivan").call(contract.credential.list, {});
    expect(body.data.credentials[0]).toMatchObject({ org_colour: "#7a2a6b" });
    expect((await change(null)).body.data).not.toHaveProperty("colour");
  });

  test("refuses an older version", async () => {
    const ada = academy.as("Ada");
    const { body } = await ada.call(calls.read, {});
    const base = { name: academy.name, description: "New words", version: body.data.version };
    expect((await ada.call(calls.update, base)).status).toBe(200);
    const stale = await ada.call(calls.update, base);
    expect(stale.status).toBe(409);
    expect(stale.body.error.code).toBe("state.changed");
  });

  test("frees the old name and takes the new one", async () => {
    const one = await created();
    const name = newName();
    const { organization_id, description } = one;
    const renamed = await sam.call(calls.update, { organization_id, name, description });
    expect(renamed.body.data.name).toBe(name);
    expect((await sam.call(calls.create, { name, description })).status).toBe(409);
    expect((await sam.call(calls.create, { name: one.name, description })).status).toBe(200);
  });

  test("gives a new name by itself, and refuses a taken one", async () => {
    const school = await world.newOrganization("Rename School");
    const name = newName();
    const renamed = await school.as("Ada").call(calls.rename, { orgName: name });
    expect(renamed.body.data.name).toBe(name);
    const taken = await academy.as("Ada").call(calls.rename, { orgName: name });
    expect(taken.status).toBe(409);
    expect(taken.body.error.fields).toHaveProperty("orgName");
    expect((await school.as("Ada").call(calls.rename, { orgName: "" })).body.error.fields).toEqual({
      orgName: "Organization name can not be empty",
    });
  });

  test("of somebody else is not found", async () => {
    const { organization_id } = await created();
    const answer = await academy.as("Ada").call(calls.read, { organization_id });
    expect([403, 404]).toContain(answer.status);
    expect((await academy.as("Ada").call(calls.update, { organization_id, ...fields() })).status).not.toBe(200);
  });
});

describe("archiving an organization", () => {
  test("leaves it to be looked at, and brings it back", async () => {
    const school = await world.newOrganization("Old Mill School");
    const ada = school.as("Ada");
    await ada.token();
    const { organization_id: id } = school;
    const archived = await sam.call(calls.archive, { id, archiveStatus: true });
    expect(archived.body.data.archived).toBe(true);
    expect((await sam.call(calls.archive, { id, archiveStatus: true })).status).toBe(200);
    expect((await ada.call(calls.read, {})).status).toBe(200);
    expect((await ada.call(contract.user.readProfile, {})).status).toBe(200);
    const refused = await ada.call(calls.listUsers, {});
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe("organization.archived");
    const list = await sam.call(calls.list, { isArchive: "true", limit: 100 });
    expect(list.body.data.organizations.map(({ organization_id }) => organization_id)).toContain(id);
    expect((await sam.call(calls.archive, { id, archiveStatus: false })).body.data.archived).toBe(false);
    expect((await ada.call(calls.listUsers, {})).status).toBe(200);
  });

  test("of an organization that is not there is not found", async () => {
    const { status } = await sam.call(calls.archive, { id: "org_NOTHING", archiveStatus: true });
    expect(status).toBe(404);
  });
});

describe("deleting an organization", () => {
  test("needs it archived, frees its name and leaves its people ERRORGDELETE", async () => {
    const school = await world.newOrganization("Closing School");
    const lena = school.as("Lena");
    await lena.token();
    const { organization_id } = school;
    const early = await sam.call(calls.remove, { organization_id });
    expect(early.body.error.code).toBe("organization.not-archived");
    await sam.call(calls.archive, { id: organization_id, archiveStatus: true });
    expect((await sam.call(calls.remove, { organization_id })).status).toBe(200);
    expect((await sam.call(calls.remove, { organization_id })).status).toBe(200);
    expect((await sam.call(calls.create, { name: school.name, description: "Too soon" })).status).toBe(409);
    await world.control.runSchedule("delete-organizations");
    expect((await sam.call(calls.remove, { organization_id })).status).toBe(404);
    const { email, password } = lena;
    const login = await world.anyone.call(contract.auth.login, { email, password });
    expect(login.body.error.code).toBe("ERRORGDELETE");
    expect((await lena.call(contract.user.readProfile, {})).status).toBe(403);
    expect((await sam.call(calls.create, { name: school.name, description: "Again" })).status).toBe(200);
  });
});

test("organizations are found by the beginnings of words of their names", async () => {
  const { organization_id, name } = await created();
  await world.settle();
  const mark = name.split(" ").at(-1)!;
  const found = await sam.call(calls.search, { query: `tid ${mark}` });
  expect(found.body.data.organizations.map((each) => each.organization_id)).toEqual([organization_id]);
  const listed = await sam.call(calls.list, { search: mark });
  expect(listed.body.data.total).toBe(1);
  const archived = await sam.call(calls.search, { query: mark, isArchive: "true" });
  expect(archived.body.data.total).toBe(0);
});
