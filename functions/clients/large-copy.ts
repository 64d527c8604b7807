import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectTaggingCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { storage } from "./storage.ts";

/** What S3 copies in one piece within seconds. A gigabyte so took it half a minute where others have measured it. */
export const COPY_BYTES = 32 * 1024 * 1024;
/** How long a part may take. */
const PART_MS = 20_000;

/** An object that is copied within its bucket. */
interface LargeObject {
  readonly bucket: string;
  readonly key: string;
  readonly version: string | undefined;
  /** As a copy names it. */
  readonly source: string;
  readonly type: string;
  readonly size: number;
}

/** Copies a large object with its type and tags, its parts all at once. One that is not finished ends by its bucket's rule. */
export async function copyLarge({ bucket, key, version, source, type, size }: LargeObject, to: string): Promise<void> {
  const { TagSet = [] } = await storage().send(
    new GetObjectTaggingCommand({ Bucket: bucket, Key: key, VersionId: version }),
  );
  const Tagging = new URLSearchParams(TagSet.map(({ Key, Value }) => [Key!, Value!])).toString();
  const { UploadId } = await storage().send(
    new CreateMultipartUploadCommand({ Bucket: bucket, Key: to, ContentType: type, Tagging }),
  );
  const place = { Bucket: bucket, Key: to, UploadId };
  const Parts = await Promise.all(
    Array.from({ length: Math.ceil(size / COPY_BYTES) }, async (_, index) => {
      const from = index * COPY_BYTES;
      const part = { PartNumber: index + 1, CopySourceRange: `bytes=${from}-${Math.min(from + COPY_BYTES, size) - 1}` };
      const { CopyPartResult } = await storage().send(
        new UploadPartCopyCommand({ ...place, ...part, CopySource: source }),
        { requestTimeout: PART_MS },
      );
      return { PartNumber: part.PartNumber, ETag: CopyPartResult!.ETag };
    }),
  );
  await storage().send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts } }));
}
