import { scheduled } from "../chain/scheduled.ts";
import { sendMessages } from "../clients/queues.ts";
import { type Deadline, daysAfter } from "../data/deadlines.ts";
import { newId, now } from "../data/ids.ts";
import { get } from "../data/table.ts";
import { environment } from "../runtime/environment.ts";
import { log } from "../runtime/log.ts";
import { StatusList } from "./model/status-lists.ts";

/** Asks for the lists that are due to be signed again, at each run until they are; says which are older than a day. */
export const handler = scheduled({ "status-list": ask });

/** A list is never removed, and moves its deadline itself when it is signed: one without its list is damage to be told of. */
async function ask({ reference }: Deadline): Promise<void> {
  const list = await get(StatusList, reference);
  if (list === undefined) throw new Error(`${reference.pk} is due and not there.`);
  const { list_id, organization_id, published_on } = list;
  if (daysAfter(published_on, 1) < now()) log("error", "status_list_late", { organization_id });
  const event = { event_id: newId("evt"), type: "status-list.due", at: now(), actor_id: "system" };
  await sendMessages(environment("SIGNATURES_QUEUE_URL"), [{ ...event, organization_id, subject_id: list_id }]);
}
