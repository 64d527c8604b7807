import { useState } from "react";
import person from "./person.svg";

/** The first letters of somebody's first and last name; empty where there is no name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => [...word][0]!.toUpperCase()).join("");
}

/** A person's picture; their initials when there is none or it is '#', and a figure while they have no name. */
export function Avatar({
  src,
  of,
  label = "",
  size = 40,
  online = false,
}: {
  readonly src: string | null | undefined;
  /** Their name. */
  readonly of: string;
  /** What it is called where no name stands beside it. */
  readonly label?: string;
  readonly size?: number;
  readonly online?: boolean;
}) {
  const [failed, setFailed] = useState<string>();
  const usable = src && src !== "#" && failed !== src;
  const initials = initialsOf(of);
  const named = label === "" ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <span className={online ? "avatar avatar-online" : "avatar"} style={{ inlineSize: size, blockSize: size }}>
      {usable || initials === "" ? (
        <img
          src={usable ? src : person}
          alt={label}
          width={size}
          height={size}
          onError={() => setFailed(src ?? undefined)}
        />
      ) : (
        <span className="avatar-initials" style={{ fontSize: size * 0.4 }} data-initials={initials} {...named} />
      )}
    </span>
  );
}
