/** What may be uploaded as a picture, with the messages of shared/file/README.md, "Pictures". */
export const pictureRules = {
  photo: {
    accept: "image/png,image/jpeg",
    wrongType: "You can only upload JPG/PNG file!",
    tooLarge: "Image must smaller than 2MB!",
  },
  badge: {
    accept: "image/png,image/svg+xml",
    wrongType: "You can only upload SVG/PNG file!",
    tooLarge: "Image must be smaller than 2MB!",
  },
} as const;

const bytesMax = 2 * 1024 * 1024;
const badgeSideMax = 400;

function asDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("We couldn’t read the file."));
    reader.readAsDataURL(file);
  });
}

/** Reads a picture as a data URL, or says why not. A PNG badge is square, at most 400 by 400. */
export async function readPicture(
  file: File,
  kind: keyof typeof pictureRules,
): Promise<{ readonly dataUrl: string } | { readonly fault: string }> {
  const rules = pictureRules[kind];
  if (!rules.accept.split(",").includes(file.type)) return { fault: rules.wrongType };
  if (file.size >= bytesMax) return { fault: rules.tooLarge };
  if (kind === "badge" && file.type === "image/png") {
    const bitmap = await createImageBitmap(file).catch(() => undefined);
    const fits = bitmap && bitmap.width === bitmap.height && bitmap.width <= badgeSideMax;
    bitmap?.close();
    if (!fits) return { fault: "Invalid Image Size" };
  }
  return { dataUrl: await asDataUrl(file) };
}
