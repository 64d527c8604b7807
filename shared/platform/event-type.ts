import type { Purpose } from "./environment.ts";

/** What an audit row of a type carries besides `organization_id`, `actor_id`, `subject_id`, `from` and `to`, and who hears of it. */
export interface EventType {
  /** Names of ids, digests and plain numbers in the row, with `?` those that may be missing; never names, addresses or texts. */
  readonly fields: readonly string[];
  /** The queues it is put into. */
  readonly to: readonly Purpose[];
}
