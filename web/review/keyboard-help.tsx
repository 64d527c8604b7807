import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Toggle from "@cloudscape-design/components/toggle";
import { Modal } from "../ui/dialogs/modal.tsx";

const help = [
  [["P"], "Mark criterion as passing and go to next"],
  [["N"], "Mark criterion as not passing and go to next"],
  [["J", "K"], "Next or previous criterion"],
  [["C"], "Comment on criterion"],
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
export default function KeyboardHelp({
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
      header="Keyboard shortcuts"
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
