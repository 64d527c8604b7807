import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { FormDialog } from "../forms/form-dialog.tsx";
import { copyText } from "./copy-text.ts";

/** Shows what is secret, this once: it can be copied, and no click beside the dialog loses it. */
export function ShownOnce({
  title,
  name,
  text,
  onClose,
}: {
  readonly title: string;
  /** What it is, as in "API key copied." */
  readonly name: string;
  readonly text: string;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={title} onClose={onClose}>
      <SpaceBetween size="m">
        <Alert type="warning">Copy it now, and keep it like a password. We can’t show it again.</Alert>
        <Box>
          <code className="shown-once">{text}</code>
        </Box>
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => copyText(name, text)}>Copy</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </SpaceBetween>
        </Box>
      </SpaceBetween>
    </FormDialog>
  );
}
