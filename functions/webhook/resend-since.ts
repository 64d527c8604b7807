import { deliveriesMax } from "../../shared/webhook/delivery.ts";
import { resendSince } from "../../shared/webhook/delivery-calls.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { firstIdSince } from "../data/ids.ts";
import { webhookViews } from "../data/keys/webhook.ts";
import { consumeRate } from "../data/rate.ts";
import { queryPage, transact } from "../data/table.ts";
import { again, lifeMaxMs } from "./model/attempt.ts";
import { DeliveryRecord } from "./model/delivery.ts";
import { readActive } from "./model/endpoint-record.ts";

/** Deliveries that are sent again in one transaction, with their deadlines. */
const DELIVERIES_PER_STEP = 40;

/** The clock has them tried within a minute. */
export const handler = implement(resendSince, async ({ endpoint_id, since }, { actor, organization_id }) => {
  await readActive(organization_id, endpoint_id);
  const { user_id } = actor;
  const ids = { organization_id, actor_id: user_id, subject_id: endpoint_id, endpoint_id, user_id };
  await transact([audit("webhook.recovery-asked", ids), consumeRate("webhooksByHand", endpoint_id)]);
  const failed = await failedSince(webhookViews.deliveries(organization_id, endpoint_id), since);
  const some = failed.slice(0, deliveriesMax);
  for (let at = 0; at < some.length; at += DELIVERIES_PER_STEP)
    await transact(some.slice(at, at + DELIVERIES_PER_STEP).flatMap((each) => again(each).steps));
  return { data: { resent: some.length, has_more: failed.length > some.length } };
});

/** Whether a delivery was given up at a time or later, which its last attempt tells. */
const isGivenUpSince = ({ outcome, attempts, created_on }: DeliveryRecord, since: number): boolean =>
  outcome === "failed" && Date.parse(attempts.at(-1)?.at ?? created_on) >= since;

/** Deliveries stand by when their events were, which may be days before they were given up. */
async function failedSince(pk: string, at: string): Promise<DeliveryRecord[]> {
  const since = Date.parse(at);
  const failed: DeliveryRecord[] = [];
  let after: string | undefined = firstIdSince("evt", new Date(Math.max(0, since - lifeMaxMs)).toISOString());
  do {
    const page = await queryPage({ pk, limit: deliveriesMax, after });
    const records = page.items.map((item) => DeliveryRecord.parse(item));
    failed.push(...records.filter((each) => isGivenUpSince(each, since)));
    after = page.next;
  } while (after !== undefined && failed.length <= deliveriesMax);
  return failed;
}
