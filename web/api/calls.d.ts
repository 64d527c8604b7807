/** Made from the contract by web/call-table.ts: `{ domain: { call: [route, who may, kind, whether it says in which organization] } }`. */
declare module "virtual:calls" {
  import type { Permission } from "../../shared/permissions.ts";

  const calls: Record<
    string,
    Record<
      string,
      readonly [
        route: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`,
        allow: Permission | "anyone" | "account" | "signature",
        kind?: "idempotent" | "document" | "",
        selects?: 0 | 1,
        closes?: 1,
      ]
    >
  >;
  export default calls;
}
