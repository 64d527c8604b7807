import { awardBadge, awardsDue, prepareBadge } from "../badgr/model/award.ts";
import type { AwardIds } from "../badgr/model/award-moves.ts";
import { idIn, type Message, worker } from "../chain/event.ts";
import { sendMessages } from "../clients/queues.ts";
import { environment } from "../runtime/environment.ts";

const queueUrl = () => environment("BADGES_QUEUE_URL");

/**
 * Makes the badge of a credential that goes live, awards it for a completed submission, and revokes the award of a certificate that is no longer good. A new connection to the badge
 * service takes up all that waited for one.
 */
export const handler = worker("badges", async (event) => {
  if (event.type === "badgr.connected") return awardAll(event);
  const [application_id, cred_id, user_id] = ["application_id", "cred_id", "user_id"].map((name) => idIn(event, name));
  const { organization_id } = event;
  if (event.type.startsWith("credential.")) return prepareBadge({ organization_id, cred_id: cred_id! });
  await awardBadge({ application_id: application_id!, cred_id: cred_id!, user_id: user_id!, organization_id });
});

async function awardAll(event: Message): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await awardsDue(event.organization_id, cursor);
    const again = (ids: AwardIds) => ({ ...event, ...ids, type: "submission.completed" });
    await sendMessages(queueUrl(), page.awards.map(again));
    cursor = page.cursor;
  } while (cursor !== undefined);
}
