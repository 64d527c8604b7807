import { BlockList, isIP } from "node:net";

/** Networks of IPv4 that are nobody's on the internet (IANA's registry of special-purpose addresses). */
const special4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** All of IPv6 that is given out; what maps IPv4 addresses, and what a network has for itself, lies outside. */
const given6 = ["2000::/3"];
/** What of it is none of a server: Teredo and other protocols, documentation, 6to4. */
const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function networks(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", prefix] = subnet.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const [refused4, open6, refused6] = [networks("ipv4", special4), networks("ipv6", given6), networks("ipv6", special6)];

/** Whether an address is a server's on the internet, and of no network of its own, ours included. */
export function isPublicAddress(address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 4) return !refused4.check(address, "ipv4");
  return family === 6 && open6.check(address, "ipv6") && !refused6.check(address, "ipv6");
}
