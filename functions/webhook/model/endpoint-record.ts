import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { addressFault } from "../../../shared/webhook/address.ts";
import { offReasons, type WebhookEndpoint } from "../../../shared/webhook/endpoint.ts";
import { publicEventNames } from "../../../shared/webhook/events.ts";
import { webhookKeys } from "../../data/keys/webhook.ts";
import { get, type Item } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { optionalEnvironment } from "../../runtime/environment.ts";

/** A pair of secrets: what signs is encrypted, the public half is not. */
const StoredSecret = z.object({
  sealed: z.string(),
  public_key: z.string(),
  /** Of a former one: until when it signs beside the newest. */
  until: z.string().optional(),
});
export type StoredSecret = z.infer<typeof StoredSecret>;

/** An endpoint as stored. */
export const EndpointRecord = z.object({
  endpoint_id: z.string(),
  organization_id: z.string(),
  address: z.string(),
  description: z.string(),
  types: z.array(z.enum(publicEventNames)),
  status: z.enum(["active", "off"]),
  off_because: z.enum(offReasons).optional(),
  /** The newest first. */
  secrets: z.array(StoredSecret),
  created_by: z.string(),
  created_on: z.string(),
  version: z.number(),
});
export type EndpointRecord = z.infer<typeof EndpointRecord>;

/** Those of an endpoint's secrets that sign now, the newest first. */
export const signingSecrets = ({ secrets }: Pick<EndpointRecord, "secrets">): StoredSecret[] =>
  secrets.filter(({ until }) => until === undefined || until > clock.iso());

/** An endpoint as admins see it. */
export function shownEndpoint({ secrets, organization_id: _, ...endpoint }: EndpointRecord): WebhookEndpoint {
  const [newest, former] = signingSecrets({ secrets });
  return { ...endpoint, public_key: newest!.public_key, ...(former?.until && { former_until: former.until }) };
}

/** Reads an endpoint of an organization. */
export async function readEndpoint(organization_id: string, endpoint_id: string): Promise<EndpointRecord> {
  const record = await get(EndpointRecord, webhookKeys.endpoint(organization_id, endpoint_id));
  if (record === undefined) throw new Problem("resource.not-found");
  return record;
}

/** The same, where something is to be sent to it. */
export async function readActive(organization_id: string, endpoint_id: string): Promise<EndpointRecord> {
  const record = await readEndpoint(organization_id, endpoint_id);
  if (record.status !== "active") throw new Problem("webhook.off");
  return record;
}

/** Whether an item of an organization's tellers is an endpoint, and not the count of its events. */
export const isEndpoint = (item: Item): boolean => "endpoint_id" in item;

/** Addresses on the machine itself are for the local world: the setting is in no template. */
export const localAddressesToo = (): boolean => optionalEnvironment("WEBHOOKS_TO_LOCALHOST") === "yes";

/** Refuses an address that nothing may be sent to, as it is written. */
export function requireAddress(address: string): void {
  const fault = addressFault(address, { localToo: localAddressesToo() });
  if (fault !== undefined) throw new Problem("input.invalid", { fields: { address: fault } });
}
