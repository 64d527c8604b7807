import * as z from "zod";
import { KeyId, Timestamp, UserId } from "../http/fields.ts";
import { type KeyScope, keyScopes } from "../http/key-scopes.ts";

/** Days for which a key may be good: a year is offered, two years are the most. */
export const keyDays = { offered: 365, max: 730 } as const;
/** So many days before its end the admins hear that a key ends. */
export const keyReminderDays = [14, 3] as const;
/** Keys of an organization that have not been ended. */
export const keysMax = 50;
/** Characters of a key's name. */
export const keyNameMax = 100;

/** What each scope lets a key do, as who makes one reads it. */
export const scopeWords = {
  "credential:read": "Read credentials",
  "member:read": "Read members and invitations",
  "member:write": "Invite and remove learners and reviewers",
  "application:read": "Read applications",
  "certificate:read": "Read certificates",
  "event:read": "Read what happened",
  "import:read": "Read how far imports of people are, and which rows have errors",
  "billing:read": "Read what learners paid and got back",
} as const satisfies Record<KeyScope, string>;

/** A key as admins see it: never the key itself. */
export const ApiKey = z.object({
  key_id: KeyId,
  /** What uses it. */
  name: z.string(),
  /** What it may be used for. */
  scopes: z.array(z.enum(keyScopes)),
  /** `expired`: its last day is over. */
  status: z.enum(["active", "expired", "ended"]),
  /** What the key begins with. */
  begins: z.string(),
  /** Who made it. */
  created_by: UserId,
  /** The name of who made it; empty where the account is gone. */
  created_by_name: z.string(),
  /** When it was made. */
  created_on: Timestamp,
  /** When it stops by itself. */
  expires_on: Timestamp,
  /** When it last called, to ten minutes; absent where it never did. */
  last_used_on: Timestamp.optional(),
  /** When an admin ended it. */
  ended_on: Timestamp.optional(),
});
export type ApiKey = z.infer<typeof ApiKey>;
