/** Characters of an address. */
export const addressMax = 2000;

/** Names that lead into a network of one's own, whatever a resolver says. */
const ownNames = /(?:^|\.)(?:localhost|local|internal|intranet|home|lan|corp|localdomain|arpa|onion|test|invalid)$/;

/**
 * What is wrong with an address that webhooks are sent to, in words; undefined where nothing is. Hosts are read from the
 * parsed address alone, which writes 127.1, 0x7f.1 and 2130706433 as the same number. What a name leads to is judged when
 * it is connected to (`functions/clients/stranger.ts`).
 */
export function addressFault(
  text: string,
  { localToo = false }: { readonly localToo?: boolean } = {},
): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return "Enter an address that begins with https://.";
  if (text.length > addressMax) return `Use ${addressMax.toLocaleString("en-US")} characters or fewer.`;
  if (url.username !== "" || url.password !== "") return "Leave out the user name and password.";
  if (url.hash !== "" || text.includes("#")) return "Leave out the part after #.";
  if (localToo && url.hostname === "localhost") return undefined;
  if (url.protocol !== "https:") return "Enter an address that begins with https://.";
  if (url.port !== "") return "Leave out the port. Webhooks go to port 443.";
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[") || /^[\d.]+$/.test(host)) return "Enter a name, not an IP address.";
  if (!host.includes(".") || ownNames.test(host)) return "Enter a name that everyone can reach.";
  return undefined;
}
