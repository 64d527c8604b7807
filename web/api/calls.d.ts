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
        kind?: "idempotent" | "document" | "",
        selects?: 0 | 1,
        closes?: 1,
      ]
    >
  >;
  export default calls;
}
