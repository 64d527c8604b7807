import { createHash } from "node:crypto";
import { peoplePrefix } from "../../shared/platform/environment.ts";
import type { DrawnPicture } from "./draw.ts";

const [YEAR_SECONDS, DAY_SECONDS] = [31_536_000, 86_400];
const ID_LETTERS = 32;

/** Where the pictures of a person lie: with their account all below goes, whose else the same pixels may be. */
export const picturesOf = (user_id: string): string =>
  `${peoplePrefix}${createHash("sha256").update(user_id).digest("hex").slice(0, ID_LETTERS)}/`;

/**
 * Keeps a drawn picture under /media/ by the hash of its contents: for good, or of a person, whose pictures are in no
 * cache a day after they are gone. Answers the path below the portal's origin.
 */
export async function keepPicture({ bytes, extension }: DrawnPicture, user_id?: string): Promise<string> {
  const folder = user_id === undefined ? "media/" : picturesOf(user_id);
  const name = `${folder}${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
  const { keepMedia } = await import("../clients/files.ts");
  const seconds = user_id === undefined ? YEAR_SECONDS : DAY_SECONDS;
  await keepMedia(name, extension === "png" ? "image/png" : "image/jpeg", bytes, seconds);
  return `/${name}`;
}
