import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import { fullName } from "../../shared/platform/full-name.ts";
import type { Profile } from "../../shared/user/user.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { StopReset } from "../content/auth/stop-reset.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { dateTime } from "../ui/look/format.ts";
import { Panel } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

/** A member's two-step sign-in, for those who may have it turned off after a day. */
export function MemberFactor({
  organization_id,
  profile,
  factor: { is_on, reset },
}: {
  readonly organization_id: string;
  readonly profile: Profile;
  readonly factor: NonNullable<Profile["factor"]>;
}) {
  const [asking, setAsking] = useState(false);
  const { user_id } = profile;
  const name = fullName(profile);
  const whose = { organization_id, user_id };
  return (
    <>
      <Panel
        title="Two-step sign-in"
        description={
          is_on && !reset ? "Turn it off for someone who lost both their phone and their recovery codes." : undefined
        }
        actions={
          reset ? (
            <StopReset of={whose} done={`${name} keeps two-step sign-in.`} />
          ) : is_on ? (
            <Button onClick={() => setAsking(true)}>Turn off two-step sign-in</Button>
          ) : undefined
        }
      >
        {reset ? (
          <StatusText kind="pending">
            {`Will be turned off on ${dateTime(reset.ends_at)}. ${reset.asked_by} asked for it.`}
          </StatusText>
        ) : (
          <StatusText kind={is_on ? "success" : "stopped"}>{is_on ? "On" : "Off"}</StatusText>
        )}
      </Panel>
      {asking ? (
        <ConfirmDialog
          title={`Turn off two-step sign-in for ${name}?`}
          confirm="Turn off in 24 hours"
          destructive
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await write(api.auth.askFactorReset, whose);
            flash("success", `Two-step sign-in of ${name} will be turned off in 24 hours.`);
          }}
        >
          <p>
            Make sure that it’s really them who asks. Call them, and don’t rely on an email. We email them now, and they
            have 24 hours to stop it. Then their password alone signs them in, and they’re signed out everywhere.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
