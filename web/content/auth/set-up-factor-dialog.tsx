import Box from "@cloudscape-design/components/box";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { lazy, Suspense, useState } from "react";
import * as z from "zod";
import type { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { TextField } from "../../ui/forms/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { OwnPasswordField, ownPassword } from "./proof-fields.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import "./factor.css";

const FactorCode = lazy(() => import("./factor-code.tsx"));

const Password = z.object({ password: ownPassword });
const Code = z.object({ code: z.string().trim().min(1, "Enter the code your app shows.") });

/** Turns two-step sign-in on: the password, then the app, then the recovery codes. */
export function SetUpFactorDialog({
  required = false,
  onClose,
}: {
  /** Nothing goes on without it: where another tab has turned it on meanwhile, this is over. */
  readonly required?: boolean;
  readonly onClose: () => void;
}) {
  const { email } = useSession().user;
  const onRefused = ({ code }: ApiError) => {
    const isDone = required && code === "auth.factor-on";
    if (isDone) onClose();
    return isDone;
  };
  const [shown, setShown] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} email={email} onClose={onClose} />;
  if (shown === undefined)
    return (
      <FormDialog title="Turn on two-step sign-in" onClose={onClose}>
        <CallForm
          send={api.auth.startFactor}
          schema={Password}
          values={{ password: "" }}
          toInput={(typed) => typed}
          submit="Continue"
          guarded={false}
          onCancel={onClose}
          onDone={setShown}
          onRefused={onRefused}
        >
          {required ? <p>Two-step sign-in is required for your role.</p> : null}
          <p>
            You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator, or
            1Password. You’ll be signed out everywhere else. First, enter your password.
          </p>
          <OwnPasswordField />
        </CallForm>
      </FormDialog>
    );
  return (
    <FormDialog title="Add Laurel to your app" onClose={onClose}>
      <CallForm
        key="code"
        send={api.auth.confirmFactor}
        schema={Code}
        values={{ code: "" }}
        toInput={(typed) => typed}
        submit="Turn on"
        guarded={false}
        onCancel={onClose}
        onDone={({ recovery_codes }) => setCodes(recovery_codes)}
        onRefused={onRefused}
      >
        <SpaceBetween size="s">
          <p>Scan this code with your app.</p>
          <Suspense fallback={<div className="factor-code" />}>
            <FactorCode address={shown.uri} />
          </Suspense>
          <div>
            <Box variant="awsui-key-label">Or type this key into your app</Box>
            <code className="factor-key">{shown.secret.replace(/(.{4})(?!$)/g, "$1 ")}</code>
          </div>
        </SpaceBetween>
        <TextField
          name="code"
          label="Code"
          hint="The six digits your app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          lengthMax={40}
        />
      </CallForm>
    </FormDialog>
  );
}
