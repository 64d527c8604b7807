import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ReviewerProfile } from "./profile-card.tsx";

/** `/reviewerProfile/:id`: a reviewer as organizations see them. */
export function Page() {
  const { id } = useParams();
  const { organization_id, role } = useSession();
  const { data: info } = useSuspenseQuery(
    api.reviewer.readInfo.query({ organization_id, ...(id && role !== "reviewer" ? { user_id: id } : {}) }),
  );
  return (
    <>
      <PageHeader
        title="Reviewer profile"
        {...(role === "reviewer" ? {} : { back: { to: paths.createCredentialStep(0), text: "Back", returns: true } })}
      />
      <ReviewerProfile profile={info} />
    </>
  );
}
