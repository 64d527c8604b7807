import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import Input from "@cloudscape-design/components/input";
import Modal from "@cloudscape-design/components/modal";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useId, useState } from "react";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { renewSession, useSession } from "../app/session.tsx";
import { wordsFor } from "../ui/words.ts";

/** Asks for the password once more where the server wants a sign-in of the last minutes; the page behind stays as it is. */
export function SignInAgain({
  reason,
  onDone,
  onClose,
}: {
  /** Why it is asked, as a sentence. */
  readonly reason: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { user } = useSession();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const form = useId();
  const act = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      renewSession(await write(api.auth.login, { email: user.email, password }));
      onDone();
    } catch (error) {
      setFault(wordsFor(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      visible
      header="Is it really you?"
      closeAriaLabel="Close"
      onDismiss={() => !busy && onClose()}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" form={form} formAction="submit" loading={busy} disabled={password === ""}>
              Continue
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void act();
        }}
      >
        <SpaceBetween size="m">
          <div>{reason}</div>
          <FormField label="Password" description={user.email} errorText={fault}>
            <Input
              type="password"
              autoFocus
              autoComplete="current-password"
              value={password}
              onChange={({ detail }) => {
                setPassword(detail.value);
                setFault(undefined);
              }}
            />
          </FormField>
        </SpaceBetween>
      </form>
    </Modal>
  );
}
