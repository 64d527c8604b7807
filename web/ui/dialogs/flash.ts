/** A message that passes: what was done, or why it was not. */
export interface Flash {
  /** A later message with the same id takes the place of the earlier: "Deleting …" becomes "Deleted". */
  readonly id: string;
  readonly kind: "success" | "error" | "info" | "progress";
  readonly text: string;
}

let flashes: readonly Flash[] = [];
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** How long a message stays. */
const toastMs = 3000;
let count = 0;

function change(next: readonly Flash[]): void {
  flashes = next;
  for (const listener of listeners) listener();
}

/** The messages of this moment. */
export const currentFlashes = (): readonly Flash[] => flashes;

/** Hears of changes; for `useSyncExternalStore`. */
export function onFlash(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes a message away. */
export function dismissFlash(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(flashes.filter((flash) => flash.id !== id));
}

/** Keeps a message while somebody reads it; `releaseFlash` lets it go again. */
export function holdFlash(id: string): void {
  clearTimeout(timers.get(id));
}

/** Starts the three seconds of a message. Progress stays until something takes its place. */
export function releaseFlash(id: string): void {
  clearTimeout(timers.get(id));
  const flash = flashes.find((one) => one.id === id);
  if (flash && flash.kind !== "progress")
    timers.set(
      id,
      setTimeout(() => dismissFlash(id), toastMs),
    );
}

/** Shows a message for three seconds; one that says the same and is still there gives way to it. Answers its id. */
export function flash(kind: Flash["kind"], text: string, id = `flash-${++count}`): string {
  const others = flashes.filter((one) => one.id !== id && (one.kind !== kind || one.text !== text));
  change([...others, { id, kind, text }]);
  releaseFlash(id);
  return id;
}

const carried = "flashes";

/**
 * What is said just before another document opens is said there: sign-in and the portal are two. What is told of a page stays
 * with it. Called once, at start.
 */
export function carryFlashes(): void {
  for (const { kind, text } of JSON.parse(sessionStorage.getItem(carried) ?? "[]") as Flash[]) flash(kind, text);
  sessionStorage.removeItem(carried);
  addEventListener("pagehide", () => {
    const said = flashes.filter(({ kind }) => kind === "success" || kind === "error");
    if (said.length > 0) sessionStorage.setItem(carried, JSON.stringify(said));
  });
}
