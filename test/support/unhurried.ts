import type { Reply } from "../../bin/seed/client.ts";

/**
 * Sends a request; where its caller or their organization has called too often for now, again when the answer says: all of
 * a test together may, on a quick machine.
 */
export async function unhurried<Answer extends Pick<Reply, "text" | "headers">>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  const reply = await send();
  if (!/requests from you/.test(reply.text)) return reply;
  await new Promise((over) => setTimeout(over, Number(reply.headers["retry-after"]) * 1000));
  return unhurried(send);
}
