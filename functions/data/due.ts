import * as z from "zod";
import { clock } from "../runtime/clock.ts";
import type { Deadline, DeadlineKind } from "./deadlines.ts";
import { platformViews } from "./keys/platform.ts";
import { type Item, queryPage } from "./table.ts";

const DeadlineRecord = z.object({ at: z.string(), ref_pk: z.string(), ref_sk: z.string() });

function deadlineOf(kind: DeadlineKind, item: Item): Deadline {
  const { at, ref_pk: pk, ref_sk: sk } = DeadlineRecord.parse(item);
  return { kind, at, reference: { pk, sk } };
}

/** A page of what is due by now, the earliest first; `next` reads on after it. */
export async function readDuePage(
  kind: DeadlineKind,
  { limit, after }: { limit: number; after?: string },
): Promise<{ deadlines: Deadline[]; next?: string }> {
  const { items, next } = await queryPage({ pk: platformViews.deadlines(kind), limit, after });
  const deadlines = items.map((item) => deadlineOf(kind, item));
  const due = deadlines.filter(({ at }) => at <= clock.iso());
  return { deadlines: due, ...(due.length === items.length && { next }) };
}
