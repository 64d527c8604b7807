import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import * as z from "zod";
import type { Organization } from "../../shared/organization/organization.ts";
import { roleIds } from "../../shared/permissions.ts";
import { api } from "../api/client.ts";
import { refreshOrganization } from "../session/session-store.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { MultiselectField } from "../ui/forms/select-fields.tsx";
import { KeyValues } from "../ui/look/key-values.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { roleName } from "../ui/look/role-names.ts";

const { superadmin: _, ...members } = roleIds;
const choices = Object.values(members).map((role) => ({ value: role, label: roleName(role) }));
const Fields = z.object({ factor_roles: z.array(z.number()) });

/** Of which roles an organization requires two-step sign-in; for its admins. */
export function FactorSection({ organization }: { readonly organization: Organization }) {
  const [editing, setEditing] = useState(false);
  const { organization_id, version, factor_roles = [] } = organization;
  const close = () => setEditing(false);
  return (
    <Panel
      title="Required two-step sign-in"
      description="Members with these roles can’t do anything here until they turn on two-step sign-in."
      actions={editing ? undefined : <Button onClick={() => setEditing(true)}>Edit required roles</Button>}
    >
      {editing ? (
        <CallForm
          follows
          send={api.organization.requireFactor}
          schema={Fields}
          values={{ factor_roles }}
          toInput={(fields) => ({ ...fields, organization_id, version })}
          submit="Save required roles"
          success="Required roles saved."
          onDone={(saved) => {
            refreshOrganization(saved);
            close();
          }}
          onCancel={close}
        >
          <MultiselectField name="factor_roles" label="Roles" choices={choices} />
        </CallForm>
      ) : (
        <KeyValues
          items={[{ label: "Roles", value: factor_roles.map((role) => roleName(role)).join(", ") || "None" }]}
        />
      )}
    </Panel>
  );
}
