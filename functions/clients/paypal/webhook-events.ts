import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { Related } from "./orders.ts";
import { ask, type Connection, connect, parseJson, Refusal } from "./requests.ts";

const EventBody = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    supplementary_data: Related.optional(),
  }),
});

/** What a verified event says happened. Only its id, type and what it is about are believed; the rest is read again. */
export interface PayPalEvent {
  readonly id: string;
  readonly type: string;
  readonly orderId?: string;
  readonly disputeId?: string;
}

const signatureFields = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
} as const;

/** Whether PayPal says that it has signed an event for a webhook; what it refuses to look at it has not. */
async function isVerified(signed: Readonly<Record<string, string>>, event: string, connection: Connection) {
  const body = `${JSON.stringify(signed).slice(0, -1)},"webhook_event":${event}}`; // byte for byte: the signature is over it
  const path = "/v1/notifications/verify-webhook-signature";
  const answer = await ask({ method: "POST", path, body }, connection).catch((error: unknown) => {
    if (error instanceof Refusal) return { verification_status: error.issue };
    throw error;
  });
  return z.object({ verification_status: z.string() }).parse(answer).verification_status === "SUCCESS";
}

/**
 * Has PayPal verify the signature of an event over the body as it came. Throws `payment.bad-signature`; and
 * `payment.paypal-unavailable` when it cannot be verified now: PayPal sends it again.
 */
export async function verifyPayPalEvent(
  rawBody: string,
  header: (name: string) => string | undefined,
): Promise<PayPalEvent> {
  const signed = Object.entries(signatureFields).map(([field, name]) => [field, header(name) ?? ""] as const);
  const event = EventBody.safeParse(parseJson(rawBody)).data;
  if (event === undefined || signed.some(([, value]) => value === "")) throw new Problem("payment.bad-signature");
  const connection = await connect();
  const { webhookId, formerWebhookId } = connection;
  const isOf = (webhook_id: string) => isVerified({ ...Object.fromEntries(signed), webhook_id }, rawBody, connection);
  if (!(await isOf(webhookId)) && !(formerWebhookId !== undefined && (await isOf(formerWebhookId))))
    throw new Problem("payment.bad-signature");
  const ofOrder = event.event_type.startsWith("CHECKOUT.ORDER.");
  const { id, dispute_id: disputeId, supplementary_data } = event.resource;
  const orderId = ofOrder ? id : supplementary_data?.related_ids?.order_id;
  return { id: event.id, type: event.event_type, ...(orderId && { orderId }), ...(disputeId && { disputeId }) };
}
