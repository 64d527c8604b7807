import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router";
import type { Organization } from "../../shared/organization/organization.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { refreshOrganization } from "../session/session-store.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { OrganizationForm } from "./organization-form.tsx";

/** `/adminAccountDetails`: a new admin completes the organization, then invites people. */
export function Page() {
  const { organization_id } = useSession();
  if (!organization_id) return <Navigate to={paths.organizations} replace />;
  return <Account organization_id={organization_id} />;
}

function Account({ organization_id }: { readonly organization_id: string }) {
  const go = useNavigate();
  const { data: organization } = useSuspenseQuery(api.organization.read.query({ organization_id }));
  const header = (
    <PageHeader
      title="Complete your account"
      description={
        organization.is_set_up
          ? `This is how ${organization.name} appears to learners and on every certificate. Fix anything that’s wrong, or skip to the next step.`
          : "This is how your organization appears to learners and on every certificate."
      }
    />
  );
  const next = {
    submit: "Save and continue",
    onDone: (saved: Organization) => {
      refreshOrganization(saved);
      void go(paths.addInvitation);
    },
    failure: "Failed to update organization",
    header,
  } as const;
  if (!organization.is_set_up) {
    return (
      <OrganizationForm
        {...next}
        send={api.organization.setUp}
        organization={organization}
        toInput={(fields) => ({ ...fields, organization_id })}
      />
    );
  }
  return (
    <OrganizationForm
      {...next}
      cancel="Skip"
      onCancel={paths.addInvitation}
      send={api.organization.update}
      organization={organization}
      toInput={(fields) => ({ ...fields, organization_id, isFromAdmin: true, version: organization.version })}
    />
  );
}
