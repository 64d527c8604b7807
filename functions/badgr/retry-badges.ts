import { sendMessages } from "../clients/queues.ts";
import { newId, now } from "../data/ids.ts";
import { clock } from "../runtime/clock.ts";
import { environment } from "../runtime/environment.ts";
import { log } from "../runtime/log.ts";
import { awardsDue } from "./model/award.ts";
import type { AwardIds } from "./model/award-moves.ts";
import { readConnection, type StoredAward } from "./model/record.ts";

/** The schedule may be a moment before the time that was promised. */
const EARLY_MS = 60_000;

/**
 * Puts badges that are still due into their queue again: what the badge service refused may have been mended there, and
 * what got lost is found. What waits in the queue already is left there, and organizations that are not connected are
 * left until they are.
 */
export async function handler(): Promise<{ asked: number }> {
  const isConnected = new Map<string, boolean>();
  let asked = 0;
  let cursor: string | undefined;
  do {
    const page = await awardsDue(undefined, cursor);
    const awards = page.awards.filter(isDue);
    for (const { organization_id } of awards) {
      if (isConnected.has(organization_id)) continue;
      isConnected.set(organization_id, (await readConnection(organization_id))?.status === "connected");
    }
    const due = awards.filter(({ organization_id }) => isConnected.get(organization_id));
    await sendMessages(environment("BADGES_QUEUE_URL"), due.map(again));
    asked += due.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  log("info", "badges_retried", { count: asked });
  return { asked };
}

const isDue = ({ next_try_on }: StoredAward): boolean =>
  next_try_on === undefined || Date.parse(next_try_on) <= clock.now() + EARLY_MS;

const again = ({ application_id, organization_id, cred_id, user_id }: AwardIds) => ({
  event_id: newId("evt"),
  type: "submission.completed",
  at: now(),
  actor_id: "system",
  subject_id: application_id,
  application_id,
  organization_id,
  cred_id,
  user_id,
});
