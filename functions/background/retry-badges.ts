import { type AwardIds, awardsDue } from "../badgr/award.ts";
import { readConnection } from "../badgr/record.ts";
import { newId, now } from "../data/ids.ts";
import { announce } from "../outside/queues.ts";
import { environment } from "../runtime/environment.ts";
import { log } from "../runtime/log.ts";

/**
 * Puts every badge that is still due into its queue again: what the badge service refused may have been mended there, and
 * what got lost is found. Organizations that are not connected are left until they are.
 */
export async function handler(): Promise<{ asked: number }> {
  const isConnected = new Map<string, boolean>();
  let asked = 0;
  let cursor: string | undefined;
  do {
    const page = await awardsDue(undefined, cursor);
    for (const { organization_id } of page.awards) {
      if (isConnected.has(organization_id)) continue;
      isConnected.set(organization_id, (await readConnection(organization_id))?.status === "connected");
    }
    const due = page.awards.filter(({ organization_id }) => isConnected.get(organization_id));
    await announce(environment("BADGES_QUEUE_URL"), due.map(again));
    asked += due.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  log("info", "badges_retried", { count: asked });
  return { asked };
}

const again = ({ application_id, organization_id, cred_id, user_id }: AwardIds) => ({
  ...{ event_id: newId("evt"), type: "submission.completed", at: now(), actor_id: "system" },
  ...{ subject_id: application_id, application_id, organization_id, cred_id, user_id },
});
