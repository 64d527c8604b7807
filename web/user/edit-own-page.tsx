import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { refreshUser } from "../session/session-store.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** `/edit-profile` (a reviewer's is `/edit-Profile`): one's own name, phone and picture; then to where `backTo` says. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const { backTo = paths.profile } = (useLocation().state ?? {}) as { readonly backTo?: string };
  const within = organization_id ? { organization_id } : {};
  const { data: profile } = useSuspenseQuery(api.user.readProfile.query(within));
  return (
    <ProfileForm
      header={
        <PageHeader
          title="Edit your profile"
          back={backTo === paths.profile ? { to: backTo, text: "Your profile" } : { to: backTo, text: "Back" }}
        />
      }
      profile={profile}
      more={() => ({ ...within, isSelfProfileUpdate: true })}
      onDone={({ first_name, last_name, image, phone }) => {
        refreshUser({ first_name, last_name, image, phone });
        void go(backTo);
      }}
      onCancel={() => void go(backTo)}
    />
  );
}
