import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Link from "@cloudscape-design/components/link";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { termsVersion } from "../../shared/platform/terms.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { refreshUser, signOut } from "../session/session-store.ts";
import { Modal } from "../ui/dialogs/modal.tsx";
import { wordsFor } from "../ui/words.ts";

/** Asks somebody to accept the terms of service before they go on: of today's they have not heard yet, or never of any. */
export default function TermsDialog() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const accept = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await write(api.user.update, { terms_version: termsVersion });
      refreshUser({ terms_due: false });
    } catch (error) {
      setFault(wordsFor(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      header="Terms of Service"
      closeAriaLabel="Sign out"
      onDismiss={({ detail }) => detail.reason !== "overlay" && !busy && void signOut()}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" disabled={busy} onClick={() => void signOut()}>
              Sign out
            </Button>
            <Button variant="primary" loading={busy} onClick={accept}>
              Accept
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div>
          To keep using {brand.product}, accept the{" "}
          <Link href={paths.terms} external target="_blank" externalIconAriaLabel="Opens in a new tab">
            Terms of Service
          </Link>
          .
        </div>
        {fault ? <Alert type="error">{fault}</Alert> : null}
      </SpaceBetween>
    </Modal>
  );
}
