import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { ConnectionSection } from "../content/badgr/connection-section.tsx";
import { useSession } from "../session/session.tsx";
import { refreshOrganization } from "../session/session-store.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { useReturn } from "../ui/use-return.ts";
import { CalendarSection } from "./calendar-section.tsx";
import { FactorSection } from "./factor-section.tsx";
import { OrganizationForm, OrganizationView } from "./organization-form.tsx";
import { setChecklist, useChecklistState } from "./set-up-checklist.tsx";

/** `/organizationDetails`: every member reads it; an admin edits it in place, and Cancel loads it afresh; others' goes back. */
export function Page() {
  const { organization_id, role, can } = useSession();
  const [editing, setEditing] = useState(false);
  const back = useReturn(paths.home);
  const { data: organization, refetch } = useSuspenseQuery(api.organization.read.query({ organization_id }));
  const checklist = useChecklistState(organization_id);
  const header = (
    <PageHeader
      title="Organization details"
      actions={
        checklist === "put away" ? (
          <Button onClick={() => setChecklist(organization_id, undefined)}>Show the setup checklist again</Button>
        ) : undefined
      }
    />
  );

  if (!editing) {
    return (
      <>
        {header}
        <SpaceBetween size="l">
          <OrganizationView
            organization={organization}
            onEdit={can(api.organization.update) ? () => setEditing(true) : undefined}
            onCancel={role === "admin" ? undefined : back}
          />
          {can(api.organization.saveCalendar) ? <CalendarSection organization_id={organization_id} /> : null}
          {can(api.organization.requireFactor) ? <FactorSection organization={organization} /> : null}
          {can(api.badgr.login) ? <ConnectionSection organization={organization} /> : null}
        </SpaceBetween>
      </>
    );
  }
  return (
    <OrganizationForm
      header={header}
      send={api.organization.update}
      organization={organization}
      toInput={(fields) => ({ ...fields, organization_id, isFromAdmin: true, version: organization.version })}
      submit="Save"
      success="Your Changes Saved Successfully."
      onDone={(saved) => {
        refreshOrganization(saved);
        setEditing(false);
      }}
      onCancel={() => {
        void refetch();
        setEditing(false);
      }}
    />
  );
}
