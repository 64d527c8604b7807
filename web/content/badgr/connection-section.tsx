import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { useNavigate } from "react-router";
import { badgrRegions } from "../../../shared/organization/badgr-connection.ts";
import type { Organization } from "../../../shared/organization/organization.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { date } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { Panel } from "../../ui/look/panel.tsx";
import { Status } from "../../ui/look/status.tsx";

/** The dialog stays busy this long. */
const disconnectMs = 2000;
const pause = () => new Promise((resolve) => setTimeout(resolve, disconnectMs));

/** How the organization stands with the badge service, for its admins. */
export function ConnectionSection({ organization }: { readonly organization: Organization }) {
  const { badge_service } = organization;
  const go = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const connect = (text: string) => (
    <Button key="connect" variant="primary" onClick={() => void go(paths.badgrLogin)}>
      {text}
    </Button>
  );
  const disconnect = (
    <Button key="disconnect" onClick={() => setLeaving(true)}>
      Disconnect
    </Button>
  );
  const expired = badge_service?.status === "expired";
  return (
    <Panel
      title="Badge service"
      description="Learners who earn a credential with a badge image get a badge from Badgr."
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {badge_service ? [disconnect, expired ? connect("Reconnect") : null] : connect("Connect")}
        </SpaceBetween>
      }
    >
      {badge_service ? (
        <KeyValues
          items={[
            {
              label: "State",
              value: expired ? (
                <Status status="rejected" words="Connection ended" />
              ) : (
                <Status status="completed" words="Connected" />
              ),
            },
            { label: "Region", value: badgrRegions[badge_service.region].name },
            expired
              ? { label: "Ended on", value: date(badge_service.expired_on ?? "") }
              : { label: "Connected on", value: date(badge_service.connected_on) },
          ]}
        />
      ) : (
        <Box color="text-body-secondary">Not connected. Credentials work without it but don’t award Badgr badges.</Box>
      )}
      {expired ? (
        <Box variant="p" margin={{ top: "s" }}>
          The account no longer accepts our connection. Its password may have changed. Badges earned in the meantime are
          awarded when you reconnect.
        </Box>
      ) : null}
      {leaving ? <Leave organization={organization} onClose={() => setLeaving(false)} /> : null}
    </Panel>
  );
}

function Leave({ organization, onClose }: { readonly organization: Organization; readonly onClose: () => void }) {
  const { organization_id, name } = organization;
  return (
    <ConfirmDialog
      title={`Disconnect ${name} from Badgr?`}
      confirm="Disconnect"
      destructive
      onConfirm={async () => {
        await Promise.all([write(api.badgr.disconnect, { organization_id }), pause()]);
        flash("success", "Badge account disconnected successfully");
      }}
      onClose={onClose}
    >
      <Box variant="p">
        Badge pages and badge settings will be hidden. Awarded badges aren’t affected. Badges earned from now on are
        awarded when you reconnect an account.
      </Box>
    </ConfirmDialog>
  );
}
