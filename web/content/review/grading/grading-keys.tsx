import { useEffect, useState } from "react";

const wantedName = "grading keys";

/** Whether this person wants single keys at all: they are on until switched off, on this device. */
export function useKeysWanted() {
  const [wanted, setWanted] = useState(() => localStorage.getItem(wantedName) !== "off");
  return {
    wanted,
    onWanted: (value: boolean) => {
      localStorage.setItem(wantedName, value ? "on" : "off");
      setWanted(value);
    },
  };
}

/** True where a key is being typed as text, or belongs to a dialog. */
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("[role=dialog], select, textarea") !== null ||
    (target instanceof HTMLInputElement && target.type !== "radio" && target.type !== "checkbox"));

/** Acts on single keys while `on`, except where somebody types. Esc leaves a field, so that the keys work again. */
export function useKeys(on: boolean, acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (typing(event.target)) {
        const field = event.target as HTMLElement;
        const spent = event.defaultPrevented && !field.isContentEditable; // the editor spends each Escape, and does nothing
        if (event.key === "Escape" && !spent && !field.closest("[role=dialog]")) field.blur();
        return;
      }
      if (event.defaultPrevented) return;
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** A key beside what it does: seen where there is a keyboard to press it on, and not read out. */
export const KeyHint = ({ children }: { readonly children: string }) => (
  <span aria-hidden="true">
    <kbd className="key-hint">{children}</kbd>
  </span>
);

/** The keys of the criteria, beside them. */
export const MarkKeysHint = () => (
  <span className="keys-told">
    <kbd>P</kbd> passing, <kbd>N</kbd> not passing, <kbd>J</kbd> and <kbd>K</kbd> to move, <kbd>C</kbd> comment
  </span>
);
