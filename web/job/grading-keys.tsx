import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Modal from "@cloudscape-design/components/modal";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Toggle from "@cloudscape-design/components/toggle";
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
  <>
    <kbd>P</kbd> passing, <kbd>N</kbd> not passing, <kbd>J</kbd> and <kbd>K</kbd> to move
  </>
);

const help = [
  [["P"], "Mark criterion as passing and go to next"],
  [["N"], "Mark criterion as not passing and go to next"],
  [["J", "K"], "Next or previous criterion"],
  [["G"], "Edit grade"],
  [["F"], "Edit feedback"],
  [["Esc"], "Leave field"],
  [["A"], "Go to Approve. Press Enter to confirm."],
  [["R"], "Go to Reject. Press Enter to confirm."],
  [["U"], "Undo the decision on a section"],
  [["]", "["], "Next or previous section"],
  [["?"], "Show shortcuts"],
] as const;

/** What the keys do, with the way to switch them off. */
export function KeyboardHelp({
  wanted,
  onWanted,
  onClose,
}: {
  readonly wanted: boolean;
  readonly onWanted: (wanted: boolean) => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      visible
      header="Keyboard shortcuts"
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="l">
        <dl className="key-help">
          {help.map(([keys, words]) => (
            <div key={words}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <Toggle checked={wanted} onChange={({ detail }) => onWanted(detail.checked)}>
          Use single-key shortcuts on this device
        </Toggle>
      </SpaceBetween>
    </Modal>
  );
}
