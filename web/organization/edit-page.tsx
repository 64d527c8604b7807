import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { useReturn } from "../ui/use-return.ts";
import { OrganizationForm, OrganizationView } from "./organization-form.tsx";

/** `/organizations/:id` shows an organization, `/organizations/edit` changes the one named in the navigation's state. */
export function Page() {
  const { id } = useParams();
  const state = useLocation().state as { organization_id?: string } | null;
  const organization_id = id ?? state?.organization_id;
  if (!organization_id) return <Navigate to={paths.organizations} replace />;
  return <Organization organization_id={organization_id} editing={id === undefined} />;
}

function Organization({ organization_id, editing }: { readonly organization_id: string; readonly editing: boolean }) {
  const go = useNavigate();
  const { data: organization } = useSuspenseQuery(api.organization.read.query({ organization_id }));
  const back = { to: paths.organizations, text: "Organizations" };
  const leave = useReturn(paths.organizations);
  if (!editing) {
    return (
      <>
        <PageHeader
          title={organizationNameShown(organization.name)}
          back={back}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => void go(paths.organizationUsers(organization_id))}>Users</Button>
              <Button onClick={() => void go(paths.organizationRoles(organization_id))}>Roles and permissions</Button>
            </SpaceBetween>
          }
        />
        <OrganizationView
          organization={organization}
          title="Details"
          onEdit={() => void go(paths.editOrganization, { state: { organization_id } })}
        />
      </>
    );
  }
  return (
    <OrganizationForm
      header={<PageHeader title={organizationNameShown(organization.name)} back={back} />}
      send={api.organization.update}
      organization={organization}
      toInput={(fields) => ({ ...fields, organization_id, version: organization.version })}
      submit="Save"
      success="Your Changes Saved Successfully."
      onDone={paths.organizations}
      onCancel={leave}
    />
  );
}
