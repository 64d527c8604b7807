import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RememberedDevice } from "../../../shared/auth/factor-calls.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { counted, date, dateTime } from "../../ui/look/format.ts";
import { Panel } from "../../ui/look/panel.tsx";
import { StatusText } from "../../ui/look/status-text.tsx";
import { EndFactorDialog, RenewCodesDialog } from "./change-factor-dialogs.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpFactorDialog } from "./set-up-factor-dialog.tsx";
import { StopReset } from "./stop-reset.tsx";
import "./factor.css";

/** So few recovery codes are left that new ones are due. */
const FEW_CODES = 3;

/** Whether signing in asks for a code, and where it does not. */
export function TwoStepPanel() {
  const { data } = useSuspenseQuery(api.auth.readFactor.query({}));
  const { user, organization_id } = useSession();
  const { email } = user;
  const [open, setOpen] = useState<"on" | "off" | "codes">();
  const [made, setMade] = useState<readonly string[]>();
  const [leaving, setLeaving] = useState<RememberedDevice>();
  const close = () => setOpen(undefined);
  const { is_on, since, recovery_codes_left: left, devices, reset } = data;
  return (
    <>
      <Panel
        title="Two-step sign-in"
        description="Protect your account with a code from an app on your phone, in addition to your password."
        actions={
          is_on ? (
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => setOpen("codes")}>Replace recovery codes</Button>
              <Button onClick={() => setOpen("off")}>Turn off two-step sign-in</Button>
            </SpaceBetween>
          ) : (
            <Button onClick={() => setOpen("on")}>Set up two-step sign-in</Button>
          )
        }
      >
        <SpaceBetween size="m">
          <StatusText kind={is_on ? "success" : "stopped"}>
            {is_on ? `On since ${date(since)}, ${counted(left, "recovery code")} left` : "Off"}
          </StatusText>
          {reset ? (
            <Alert
              type="warning"
              header="Your two-step sign-in will be turned off"
              action={
                <StopReset
                  of={{ ...(organization_id && { organization_id }) }}
                  done="Your two-step sign-in stays on."
                />
              }
            >
              {reset.asked_by} asked for it. On {dateTime(reset.ends_at)} we turn it off, and your password alone signs
              you in. If you have your phone, stop this.
            </Alert>
          ) : null}
          {is_on && left < FEW_CODES ? (
            <Alert type="warning">
              You’re running out of recovery codes. Replace them, so you can sign in without your phone.
            </Alert>
          ) : null}
          {is_on ? <Devices devices={devices} onLeave={setLeaving} /> : null}
        </SpaceBetween>
      </Panel>
      {open === "on" ? <SetUpFactorDialog onClose={close} /> : null}
      {open === "off" ? <EndFactorDialog onClose={close} /> : null}
      {open === "codes" ? (
        <RenewCodesDialog
          onClose={close}
          onDone={(codes) => {
            close();
            setMade(codes);
          }}
        />
      ) : null}
      {made ? <RecoveryCodes codes={made} email={email} onClose={() => setMade(undefined)} /> : null}
      {leaving ? (
        <ConfirmDialog
          title={`Remove “${leaving.name}”?`}
          confirm="Remove device"
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await write(api.auth.forgetDevice, { device_id: leaving.device_id });
            flash("success", "Device removed.");
          }}
        >
          We’ll ask for a code when you sign in there again.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Devices({
  devices,
  onLeave,
}: {
  readonly devices: readonly RememberedDevice[];
  readonly onLeave: (device: RememberedDevice) => void;
}) {
  if (devices.length === 0) return <p>No remembered devices. We ask for a code every time you sign in.</p>;
  return (
    <div>
      <h3>Remembered devices</h3>
      <ul className="factor-devices">
        {devices.map((device) => (
          <li key={device.device_id}>
            <span>
              <b>{device.name}</b>
              {device.is_this ? " (this device)" : ""}
              <br />
              Added {date(device.remembered_on)}. No code until {date(device.expires_on)}.
            </span>
            <Button
              ariaLabel={`Remove ${device.name}, added ${date(device.remembered_on)}`}
              onClick={() => onLeave(device)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
