import { createHash } from "node:crypto";
import type { DrawnPicture } from "./draw.ts";

/** Keeps a drawn picture under /media/ by the hash of its contents. Answers the path below the portal's origin. */
export async function keepPicture({ bytes, extension }: DrawnPicture): Promise<string> {
  const name = `media/${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
  const { keepMedia } = await import("../clients/files.ts");
  await keepMedia(name, extension === "png" ? "image/png" : "image/jpeg", bytes);
  return `/${name}`;
}
