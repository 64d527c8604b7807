import type { Key } from "../../../data/keys/key.ts";

/** An item as stored. */
export type Item = Readonly<Record<string, unknown>> & Key;
