import { useState } from "react";

/** An image with its room kept; when it fails, the leaf takes its place. */
export function Picture({
  src,
  alt,
  width,
  height = width,
  round = false,
}: {
  readonly src: string | null | undefined;
  readonly alt: string;
  readonly width: number;
  readonly height?: number;
  readonly round?: boolean;
}) {
  const [failed, setFailed] = useState<string>();
  const usable = src && src !== "#" && failed !== src;
  return (
    <img
      className={round ? "picture picture-round" : "picture"}
      src={usable ? src : "/favicon.svg"}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      onError={() => setFailed(src ?? undefined)}
    />
  );
}
