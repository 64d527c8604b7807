import type { Reply } from "../../bin/seed/client.ts";

/** The refresh cookie that an answer set, as the browser would send it back, and its attributes. */
export function refreshCookie({ headers }: Reply): { header: string; attributes: string } | undefined {
  const lines = [headers["set-cookie"] ?? []].flat();
  const line = lines.find((each) => each.startsWith("laurel_refresh="));
  if (line === undefined) return undefined;
  const [header = "", ...attributes] = line.split("; ");
  return { header, attributes: attributes.join("; ") };
}
