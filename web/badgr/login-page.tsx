import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { badgrRegions } from "../../shared/badgr/badgr.ts";
import { login } from "../../shared/badgr/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { CallForm } from "../ui/call-form.tsx";
import { PasswordField, TextField } from "../ui/fields.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SelectField } from "../ui/select-fields.tsx";

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
          description={`With the account that awards the badges of ${organization?.organization_name ?? "your organization"}.`}
          back={{ to: paths.organizationDetails, text: "Organization details" }}
        />
      }
    >
      <Container
        header={
          <Header
            variant="h2"
            description="The password is exchanged once for a connection and is kept nowhere. You can end the connection at any time."
          >
            Your Badgr account
          </Header>
        }
      >
        <SpaceBetween size="l">
          <SelectField
            name="region"
            label="Region"
            constraint="An account lives in one region: the one whose address you sign in at."
            choices={regions}
          />
          <TextField name="username" label="Email of the account" type="email" autoComplete="off" />
          <PasswordField
            name="password"
            label="Password of the account"
            autoComplete="current-password"
            constraint="Accounts that sign in through another service, or with a second step, cannot be connected by a password."
          />
        </SpaceBetween>
      </Container>
    </CallForm>
  );
}
