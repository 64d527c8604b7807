import type { QueryFunctionContext } from "@tanstack/react-query";
import type { InputOf } from "../../shared/http/call.ts";
import type { listDeliveries } from "../../shared/webhook/delivery-calls.ts";
import { type Answer, api } from "../api/client.ts";
import type { Part } from "../ui/lists/pages.ts";

type Asked = InputOf<typeof listDeliveries>;
type Page = Answer<typeof listDeliveries>;

/** A page of deliveries by its cursor, or by how many stand before it: the call knows cursors alone, so those are passed over. */
export function deliveriesFrom(asked: Asked & { readonly limit: number }, { cursor, offset = 0 }: Part) {
  if (cursor !== undefined || offset === 0)
    return api.webhook.listDeliveries.query({ ...asked, ...(cursor !== undefined && { cursor }) });
  const [domain, call, input] = api.webhook.listDeliveries.query(asked).queryKey;
  return {
    queryKey: [domain, call, input, offset] as const,
    async queryFn(context: QueryFunctionContext): Promise<Page> {
      let page = await api.webhook.listDeliveries.query(asked).queryFn(context);
      for (let passed = asked.limit; passed <= offset; passed += asked.limit) {
        if (page.cursor === undefined) return { deliveries: [] };
        page = await api.webhook.listDeliveries.query({ ...asked, cursor: page.cursor }).queryFn(context);
      }
      return page;
    },
  };
}
