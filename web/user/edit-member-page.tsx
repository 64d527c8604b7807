import Alert from "@cloudscape-design/components/alert";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { invitableRoles, roleIds, roleOf } from "../../shared/permissions.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { type RoleChoice, roleChoices, roleName, roleOfChoice } from "../ui/look/role-names.ts";
import { MemberFactor } from "./member-factor.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** `/users/:id/edit` and `/organizations/:organizationId/users/:userId/edit`: a member, by an admin or superadmin. */
export function Page() {
  const { id, organizationId, userId } = useParams();
  const session = useSession();
  const organization_id = organizationId ?? session.organization_id;
  const user_id = userId ?? id ?? "";
  const go = useNavigate();
  const back = session.role === "superadmin" ? paths.organizationUsers(organization_id) : paths.users;
  const { data: profile } = useSuspenseQuery(api.user.readProfile.query({ organization_id, user_id }));
  const mayChooseRole = session.role === "admin" || session.role === "superadmin";
  const custom = useQuery({
    ...api.organization.listRoles.query({ organization_id, limit: 100 }),
    enabled: mayChooseRole && session.can(api.organization.listRoles),
  });
  const held = profile.role_id ? `${roleIds.custom}:${profile.role_id}` : String(profile.role ?? "");
  const choices = withHeld(
    roleChoices(session.role ? invitableRoles(session.role) : [], custom.data?.roles ?? []),
    held,
    roleName(profile.role ?? 0, profile.role_name),
  );
  return (
    <SpaceBetween size="l">
      <ProfileForm
        header={
          <PageHeader
            title={`Edit ${fullName(profile)}`}
            description={profile.email}
            back={{ to: back, text: "Users" }}
          />
        }
        profile={profile}
        {...(mayChooseRole ? { role: held } : {})}
        more={(role) => ({ organization_id, user_id, ...(role && roleOfChoice(role)) })}
        onDone={() => void go(back)}
        onCancel={() => void go(back)}
      >
        {mayChooseRole && roleOf(profile.role) ? <SelectField name="role" label="Role" choices={choices} /> : null}
        {profile.editable ? null : (
          <Alert type="info">
            This user belongs to other organizations too, so you can’t change their name, phone, or photo.
          </Alert>
        )}
      </ProfileForm>
      {profile.factor ? (
        <MemberFactor organization_id={organization_id} profile={profile} factor={profile.factor} />
      ) : null}
    </SpaceBetween>
  );
}

/** The role somebody holds is always among the choices, even where it may not be given. */
function withHeld(choices: readonly RoleChoice[], held: string, label: string): readonly RoleChoice[] {
  return held === "" || choices.some(({ value }) => value === held) ? choices : [{ value: held, label }, ...choices];
}
