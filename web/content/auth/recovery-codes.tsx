import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { brand } from "../../../shared/platform/brand.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { saveFile } from "../../ui/lists/save-file.ts";
import "./factor.css";

/** Shows recovery codes: this once. */
export function RecoveryCodes({
  codes,
  email,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}) {
  const heading = `${brand.product} recovery codes for ${email}`;
  const download = () =>
    saveFile({
      fileName: "recovery-codes.txt",
      contents: new Blob([`${heading}\r\nEach code works once.\r\n\r\n${codes.join("\r\n")}\r\n`], {
        type: "text/plain;charset=utf-8",
      }),
    });
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => flash("success", "Recovery codes copied."),
      () => flash("error", "We couldn’t copy the recovery codes."),
    );
  return (
    <FormDialog title="Save your recovery codes" onClose={onClose}>
      <SpaceBetween size="m">
        <Alert type="warning">
          Without your phone, these are the only way to sign in. Each works once. We can’t show them again.
        </Alert>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => void copy()}>Copy</Button>
            <Button onClick={download}>Download</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </SpaceBetween>
        </Box>
      </SpaceBetween>
    </FormDialog>
  );
}
