import { personId } from "../api/person.ts";

/** The themes of the switcher, by the name of their style sheet below /themes/. */
export const themes = [
  ["default", "Laurel"],
  ["1", "Harbor"],
  ["2", "Plum"],
  ["3", "Ember"],
  ["4", "Slate"],
  ["5", "Lagoon"],
  ["6", "Rose"],
  ["7", "High contrast"],
] as const;

/** How a person likes the portal to be; remembered per person on this device. */
export interface Preferences {
  readonly theme: (typeof themes)[number][0];
  readonly mode: "device" | "light" | "dark";
  readonly density: "comfortable" | "compact";
  /** The checklists of new organizations that are not shown any more. */
  readonly setUp: Readonly<Record<string, "done" | "put away">>;
}

const deviceWantsContrast = () => matchMedia("(prefers-contrast: more)").matches;
const deviceIsDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/** What holds until somebody chooses: the high contrast theme where the device asks for contrast. */
const usual = (): Preferences => ({
  theme: deviceWantsContrast() ? "7" : "default",
  mode: "device",
  density: "comfortable",
  setUp: {},
});
const listeners = new Set<() => void>();

function everybody(): Record<string, Partial<Preferences>> {
  try {
    return JSON.parse(localStorage.getItem("preferences") ?? "{}");
  } catch {
    return {};
  }
}

let last: { readonly from: string; readonly preferences: Preferences } | undefined;

/** The preferences of whoever is signed in, or of the visitor. The same object until something changes. */
export function preferences(): Preferences {
  const who = personId();
  const from = `${who} ${localStorage.getItem("preferences")} ${deviceWantsContrast()}`;
  if (last?.from !== from) last = { from, preferences: { ...usual(), ...everybody()[who] } };
  return last.preferences;
}

/** Changes some preferences, remembers and applies them. */
export function prefer(change: Partial<Preferences>): void {
  const all = everybody();
  const who = personId();
  localStorage.setItem("preferences", JSON.stringify({ ...all, [who]: { ...all[who], ...change } }));
  applyPreferences();
}

/** Hears of changes; for `useSyncExternalStore`. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address of a theme's style sheet, as the document of a built portal has it. */
export const themeSheet = (theme: string): string =>
  (document.querySelector<HTMLElement>("[data-themes]")?.dataset.themes ?? "/themes/*.css").replace("*", theme);

/** Puts the preferences into effect; `before-paint.js` does the same before the first paint. */
export function applyPreferences(): void {
  const { theme, mode, density } = preferences();
  const link = document.getElementById("theme");
  const sheet = themeSheet(theme);
  if (link instanceof HTMLLinkElement && new URL(link.href).pathname !== sheet) link.href = sheet;
  const dark = mode === "dark" || (mode === "device" && deviceIsDark());
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
  document.body.classList.toggle("awsui-dark-mode", dark);
  document.body.classList.toggle("awsui-compact-mode", density === "compact");
  for (const listener of listeners) listener();
}

/** Follows the device from light to dark, and to more contrast. */
export function followDevice(): void {
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", applyPreferences);
}
