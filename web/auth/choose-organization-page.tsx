import { Navigate, useSearchParams } from "react-router";
import { roleOf } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useSession } from "../session/session.tsx";
import { selectOrganization, signOut } from "../session/session-store.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Picture } from "../ui/look/pictures/picture.tsx";
import { safePath } from "./safe-path.ts";

const roleNames = {
  superadmin: "Super administrator",
  admin: "Admin",
  issuer: "Issuer",
  reviewer: "Reviewer",
  learner: "Learner",
  publisher: "Publisher",
  custom: "Member",
} as const;

/** People of several organizations choose the one to work in, and go on to where they wanted. */
export function Page() {
  const { user, role } = useSession();
  const [query] = useSearchParams();
  const next = safePath(query.get("next")) ?? paths.home;
  if (role && user.organizations.length < 2) return <Navigate to={next} replace />;
  return (
    <section className="light-card light-wide">
      <h1>Choose an organization</h1>
      <p className="light-lead">You belong to several organizations. You can switch anytime in the top bar.</p>
      <ul className="choice-list">
        {user.organizations.map(({ organization_id, organization_name, role, role_name, logo, archived }) => (
          <li key={organization_id}>
            <button type="button" onClick={() => selectOrganization(organization_id, next)}>
              <Picture src={logo} alt="" width={48} />
              <span>
                <b>{organizationNameShown(organization_name)}</b>
                <br />
                {role_name ?? roleNames[roleOf(role) ?? "custom"]}
                {archived ? " · Archived" : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="light-actions">
        <LightButton onClick={() => void signOut()}>Logout</LightButton>
      </p>
    </section>
  );
}
