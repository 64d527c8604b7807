import * as z from "zod";
import { schedule } from "../../../functions/data/deadlines.ts";
import { organizationKeys, organizationViews } from "../../../functions/data/keys/organization.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { webhookKeys } from "../../../functions/data/keys/webhook.ts";
import { relist } from "../../../functions/data/relist.ts";
import { check, type Step } from "../../../functions/data/steps.ts";
import { batchGet, type Item } from "../../../functions/data/table.ts";
import { keyDeadlines } from "../../../functions/key/model/key-entity.ts";
import { StoredKey } from "../../../functions/key/model/record.ts";
import { EndpointRecord } from "../../../functions/webhook/model/endpoint-record.ts";
import { ConnectionChange } from "../../../shared/key/history.ts";
import { nameOf } from "../../../shared/webhook/endpoint.ts";
import { isListed } from "./lists.ts";

/** An audit row of a key or an endpoint. */
const ConnectionRow = ConnectionChange.pick({ type: true, event_id: true }).extend({
  organization_id: z.string(),
  subject_id: z.string(),
});

/** What a key lacks that ends later than today: that its admins are reminded of it. */
export async function keySteps(item: Item): Promise<Step[]> {
  const key = { pk: item.pk, sk: item.sk };
  const stored = StoredKey.parse(item);
  const wanted = keyDeadlines(stored);
  const at = wanted["key-expiry"];
  if (at === undefined || stored.expires_on <= new Date().toISOString()) return [];
  const [known] = await batchGet([platformKeys.deadline("key-expiry", at, key)]);
  return known === undefined ? [check(key, { where: { version: stored.version } }), ...schedule(key, {}, wanted)] : [];
}

/** What an audit row of a key or an endpoint lacks: its place in the history of connections. What is gone has its id for a name. */
export async function historySteps(row: Item): Promise<Step[]> {
  const change = ConnectionRow.safeParse(row);
  if (!change.success) return [];
  const { organization_id, subject_id, event_id } = change.data;
  const view = organizationViews.connectionHistory(organization_id);
  if (await isListed(view, event_id)) return [];
  const of = [organizationKeys.apiKey(subject_id), webhookKeys.endpoint(organization_id, subject_id)];
  const [key, endpoint] = await batchGet(of);
  const name = key ? StoredKey.parse(key).name : endpoint && nameOf(EndpointRecord.parse(endpoint));
  return relist({ pk: row.pk, sk: row.sk }, event_id, [], [view], { name: name ?? subject_id });
}
