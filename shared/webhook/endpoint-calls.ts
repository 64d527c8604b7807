import * as z from "zod";
import { call, data, page, paging } from "../http/call.ts";
import { EndpointId, organizationSelector, singleLine } from "../http/fields.ts";
import { addressMax } from "./address.ts";
import { descriptionMax, WebhookEndpoint } from "./endpoint.ts";
import { publicEventNames } from "./events.ts";

const allow = { permission: "webhook:manage", within: "organization" } as const;
const named = { ...organizationSelector, endpoint_id: EndpointId };

const told = {
  /** Where events are posted: https, a name that everyone can reach, port 443. */
  address: z
    .string("Enter an address.")
    .trim()
    .min(1, "Enter an address.")
    .max(addressMax, `Use ${addressMax.toLocaleString("en-US")} characters or fewer.`),
  /** What it is for. */
  description: singleLine().trim().max(descriptionMax, `Use ${descriptionMax} characters or fewer.`).default(""),
  /** What it is told of; empty for everything. */
  types: z.array(z.enum(publicEventNames)).max(publicEventNames.length).default([]),
};

/** What is told once, with the secret in it. */
const secretly = () =>
  data(
    z.object({
      /** What verifies `v1` signatures: `whsec_` and base64. It is not shown again. */
      secret: z.string(),
      endpoint: WebhookEndpoint,
    }),
  );

/** Newest first. */
export const list = call({
  route: "GET /organization/webhook/list",
  summary: "List the organization’s webhook endpoints",
  allow,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("endpoints", WebhookEndpoint),
});

/** Its secret is in this answer alone. */
export const create = call({
  route: "POST /organization/webhook",
  summary: "Add a webhook endpoint",
  allow,
  input: () => z.object({ ...organizationSelector, ...told }),
  output: secretly,
  proof: true,
  problems: ["webhook.too-many"],
});

/** What is under way goes to the new address. */
export const update = call({
  route: "PUT /organization/webhook",
  summary: "Change a webhook endpoint",
  allow,
  input: () => z.object({ ...named, ...told, version: z.number().int() }),
  output: () => data(WebhookEndpoint),
  proof: true,
  problems: ["resource.not-found", "state.changed"],
});

/** What happens while it is off is not sent to it later by itself. */
export const setStatus = call({
  route: "PUT /organization/webhook/status",
  summary: "Turn a webhook endpoint on or off",
  allow,
  input: () => z.object({ ...named, status: z.enum(["active", "off"]) }),
  output: () => data(WebhookEndpoint),
  problems: ["resource.not-found", "state.changed"],
});

/** The former secret signs beside the new one for a day. */
export const rotate = call({
  route: "PUT /organization/webhook/secret",
  summary: "Give a webhook endpoint a new secret",
  allow,
  input: () => z.object(named),
  output: secretly,
  proof: true,
  problems: ["resource.not-found", "state.changed"],
});

/** Nothing is sent to it from the very next attempt on. */
export const remove = call({
  route: "DELETE /organization/webhook",
  summary: "Remove a webhook endpoint",
  allow,
  whenArchived: "allowed",
  input: () => z.object(named),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "state.changed"],
});
