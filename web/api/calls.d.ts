/** Made from the contract by web/build/call-table.ts: `{ domain: { call: [route, who may, …] } }`. */
declare module "virtual:calls" {
  import type { AllowWord, Call } from "../../shared/http/call.ts";

  const calls: Record<
    string,
    Record<
      string,
      readonly [
        route: Call["route"],
        allow: AllowWord,
        selects?: 0 | 1,
        closes?: 0 | 1,
        kind?: "idempotent" | "document",
      ]
    >
  >;
  export default calls;
}
