/** A path of this portal that may be followed after signing in, or undefined: never another origin. */
export function safePath(next: string | null): string | undefined {
  if (!next?.startsWith("/") || next.startsWith("//") || next.includes("\\")) return undefined;
  return new URL(next, location.origin).origin === location.origin ? next : undefined;
}
