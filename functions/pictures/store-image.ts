import { Problem } from "../../shared/http/problem.ts";
import { hasInks, isCutOff, type PictureFormat, sizeOf, sniff, svgText, undrawnIn } from "./format.ts";
import { keepPicture } from "./keep-picture.ts";

const BYTES_MAX = 2 * 1024 * 1024;
const SIDE_PIXELS_MAX = 8192;
const AREA_PIXELS_MAX = 16_000_000;
const STORED_SIDE_PIXELS = 512;
const BADGE_SIDE_PIXELS = 400;

/** What a picture is for; it decides which formats are taken and what the refusals say. */
export type PictureKind = "avatar" | "logo" | "badge";

const formats: Record<PictureKind, readonly PictureFormat[]> = {
  avatar: ["png", "jpeg"],
  logo: ["png", "jpeg"],
  badge: ["png", "svg"],
};
const messages = {
  picture: { format: "You can only upload JPG/PNG file!", size: "Image must smaller than 2MB!" },
  badge: { format: "You can only upload SVG/PNG file!", size: "Image must be smaller than 2MB!" },
} as const;

/**
 * Takes a picture as a data URL (or bare base64), decodes it, draws it anew and keeps it under /media/. Nothing of the
 * sent file but its pixels survives. An SVG becomes a PNG; avatars and logos are scaled down to 512 pixels.
 * With `user_id` it is that person's. Answers the path below the portal's origin. Refusals are `image.refused`, on `field`:
 * shared/file/README.md, "Pictures".
 */
export async function storeImage({
  dataUrl,
  kind,
  user_id,
  field = kind === "logo" ? "logo" : kind === "badge" ? "badgrImage" : "image",
}: {
  dataUrl: string;
  kind: PictureKind;
  user_id?: string;
  field?: string;
}): Promise<string> {
  const words = kind === "badge" ? messages.badge : messages.picture;
  const refuse = (message: string) => new Problem("image.refused", { message, fields: { [field]: message } });

  const base64 = dataUrl.startsWith("data:") ? dataUrl.slice(dataUrl.indexOf(",") + 1) : dataUrl;
  if (base64.length > Math.ceil((BYTES_MAX * 4) / 3) + 4) throw refuse(words.size);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length >= BYTES_MAX) throw refuse(words.size);
  const format = sniff(bytes);
  if (format === undefined || !formats[kind].includes(format)) throw refuse(words.format);

  const undrawn = format === "svg" ? undrawnIn(svgText(bytes)) : undefined;
  if (undrawn !== undefined) throw refuse(undrawn);
  if (format !== "svg") {
    const size = sizeOf(bytes, format);
    if (size === undefined) throw refuse(words.format);
    if (format === "jpeg" && hasInks(bytes))
      throw refuse("This JPG has the colors of print. Save it in RGB and try again.");
    if (format === "jpeg" && isCutOff(bytes))
      throw refuse("Part of this JPG is missing. Save it again and try once more.");
    const { width, height } = size;
    const square = width === height && width <= BADGE_SIDE_PIXELS;
    if (kind === "badge" && !square) throw refuse("Invalid Image Size");
    if (Math.max(width, height) > SIDE_PIXELS_MAX || width * height > AREA_PIXELS_MAX) {
      throw refuse("This image has too many pixels. Resize it and try again.");
    }
  }
  const { draw } = await import("./draw.ts");
  const drawn = await draw({ bytes, format, sidePixels: format === "svg" ? BADGE_SIDE_PIXELS : STORED_SIDE_PIXELS });
  if (drawn === "broken") throw refuse(words.format);
  if (drawn === "empty")
    throw refuse("Nothing is to be seen in this image. Check it in another program and try again.");
  if (drawn === "endless") throw refuse("This image takes too much work to draw. Simplify it and try again.");
  return keepPicture(drawn, user_id);
}
