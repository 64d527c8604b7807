import * as z from "zod";
import { CredentialId, OrganizationId, singleLine, Timestamp } from "../http/fields.ts";
import { extensionOf, type Folder, folders } from "./rules.ts";

/** The name of a file as its owner knows it: one line, and no path. */
export const FileName = singleLine("This file has no name.")
  .min(1, "This file has no name.")
  .max(255, "This file name is too long.")
  .refine((name) => !/[/\\]/.test(name), "A file name can’t contain slashes.");

/** Where an upload stands: asked for, arrived in parts and not looked at yet, arrived and good, or refused. */
export const FileStatus = z.enum(["intent", "arrived", "clean", "refused"]);
export type FileStatus = z.infer<typeof FileStatus>;

/** An upload as stored, under its key. */
export const StoredFile = z.object({
  key: z.string(),
  folder: z.enum(folders),
  organization_id: z.string(),
  /** Who uploaded it. */
  user_id: z.string(),
  /** The name it had on its owner's machine. */
  name: z.string(),
  type: z.string(),
  size_bytes: z.number().int(),
  /** The version of the object that was checked, which everybody reads whatever is posted later; absent in older items. */
  object_version: z.string().optional(),
  /** Digest of what was checked, in hex. */
  sha256: z.string().optional(),
  status: FileStatus,
  /** What S3 calls the upload, where it is one in parts. */
  upload_id: z.string().optional(),
  /** How large each of its parts is, but for the last. */
  part_bytes: z.number().int().optional(),
  /** Why it was refused, in words. */
  reason: z.string().optional(),
  /** What its owner was told of the scan, where it did not find the file clean. */
  scan: z.enum(["locked", "failed", "infected"]).optional(),
  created_on: Timestamp,
  version: z.number().int(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** That a credential's details or criteria hold an upload. */
export const FileUse = z.object({ cred_id: CredentialId, organization_id: OrganizationId });
export type FileUse = z.infer<typeof FileUse>;

const uploadKey =
  /^(submissions|resources|certificates|support|imports)\/org_\w{1,40}\/usr_\w{1,40}\/fil_\w{1,40}\/[\w.-]{1,120}$/;
const seatKey = /^seats\/job_\w{1,40}\/[\da-f]{16}-[\w.-]{1,120}$/;
const keyLike = (pattern: RegExp) => z.string().max(500).regex(pattern, { error: "This isn’t an upload’s key." });

/** The key of an uploaded object: `submissions/org_…/usr_…/fil_…/name-20261121T040507.pdf`. */
export const FileKey = keyLike(uploadKey);

/**
 * What a file is asked for by: the key of its upload, or the one by which a reviewer knows it in the work that they judge,
 * `seats/job_…/0123456789abcdef-name.pdf`.
 */
export const ReadableFileKey = keyLike(new RegExp(`${uploadKey.source}|${seatKey.source}`));

/** How the keys of somebody's uploads for a purpose begin. */
export const uploadsOf = (
  folder: Folder,
  { organization_id, user_id }: Record<"organization_id" | "user_id", string>,
) => `${folder}/${organization_id}/${user_id}/`;

/** The key of a new upload, with the time before the extension; odd characters of the name become dashes. */
export function fileKey(options: {
  readonly folder: Folder;
  readonly organization_id: string;
  readonly user_id: string;
  readonly file_id: string;
  readonly name: string;
  readonly timeMs: number;
}): string {
  const { folder, file_id, name, timeMs } = options;
  const extension = extensionOf(name) ?? "bin";
  const stem = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const stamp = new Date(timeMs).toISOString().replace(/[-:]|\.\d{3}Z/g, "");
  return `${uploadsOf(folder, options)}${file_id}/${stem || "file"}-${stamp}.${extension}`;
}
