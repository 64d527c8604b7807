import SpaceBetween from "@cloudscape-design/components/space-between";
import { login } from "../../shared/badgr/calls.ts";
import { badgrRegions } from "../../shared/organization/badgr-connection.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { CallForm } from "../ui/forms/call-form.tsx";
import { PasswordField, TextField } from "../ui/forms/fields.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";

const regions = Object.entries(badgrRegions).map(([value, { name }]) => ({ value, label: name }));
const fields = login.input.pick({ username: true, password: true, region: true });

/** `/badgr/login`: an admin connects the organization to its account at the badge service. */
export function Page() {
  const { organization_id, organization } = useSession();
  return (
    <CallForm
      send={api.badgr.login}
      schema={fields}
      values={{ username: "", password: "", region: "us" }}
      toInput={(values) => ({ ...values, orgid: organization_id })}
      submit="Connect"
      success="Badge account connected successfully"
      onDone={paths.badgrBadges}
      onCancel={paths.organizationDetails}
      header={
        <PageHeader
          title="Connect the badge service"
          description={`Use the account that awards badges for ${organization?.organization_name ?? "your organization"}.`}
          back={{ to: paths.organizationDetails, text: "Organization details" }}
        />
      }
    >
      <Panel
        title="Your Badgr account"
        description="We use your password once to connect and never store it. You can disconnect anytime."
      >
        <SpaceBetween size="l">
          <SelectField
            name="region"
            label="Region"
            constraint="Choose the region whose website you use to sign in."
            choices={regions}
          />
          <TextField name="username" label="Account email" type="email" autoComplete="off" />
          <PasswordField
            name="password"
            label="Account password"
            autoComplete="current-password"
            constraint="Accounts that use single sign-on or two-step verification can’t connect with a password."
          />
        </SpaceBetween>
      </Panel>
    </CallForm>
  );
}
