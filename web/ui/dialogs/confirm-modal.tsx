import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import Input from "@cloudscape-design/components/input";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { unforeseen, useSubmit } from "../forms/use-submit.ts";
import type { Confirmation } from "./confirmation.ts";
import { Modal } from "./modal.tsx";

/** What ConfirmDialog shows; it is loaded when something is asked first. */
export default function ConfirmModal({
  title,
  children,
  confirm,
  cancel = "Cancel",
  typed,
  ready = true,
  destructive = false,
  onConfirm,
  onClose,
}: Confirmation) {
  const [text, setText] = useState("");
  const {
    submit,
    pending: busy,
    fault,
  } = useSubmit<void, unknown>({
    send: async () => onConfirm(),
    onDone: onClose,
    explain: unforeseen,
  });
  const mayConfirm = ready && (typed === undefined || text === typed);
  return (
    <Modal
      header={title}
      onDismiss={() => !busy && onClose()}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" disabled={busy} onClick={onClose}>
              {cancel}
            </Button>
            <span className={destructive ? "destructive" : undefined}>
              <Button variant="primary" loading={busy} disabled={!mayConfirm} onClick={() => void submit()}>
                {confirm}
              </Button>
            </span>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div>{children}</div>
        {typed === undefined ? null : (
          <FormField label={`To confirm, type “${typed}”`}>
            <Input
              value={text}
              onChange={({ detail }) => setText(detail.value)}
              onKeyDown={({ detail }) => detail.key === "Enter" && mayConfirm && void submit()}
              autoComplete={false}
            />
          </FormField>
        )}
        {fault ? <Alert type="error">{fault}</Alert> : null}
      </SpaceBetween>
    </Modal>
  );
}
