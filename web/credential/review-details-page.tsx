import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api } from "../api/client.ts";
import { paths } from "../app/paths.ts";
import { useSession } from "../app/session.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { JobPost, ReviewerNotes } from "./job-post.tsx";

/** `/reviews/:id/reviewDetails`: how a credential is reviewed, which is its notes and its job description alone. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: credential } = useSuspenseQuery(api.credential.read.query({ organization_id, credential_id: id }));
  return (
    <div className="credential-page">
      <PageHeader
        title={credential.title}
        description="How this credential is reviewed"
        back={{ to: paths.credential(credential.organization_id, id), text: "The whole credential" }}
      />
      <SpaceBetween size="l">
        <ReviewerNotes criteria={credential.reviewer_criteria} />
        <JobPost criteria={credential.reviewer_criteria} review_time={credential.review_time} pay={credential} />
      </SpaceBetween>
    </div>
  );
}
