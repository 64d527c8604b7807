import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
} from "@aws-sdk/client-s3";
import { environment } from "../runtime/environment.ts";
import { storage } from "./storage.ts";

const buckets = { files: "FILES_BUCKET", media: "MEDIA_BUCKET", signed: "SIGNED_BUCKET" } as const;

/** Removes every version of all objects of a bucket whose key begins so, for good; no former one is the object meanwhile. */
export async function eraseObjects(bucket: keyof typeof buckets, beginning: string): Promise<void> {
  const where = { Bucket: environment(buckets[bucket]), Prefix: beginning };
  const remove = ({ Key, VersionId }: Kept) =>
    storage().send(new DeleteObjectCommand({ Bucket: where.Bucket, Key, ...(VersionId && { VersionId }) }));
  for (const { Key } of (await versionsOf(where)).present) await remove({ Key });
  const { versions, marks } = await versionsOf(where);
  for (const each of [...versions, ...marks]) await remove(each); // a mark hides what is below it until then
}

/** The keys that begin so, those of former versions included. */
export async function keysBelow(bucket: keyof typeof buckets, beginning: string): Promise<string[]> {
  const { versions } = await versionsOf({ Bucket: environment(buckets[bucket]), Prefix: beginning });
  return [...new Set(versions.flatMap(({ Key }) => Key ?? []))];
}

type Kept = Pick<ObjectVersion, "Key" | "VersionId">;

/** The versions below a prefix, those that are objects now, and the marks of removed ones. */
async function versionsOf(where: { readonly Bucket: string; readonly Prefix: string }) {
  const [versions, marks]: [ObjectVersion[], Kept[]] = [[], []];
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page ?? {};
    page = await storage().send(new ListObjectVersionsCommand({ ...where, KeyMarker, VersionIdMarker }));
    versions.push(...(page.Versions ?? []));
    marks.push(...(page.DeleteMarkers ?? []));
  } while (page.IsTruncated);
  return { versions, marks, present: versions.filter(({ IsLatest }) => IsLatest) };
}
