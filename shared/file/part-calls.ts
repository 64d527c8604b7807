import * as z from "zod";
import { call, data } from "../http/call.ts";
import { ApplicationId, organizationSelector } from "../http/fields.ts";
import { FileKey, FileName, FileStatus } from "./file.ts";
import { partsSignedMax } from "./rules.ts";

const own = { permission: "submission:own", within: "organization" } as const;
const PART_NUMBER_MAX = 10_000;

const PartNumber = z.number().int().min(1).max(PART_NUMBER_MAX);
/** A part as the storage knows it. */
const Part = z.object({
  /** From 1 on. */
  part_number: PartNumber,
  /** What the storage answered the part with. */
  etag: z.string().max(100),
});

/** What a client has to know to cut the file as it was announced. */
const cut = {
  key: z.string(),
  /** Bytes of each part, but for the last. */
  part_bytes: z.number().int(),
  /** How many parts there are. */
  part_count: z.number().int(),
};

/** For the own work on a submission. It is kept for seven days; what is confirmed is attached as every other file. */
export const beginParts = call({
  route: "POST /file/parts",
  summary: "Begin the upload of a recording in parts",
  allow: own,
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      /** The submission whose work it belongs to; it must be open for changes. */
      application_id: ApplicationId,
      name: FileName,
      /** MIME type as the browser has it; the extension decides. */
      type: z.string().max(127).default(""),
      /** Bytes, exactly: at most 1 GB. */
      size: z.number().int().min(0),
    }),
  output: () => data(z.object(cut)),
  problems: [
    "resource.not-found",
    "submission.not-editable",
    "submission.appealed",
    "submission.unpaid",
    "file.not-allowed",
    "file.parts-many",
    "rate.exceeded",
  ],
});

/** Each address takes exactly one part of exactly its size, for an hour. */
export const signParts = call({
  route: "POST /file/parts/addresses",
  summary: "Get the addresses to which parts are sent",
  allow: own,
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      key: FileKey,
      /** Which parts, from 1 on. */
      part_numbers: z.array(PartNumber).min(1).max(partsSignedMax, `At most ${partsSignedMax} parts.`),
    }),
  output: () =>
    data(
      z.object({
        parts: z.array(
          z.object({
            /** From 1 on. */
            part_number: z.number().int(),
            /** Where to PUT the part. */
            url: z.string(),
            /** Its exact length in bytes. */
            size: z.number().int(),
          }),
        ),
        expires_in_seconds: z.number().int(),
      }),
    ),
  problems: ["resource.not-found", "file.parts-ended", "input.invalid"],
});

/** While parts are missing, which have arrived; afterwards whether it was found good. */
export const readParts = call({
  route: "GET /file/parts",
  summary: "Read how far an upload in parts is",
  allow: own,
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, key: FileKey }),
  output: () =>
    data(
      z.object({
        ...cut,
        name: z.string(),
        /** Bytes. */
        size: z.number().int(),
        /** `intent`: parts are missing. `arrived`: it is being checked. `clean`: it can be submitted. `refused`: it can’t. */
        status: FileStatus,
        /** Why it was refused, in words. */
        reason: z.string().optional(),
        /** What has arrived, while parts are missing. */
        arrived: z.array(Part),
      }),
    ),
  problems: ["resource.not-found", "file.parts-ended"],
});

/** All parts, in order, as the storage answered them. The recording is checked then, which takes a moment. */
export const completeParts = call({
  route: "POST /file/parts/finished",
  summary: "Finish the upload of a recording in parts",
  allow: own,
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, key: FileKey, parts: z.array(Part).min(1).max(PART_NUMBER_MAX) }),
  output: () => data(z.object({ key: z.string(), status: FileStatus })),
  problems: ["resource.not-found", "file.parts-missing", "file.parts-ended"],
});

/** What has arrived is removed. A finished upload stays. */
export const abandonParts = call({
  route: "DELETE /file/parts",
  summary: "Give up an unfinished upload in parts",
  allow: own,
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, key: FileKey }),
  output: () => data(z.object({ key: z.string() })),
  problems: ["resource.not-found", "file.parts-ended"],
});
