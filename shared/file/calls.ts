import * as z from "zod";
import { call, data } from "../http/call.ts";
import { organizationSelector } from "../http/fields.ts";
import { FileKey, FileName, ReadableFileKey } from "./file.ts";
import { folders } from "./rules.ts";

/** It is for this key, this type and this size, and good for five minutes. */
export const upload = call({
  route: "POST /file/upload",
  summary: "Get a presigned POST for one file",
  allow: { permission: "file:upload", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      name: FileName,
      /** MIME type as the browser has it; the extension decides. */
      type: z.string().max(127).default(""),
      /** Bytes. */
      size: z.number().int().min(0),
      /** What it is for. */
      folder: z.enum(folders),
    }),
  output: () =>
    data(
      z.object({
        /** Where to post the form. */
        url: z.string(),
        /** Form fields to post before the file. */
        fields: z.record(z.string(), z.string()),
        key: z.string(),
        expires_in_seconds: z.number().int(),
      }),
    ),
  problems: ["file.not-allowed", "file.folder-not-allowed", "rate.exceeded"],
});

/** Tells that the upload is there. Its size, type and first bytes are checked, and it is scanned for malware. */
export const confirm = call({
  route: "POST /file/confirm",
  summary: "Have an uploaded file checked",
  allow: { permission: "file:upload", within: "organization" },
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, key: FileKey }),
  output: () =>
    data(
      z.object({
        key: z.string(),
        name: z.string(),
        /** The MIME type. */
        type: z.string(),
        size: z.number().int(),
      }),
    ),
  problems: ["resource.not-found", "file.not-arrived", "file.refused"],
});

/** Good for one minute; to play a recording, for two hours. */
export const download = call({
  route: "GET /file/download",
  summary: "Get a download link of a file",
  allow: { permission: "file:download", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      key: ReadableFileKey,
      /**
       * `play`: a recording, or its captions, is shown where it stands: by a key of the reviewer’s job, or by its own key for
       * whose it is. Everything else is saved.
       */
      use: z.enum(["save", "play"]).default("save"),
    }),
  output: () =>
    data(
      z.object({
        url: z.string(),
        name: z.string(),
        /** The MIME type. */
        type: z.string(),
        size: z.number().int(),
      }),
    ),
  problems: ["resource.not-found", "file.not-clean", "file.locked", "file.not-scanned", "file.being-checked"],
});
