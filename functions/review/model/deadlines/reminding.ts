import * as z from "zod";
import { minuteOf } from "../../../data/ids.ts";
import type { Item } from "../../../data/table.ts";
import { clock } from "../../../runtime/clock.ts";

const dayMs = 86_400_000;

/** `rides_on`: the end of the business day with which the clock tells of it; absent once it has. */
const Reminder = z.object({ at: z.string(), rides_on: z.string().optional(), version: z.number() });

/** That staff reminded of a review, as it is kept. */
export const reminderIn = (item: Item | undefined) => item && Reminder.parse(item);

/** When staff reminded of a review, as long as they may not do so again. */
export function remindedOn(item: Item | undefined): { reminded_on?: string } {
  const at = reminderIn(item)?.at;
  return at !== undefined && Date.parse(at) > clock.now() - dayMs ? { reminded_on: minuteOf(at) } : {};
}
