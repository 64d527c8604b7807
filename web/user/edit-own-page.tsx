import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { refreshUser, useSession } from "../app/session.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** `/edit-profile` (a reviewer's is `/edit-Profile`): one's own name, phone and picture. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const within = organization_id ? { organization_id } : {};
  const { data: profile } = useSuspenseQuery(api.user.readProfile.query(within));
  return (
    <ProfileForm
      header={<PageHeader title="Edit your profile" back={{ to: paths.profile, text: "Your profile" }} />}
      profile={profile}
      more={() => ({ ...within, isSelfProfileUpdate: true })}
      onDone={({ first_name, last_name, image, phone }) => {
        refreshUser({ first_name, last_name, image, phone });
        void go(paths.profile);
      }}
      onCancel={() => void go(paths.profile)}
    />
  );
}
