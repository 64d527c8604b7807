import { newId, now } from "./ids.ts";
import { keys } from "./keys.ts";
import { create, type Step } from "./table.ts";

/** What happened to a thing: ids only, never names, addresses or texts. It is the audit row and the event at once. */
export interface AuditEvent {
  /** `thing.what-happened`, one of the types of shared/platform/events.ts. */
  readonly type: string;
  readonly organization_id: string;
  /** Who did it; "system" for clocks and providers. */
  readonly actor_id: string;
  /** The thing it happened to; its history is one partition. */
  readonly subject_id: string;
  readonly from?: string;
  readonly to?: string;
  /** Ids of the things concerned, by field name, and plain numbers such as cents. */
  readonly [field: string]: string | number | boolean | readonly string[] | undefined;
}

/** The audit row of a change. It stands in the transaction of the change, and the stream carries it on. */
export function audit(event: AuditEvent): Step {
  const event_id = newId("evt");
  return create(keys.audit(event.subject_id, event_id), { ...event, event_id, at: now() });
}
