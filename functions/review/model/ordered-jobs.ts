import { cursorOf } from "../../../shared/http/cursor.ts";
import { Job } from "../../../shared/review/job.ts";
import { mayRelease } from "../../../shared/review/rules.ts";
import { firstRowOf, type ListPage } from "../../data/list.ts";
import { matchesMax, readListed } from "../../data/search.ts";
import type { Item } from "../../data/table.ts";
import { wordsOfJob } from "./store.ts";

/** Which page of a reviewer's own jobs to read. */
export interface JobsAsked {
  readonly view: string;
  readonly search: string | undefined;
  readonly sort: "newest" | "oldest" | "due";
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of a reviewer's own jobs. By the day they are due on it is put together in memory, of the 1,000 that wait longest;
 * those without a day come last.
 */
export async function readOwnJobs({ sort, ...asked }: JobsAsked): Promise<ListPage> {
  if (sort !== "due") return readListed({ ...asked, sort, wordsIn: wordsOfJob });
  const { view, search, offset, limit, cursor } = asked;
  const all = await readListed({ view, search, wordsIn: wordsOfJob, sort: "oldest", offset: 0, limit: matchesMax });
  const start = firstRowOf({ offset, ...(cursor !== undefined && { cursor }) });
  const items = all.items.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other))).slice(start, start + limit);
  const end = start + limit;
  return { items, total: all.total, ...(all.items.length > end && { cursor: cursorOf(String(end)) }) };
}

/** What sorts a job: the day its reviewer has, and behind all of them where there is none. */
function dayOf(item: Item): string {
  const job = Job.parse(item);
  return (mayRelease(job) && job.due?.due_on) || "9999";
}
