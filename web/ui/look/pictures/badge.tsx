import { useMemo, useState } from "react";
import { badgeSvg } from "../../../../shared/credential/badge.ts";

/** A credential's badge: the picture it has, or the one that is drawn of its title in its organization's colour. */
export function Badge({
  src,
  title,
  colour,
  size,
}: {
  readonly src?: string | undefined;
  readonly title: string;
  /** The organization's; the product's where it chose none. */
  readonly colour?: string | undefined;
  readonly size: number;
}) {
  const [failed, setFailed] = useState<string>();
  const drawn = useMemo(() => `data:image/svg+xml,${encodeURIComponent(badgeSvg({ title, colour }))}`, [title, colour]);
  return (
    <img
      className="badge"
      src={src && failed !== src ? src : drawn}
      alt=""
      width={size}
      height={size}
      onError={() => setFailed(src)}
    />
  );
}
