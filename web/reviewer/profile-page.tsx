import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { ReviewerProfile } from "../content/reviewer/profile-card.tsx";
import { useSession } from "../session/session.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";

/** `/reviewerProfile/:id`: a reviewer as organizations see them; one's own with the ways to change it. */
export function Page() {
  const { id } = useParams();
  const { organization_id, role, user } = useSession();
  const own = role === "reviewer" && id === user.user_id;
  const { data: info } = useSuspenseQuery(
    api.reviewer.readInfo.query({ organization_id, ...(id && !own ? { user_id: id } : {}) }),
  );
  return (
    <>
      <PageHeader
        title={own ? "Your reviewer profile" : "Reviewer profile"}
        {...(own && { description: "This is how organizations see you." })}
        back={
          own
            ? { to: paths.profile, text: "Your profile" }
            : { to: paths.createCredentialStep(0), text: "Back", returns: true }
        }
      />
      <ReviewerProfile
        profile={info}
        badge={role === "admin" || role === "issuer" ? "state" : "verified"}
        {...(own && {
          edit: {
            person: { to: paths.editProfileAsReviewer, backTo: paths.reviewerProfile(info.user_id) },
            about: paths.editReviewerProfile,
            skills: paths.completeApplication,
          },
        })}
      />
    </>
  );
}
