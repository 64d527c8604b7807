import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { OrganizationForm } from "./organization-form.tsx";

/** Create an organization (superadmin). */
export function Page() {
  return (
    <OrganizationForm
      header={<PageHeader title="Create organization" back={{ to: paths.organizations, text: "Organizations" }} />}
      send={api.organization.create}
      toInput={(fields) => fields}
      submit="Add"
      success="Organization created."
      onDone={paths.organizations}
      onCancel={paths.organizations}
    />
  );
}
