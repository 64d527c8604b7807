import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import { programOf } from "../support/fixtures/key.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { key, webhook } = contract;
let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Annals School");
});

const historyOf = async (of: Organization, asked = {}) =>
  answered(await of.as("Abe").call(key.listHistory, { limit: 100, ...asked }));

describe("the history of connections", () => {
  test("says who did what to a key or an endpoint and what it was called then, also when it is gone", async () => {
    const [ada, abe] = [school.as("Ada"), school.as("Abe")];
    const { key_id } = await programOf(school, ["credential:read"]);
    await abe.call(key.end, { key_id });
    const added = { address: "https://hooks.example.com/laurel", types: [], description: "Student records" };
    const { endpoint } = answered(await abe.call(webhook.create, added));
    const { endpoint_id, version } = endpoint;
    answered(await ada.call(webhook.update, { ...added, endpoint_id, version, description: "Registrar" }));
    answered(await abe.call(webhook.rotate, { endpoint_id }));
    answered(await abe.call(webhook.setStatus, { endpoint_id, status: "off" }));
    answered(await ada.call(webhook.remove, { endpoint_id }));
    const [byAda, byAbe] = [ada, abe].map(({ first_name, last_name }) => `${first_name} ${last_name}`);
    const { changes, total } = await historyOf(school);
    expect(changes.map(({ type, name, actor_name }) => [type, name, actor_name])).toEqual([
      ["webhook.removed", "Registrar", byAda],
      ["webhook.turned-off", "Registrar", byAbe],
      ["webhook.rotated", "Registrar", byAbe],
      ["webhook.changed", "Student records", byAda],
      ["webhook.created", "Student records", byAbe],
      ["key.ended", "Registrar", byAbe],
      ["key.created", "Registrar", byAda],
    ]);
    expect(total).toBe(7);
  });

  test("goes on where a page ended, and tells nothing of another organization's", async () => {
    const first = await historyOf(school, { limit: 3 });
    const rest = await historyOf(school, { cursor: first.cursor });
    expect([...first.changes, ...rest.changes]).toEqual((await historyOf(school)).changes);
    const other = await world.newOrganization("Blank School");
    expect(await historyOf(other)).toMatchObject({ changes: [], total: 0 });
  });

  test("is written with the change or not at all", async () => {
    const made = { name: "Twice", scopes: ["credential:read" as const] };
    const { key_id } = answered(await school.as("Ada").call(key.create, made)).made;
    const ends = await Promise.all((["Ada", "Abe"] as const).map((name) => school.as(name).call(key.end, { key_id })));
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { changes } = await historyOf(school);
    expect(changes.filter(({ name }) => name === "Twice").map(({ type }) => type)).toEqual([
      "key.ended",
      "key.created",
    ]);
  });
});
