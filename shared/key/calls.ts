import * as z from "zod";
import { call, data, page, paging } from "../http/call.ts";
import { KeyId, organizationSelector, singleLine, wholeNumber } from "../http/fields.ts";
import { keyScopes } from "../http/key-scopes.ts";
import { ConnectionChange } from "./history.ts";
import { ApiKey, keyDays, keyNameMax } from "./key.ts";

const allow = { permission: "key:manage", within: "organization" } as const;

/** Newest first, those that are expired or ended too unless only those are asked for that were not ended. */
export const list = call({
  route: "GET /organization/key/list",
  summary: "List the organization’s keys",
  allow,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      /** `active` leaves out those that were ended; what has expired is still there. */
      status: z.enum(["all", "active"]).default("all"),
      ...paging,
    }),
  output: () => page("keys", ApiKey),
});

/** What was done to keys and webhook endpoints, newest first; it stays when they are gone. */
export const listHistory = call({
  route: "GET /organization/connection/history",
  summary: "List what was done to the organization’s keys and webhooks",
  allow,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("changes", ConnectionChange),
});

const chooseDays = `Choose 1 to ${keyDays.max} days.`;

/** The key itself is in this answer alone: it is kept nowhere. */
export const create = call({
  route: "POST /organization/key",
  summary: "Make a key",
  allow,
  input: () =>
    z.object({
      ...organizationSelector,
      /** What uses it. */
      name: singleLine("Enter a name.")
        .trim()
        .min(1, "Enter a name.")
        .max(keyNameMax, `Use ${keyNameMax} characters or fewer.`),
      /** What it may be used for. */
      scopes: z.array(z.enum(keyScopes)).min(1, "Choose at least one scope.").max(keyScopes.length),
      /** For how many days it is good. */
      days: wholeNumber({ min: 1, max: keyDays.max, message: chooseDays }).default(keyDays.offered),
    }),
  output: () =>
    data(
      z.object({
        /** The key itself, as programs send it. */
        key: z.string(),
        /** The same as admins see it from now on. */
        made: ApiKey,
      }),
    ),
  proof: true,
  problems: ["key.too-many"],
});

/** It is refused from the very next request on. */
export const end = call({
  route: "DELETE /organization/key",
  summary: "End a key",
  allow,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, key_id: KeyId }),
  output: () => data(ApiKey),
  proof: true,
  problems: ["resource.not-found", "key.already-ended"],
});
