import type { EventFields, EventName } from "../../shared/platform/events.ts";
import { newId, now } from "./ids.ts";
import { platformKeys } from "./keys/platform.ts";
import { create, type Step } from "./steps.ts";

/** What every audit row says: who did it to what, and for a change of state from where to where. */
export interface AuditBase {
  /** "" when it happened in no organization. */
  readonly organization_id: string;
  /** Who did it; "system" for schedules and providers. */
  readonly actor_id: string;
  /** The thing it happened to; its history is one partition. */
  readonly subject_id: string;
  readonly from?: string;
  readonly to?: string;
}

/**
 * The audit row of a change, and the event that follows from it: ids and plain numbers, never names, addresses or texts.
 * Which fields a type carries stands in shared/platform/events.ts. It goes into the transaction of the change, and the
 * table's stream carries it on.
 */
export function audit<Name extends EventName>(type: Name, fields: AuditBase & EventFields<Name>): Step {
  const event_id = newId("evt");
  return create(platformKeys.audit(fields.subject_id, event_id), { ...fields, type, event_id, at: now() });
}
