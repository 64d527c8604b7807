import { useState } from "react";
import person from "./person.svg";

/** A person's picture, or the default one when there is none or it is '#'. */
export function Avatar({
  src,
  name,
  size = 40,
  online = false,
}: {
  readonly src: string | null | undefined;
  readonly name: string;
  readonly size?: number;
  readonly online?: boolean;
}) {
  const [failed, setFailed] = useState<string>();
  const usable = src && src !== "#" && failed !== src;
  return (
    <span className={online ? "avatar avatar-online" : "avatar"} style={{ inlineSize: size, blockSize: size }}>
      <img
        src={usable ? src : person}
        alt={name}
        width={size}
        height={size}
        onError={() => setFailed(src ?? undefined)}
      />
    </span>
  );
}
