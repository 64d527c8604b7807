import * as z from "zod";
import { listHistory } from "../../shared/key/calls.ts";
import { ConnectionChange } from "../../shared/key/history.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { listRows, referenceOf } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { shownPerson } from "../user/model/shown-person.ts";

const Named = ConnectionChange.pick({ name: true });
const Recorded = ConnectionChange.pick({ event_id: true, type: true, at: true }).extend({ actor_id: z.string() });

export const handler = implement(listHistory, async (asked, { organization_id }) => {
  const { rows, ...page } = await listRows({ view: organizationViews.connectionHistory(organization_id), ...asked });
  const found = rows.length === 0 ? [] : await batchGet(rows.map(referenceOf));
  const recorded = found.map((row) => Recorded.parse(row));
  const people = [...new Set(recorded.map(({ actor_id }) => actor_id))].filter((id) => id !== "system");
  const items = people.length === 0 ? [] : await batchGet(people.map(organizationKeys.user));
  const names = new Map(people.map((id, index) => [id, fullName(shownPerson(items[index]))]));
  const changes = recorded.map(({ actor_id, ...change }, index) => ({
    ...change,
    ...Named.parse(rows[index]),
    actor_name: names.get(actor_id),
  }));
  return { data: { ...page, changes } };
});
