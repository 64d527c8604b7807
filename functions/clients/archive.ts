import { PutObjectCommand } from "@aws-sdk/client-s3";
import { environment } from "../runtime/environment.ts";
import { storage } from "./storage.ts";

/** Keeps lines in the bucket whose objects nobody can rewrite. The same key again is another version of the same. */
export async function archive(key: string, lines: readonly object[]): Promise<void> {
  const Body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const ContentType = "application/x-ndjson";
  await storage().send(new PutObjectCommand({ Bucket: environment("AUDIT_BUCKET"), Key: key, Body, ContentType }));
}
