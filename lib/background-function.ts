import type { Purpose } from "../shared/platform/environment.ts";
import type { Need, ObjectNeed } from "./needs.ts";

/** A function that is not a call. `runs` says what starts it. */
export interface BackgroundFunction extends Need {
  readonly description: string;
  readonly table: "none" | "read" | "write";
  readonly runs:
    | { readonly on: "token" }
    /** With a window, changes are gathered for as long. */
    | { readonly on: "table-change"; readonly windowSeconds?: number }
    | {
        readonly on: "queue";
        readonly purpose: Purpose;
        readonly batchSize?: number;
        /** Batches that are worked on at a time; five unless said. */
        readonly concurrency?: number;
        /** As many where the stage reserves concurrency, and so has room for them. */
        readonly growsTo?: number;
      }
    | { readonly on: "schedule"; readonly expression: string }
    /** What GuardDuty says of an upload. */
    | { readonly on: "scan"; readonly results: readonly string[] }
    /** Somebody with the right to do it, from the AWS console. */
    | { readonly on: "operator" };
}

/** Where the tombstones of erased certificates lie. */
export const tombstones = {
  bucket: "signed",
  prefixes: ["erased/"],
  actions: ["s3:PutObject"],
} as const satisfies ObjectNeed;
