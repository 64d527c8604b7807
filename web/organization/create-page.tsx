import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import type { Arrival } from "./list-page.tsx";
import { OrganizationForm } from "./organization-form.tsx";

/** Create an organization (superadmin). The list then leads to inviting its admin. */
export function Page() {
  const go = useNavigate();
  return (
    <OrganizationForm
      header={<PageHeader title="Create organization" back={{ to: paths.organizations, text: "Organizations" }} />}
      send={api.organization.create}
      toInput={(fields) => fields}
      submit="Add"
      success="Organization created."
      onDone={({ organization_id, name }) =>
        void go(paths.organizations, { state: { created: { organization_id, name } } satisfies Arrival })
      }
      onCancel={paths.organizations}
    />
  );
}
