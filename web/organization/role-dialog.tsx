import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod";
import type { OrganizationRole } from "../../shared/organization/organization.ts";
import { roleFields } from "../../shared/organization/role.ts";
import { actionSentences, customRolesMax } from "../../shared/organization/rules.ts";
import { type Action, actions, bringing } from "../../shared/permissions.ts";
import type { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { useTheirs, wordsForFollowing } from "../ui/forms/follow-stored.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { useField } from "../ui/forms/use-field.ts";

const Values = z.object(roleFields);
type Values = z.input<typeof Values>;

/** Creates a custom role, or changes `role`, as it is by then. */
export function RoleDialog({
  organization_id,
  role: opened,
  onClose,
}: {
  readonly organization_id: string;
  readonly role?: OrganizationRole | undefined;
  readonly onClose: () => void;
}) {
  const { data } = useQuery({
    ...api.organization.listRoles.query({ organization_id, limit: customRolesMax }),
    enabled: opened !== undefined,
  });
  const role = data?.roles.find(({ role_id }) => role_id === opened?.role_id) ?? opened;
  const shared = {
    schema: Values,
    values: { name: role?.name ?? "", role_perms: role?.role_perms ?? [] } as Values,
    cancel: "Cancel",
    onCancel: onClose,
    guarded: false,
    /** A failure of ours, not of what was typed: the dialog says so and keeps everything. */
    explain: (error: ApiError) =>
      error.status >= 500
        ? `We couldn’t ${role ? "save" : "create"} the role. Your changes are still here. Try again in a moment.`
        : wordsForFollowing(error),
  };
  const done = (name: string) => {
    flash("success", role ? `${name} was updated. It applies right away.` : `${name} was created.`);
    onClose();
  };
  const fields = (
    <SpaceBetween size="l">
      <TextField name="name" label="Name" lengthMax={30} placeholder="Course assistant" autoComplete="off" stretch />
      <ActionsField organization_id={organization_id} />
    </SpaceBetween>
  );
  return (
    <FormDialog title={role ? `Edit ${role.name}` : "Create role"} onClose={onClose}>
      {role ? (
        <CallForm
          {...shared}
          follows
          send={api.organization.updateRole}
          submit="Save"
          toInput={(values) => ({ ...values, organization_id, role_id: role.role_id, version: role.version })}
          onDone={(answer) => done(answer.name)}
        >
          {fields}
        </CallForm>
      ) : (
        <CallForm
          {...shared}
          send={api.organization.createRole}
          submit="Create role"
          toInput={(values) => ({ ...values, organization_id })}
          onDone={(answer) => done(answer.name)}
        >
          {fields}
        </CallForm>
      )}
    </FormDialog>
  );
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** The actions of a role, each with what it allows. */
function ActionsField({ organization_id }: { readonly organization_id: string }) {
  const { value = [], set, error, ref } = useField<readonly Action[] | undefined>({ name: "role_perms" });
  const known = useQuery(api.organization.readPermissions.query({ organization_id }));
  const sentences =
    known.data?.permissions ?? actions.map((action) => ({ action, description: actionSentences[action] }));
  const label = useId();
  const warning = useTheirs("role_perms", (theirs) => list.format(theirs as readonly Action[]));
  return (
    <FormField label={<span id={label}>Permissions</span>} errorText={error} warningText={warning} stretch>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second legend */}
      <div role="group" aria-labelledby={label}>
        <SpaceBetween size="s">
          {sentences.map(({ action, description }, at) => {
            const carriers = bringing(action, value);
            const follows = carriers.length > 0;
            return (
              <Checkbox
                key={action}
                {...(at === 0 && { ref })}
                checked={value.includes(action) || follows}
                disabled={follows}
                description={follows ? `${description}. Comes with ${list.format(carriers)}.` : description}
                onChange={({ detail }) =>
                  set(actions.filter((each) => (each === action ? detail.checked : value.includes(each))))
                }
              >
                {action}
              </Checkbox>
            );
          })}
        </SpaceBetween>
      </div>
    </FormField>
  );
}
