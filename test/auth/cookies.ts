import type { Reply } from "../../bin/seed/client.ts";

/** The refresh cookie that an answer set, as the browser would send it back, and its attributes. */
export const refreshCookie = (reply: Reply) => cookieOf(reply, "laurel_refresh");

/** The cookie by which the device is known that an answer set. */
export const deviceCookie = (reply: Reply) => cookieOf(reply, "laurel_device");

function cookieOf({ headers }: Reply, name: string): { header: string; attributes: string } | undefined {
  const lines = [headers["set-cookie"] ?? []].flat();
  const line = lines.find((each) => each.startsWith(`${name}=`));
  if (line === undefined) return undefined;
  const [header = "", ...attributes] = line.split("; ");
  return { header, attributes: attributes.join("; ") };
}
