import * as z from "zod";
import type { Running } from "../chain/at-a-time.ts";
import { accountPages, type ListedAccount } from "../clients/cognito-list.ts";
import { keepExport, readExport } from "../clients/exports.ts";
import { type Progress, writeSheet } from "../platform/model/exports/write-sheet.ts";
import { clock } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";

const placeKey = "people/place.json";
const SPARE_MS = 30_000;

/** The newest list: of which day, and either how far it has come or, once it is whole, how many are in it. */
const Place = z.object({
  day: z.string(),
  listed: z.number().optional(),
  progress: z
    .object({
      upload: z.object({ id: z.string(), parts: z.array(z.string()) }),
      after: z.string().optional(),
      rows: z.number(),
      bytes: z.number(),
      ended: z.literal(true).optional(),
    })
    .optional(),
});
type Place = z.infer<typeof Place>;

/** By these Cognito and S3 say that a list cannot be gone on with: its mark is too old, or its parts are another run's. */
const lost = ["InvalidParameterException", "InvalidPart", "NoSuchUpload"];

/** Ends a run that has no time for another page. */
class Cut extends Error {}

/**
 * Keeps the accounts of the user pool as they are now, a line of JSON each, under the day: address, our own id, and whether
 * they may sign in. `npm run rebuild-pool -- --list` reads it. No password is in it, for nobody can read those. A list that
 * one run has no time for is gone on with by the next, and memory holds one part of it.
 */
export async function handler(_: unknown, running: Running): Promise<{ listed: number }> {
  const today = clock.iso().slice(0, 10);
  const text = await readExport(placeKey);
  const place = text === undefined ? undefined : Place.parse(JSON.parse(text));
  if (place?.day === today && place.listed !== undefined) return { listed: place.listed };
  const begun = place?.listed === undefined ? place : undefined;
  if (begun !== undefined && begun.day !== today) {
    const durationMs = clock.now() - Date.parse(begun.day);
    log("warn", "scheduled_behind", { call: "list-people", count: begun.progress?.rows, durationMs });
  }
  try {
    return await list(begun?.day ?? today, running, begun?.progress).catch((error: Error) => {
      if (begun === undefined || !lost.includes(error.name)) throw error;
      log("warn", "people_listed_anew");
      return list(today, running);
    });
  } catch (error) {
    if (error instanceof Cut) return { listed: 0 };
    throw error;
  }
}

async function list(day: string, running: Running, from?: Progress): Promise<{ listed: number }> {
  const { rows: listed } = await writeSheet(
    { pages: ({ after } = {}) => whileTimeLasts(accountPages(after), running) },
    { contentType: "application/x-ndjson", begin: async () => "", rows: linesOf, end: () => "" },
    { key: `people/${day}.jsonl`, save: (progress) => keepPlace({ day, progress: copyOf(progress) }), from },
  );
  await keepPlace({ day, listed });
  log("info", "people_listed", { count: listed });
  return { listed };
}

const keepPlace = (place: Place) => keepExport(placeKey, "application/json", JSON.stringify(place));
const copyOf = ({ upload, ...rest }: Progress) => ({ ...rest, upload: { id: upload.id, parts: [...upload.parts] } });

const linesOf = (accounts: readonly ListedAccount[]) =>
  accounts.map((account) => `${JSON.stringify(account)}\n`).join("");

async function* whileTimeLasts<Page>(pages: AsyncIterable<Page>, running: Running): AsyncGenerator<Page> {
  for await (const page of pages) {
    yield page;
    if (running.getRemainingTimeInMillis() < SPARE_MS) throw new Cut();
  }
}
