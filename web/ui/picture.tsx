import { useState } from "react";

const hues = 6;
/** One of a few turns of the colour wheel for a name, the same every time. */
const hueOf = (name: string) =>
  ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % hues) * (360 / hues);

/** An image with its room kept; when it fails, the leaf takes its place, in a colour of its own for each `leafOf`. */
export function Picture({
  src,
  alt,
  width,
  height = width,
  round = false,
  leafOf,
}: {
  readonly src: string | null | undefined;
  readonly alt: string;
  readonly width: number;
  readonly height?: number;
  readonly round?: boolean;
  readonly leafOf?: string;
}) {
  const [failed, setFailed] = useState<string>();
  const usable = src && src !== "#" && failed !== src;
  return (
    <img
      className={round ? "picture picture-round" : "picture"}
      src={usable ? src : "/favicon.svg"}
      alt={alt}
      style={usable || leafOf === undefined ? undefined : { filter: `hue-rotate(${hueOf(leafOf)}deg)` }}
      width={width}
      height={height}
      loading="lazy"
      onError={() => setFailed(src ?? undefined)}
    />
  );
}
