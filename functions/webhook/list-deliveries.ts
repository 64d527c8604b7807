import { cursorOf } from "../../shared/http/cursor.ts";
import { listDeliveries } from "../../shared/webhook/delivery-calls.ts";
import { implement } from "../chain/implement.ts";
import { webhookViews } from "../data/keys/webhook.ts";
import { decodeCursor } from "../data/list.ts";
import { queryPage } from "../data/table.ts";
import { DeliveryRecord, shownDelivery } from "./model/delivery.ts";
import { readEndpoint } from "./model/endpoint-record.ts";

/** Rows of a request where only some have the outcome that is asked for. */
const ROWS_PER_REQUEST = 100;
/** Deliveries that are looked at for one answer, however few have the outcome that is asked for. */
const LOOKED_AT_MAX = 1000;

export const handler = implement(
  listDeliveries,
  async ({ endpoint_id, outcome, limit, cursor }, { organization_id }) => {
    await readEndpoint(organization_id, endpoint_id);
    const pk = webhookViews.deliveries(organization_id, endpoint_id);
    const found: DeliveryRecord[] = [];
    let after = cursor === undefined ? undefined : decodeCursor(cursor);
    let looked = 0;
    const rows = outcome === "all" ? limit : ROWS_PER_REQUEST;
    do {
      const page = await queryPage({ pk, limit: rows, after, newestFirst: true });
      const records = page.items.map((item) => DeliveryRecord.parse(item));
      found.push(...records.filter((each) => outcome === "all" || each.outcome === outcome));
      looked += records.length;
      after = page.next;
    } while (after !== undefined && found.length < limit && looked < LOOKED_AT_MAX);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1)?.event_id : after;
    return {
      data: { deliveries: shown.map(shownDelivery), ...(last !== undefined && { cursor: cursorOf(last) }) },
    };
  },
);
