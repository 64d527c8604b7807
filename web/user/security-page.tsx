import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import * as z from "zod";
import { newPassword } from "../../shared/auth/password.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { TwoStepPanel } from "../content/auth/two-step-panel.tsx";
import { useSession } from "../session/session.tsx";
import { renewSession } from "../session/session-store.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { PasswordField } from "../ui/forms/fields.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

const required = "Please enter valid Password";
const Fields = z
  .object({ current: z.string().min(1, required), password: newPassword(required), again: z.string().min(1, required) })
  .refine(({ password, again }) => password === again, { path: ["again"], message: "Password field does not match" });

/** `/security`: change the password, turn two-step sign-in on and off, and delete the account where the role may. */
export function Page() {
  const { user, role, can } = useSession();
  const [leaving, setLeaving] = useState(false);
  const [round, setRound] = useState(0);
  const mayLeave = can(api.user.remove) && role !== "admin" && role !== "superadmin";
  return (
    <>
      <PageHeader title="Sign-in and security" back={{ to: paths.profile, text: "Your profile" }} />
      <SpaceBetween size="l">
        <CallForm
          key={round}
          send={api.auth.changePassword}
          schema={Fields}
          values={{ current: "", password: "", again: "" }}
          toInput={({ current, password }) => ({ email: user.email, password, token: current })}
          submit="Change password"
          success="Your new password has been set successfully"
          onDone={(answer) => {
            renewSession(answer);
            setRound(round + 1);
          }}
        >
          <Panel title="Change your password">
            <SpaceBetween size="l">
              <PasswordField name="current" label="Current password" autoComplete="current-password" />
              <PasswordField
                name="password"
                label="New password"
                autoComplete="new-password"
                constraint="At least 8 characters."
              />
              <PasswordField name="again" label="Confirm new password" autoComplete="new-password" />
            </SpaceBetween>
          </Panel>
        </CallForm>
        <TwoStepPanel />
        {mayLeave ? (
          <Panel
            title="Delete your account"
            description="We’ll remove your name, email address, and files. You choose what happens to each certificate. Payment records stay, without your name."
            actions={<Button onClick={() => setLeaving(true)}>Delete account</Button>}
          />
        ) : null}
      </SpaceBetween>
      {leaving ? <DeleteAccountDialog onClose={() => setLeaving(false)} /> : null}
    </>
  );
}
