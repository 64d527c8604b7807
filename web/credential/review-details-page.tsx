import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { JobPost, ReviewerNotes } from "../content/credential/job-post.tsx";
import { useSession } from "../session/session.tsx";
import { CredentialHeader } from "./credential-header.tsx";

/** `/reviews/:id/reviewDetails`: how a credential is reviewed, which is its notes and its job description below its header. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: credential } = useSuspenseQuery(api.credential.read.query({ organization_id, credential_id: id }));
  return (
    <>
      <Link className="back-link" to={paths.credentialDetails(credential.organization_id, id)}>
        ← Full credential
      </Link>
      <SpaceBetween size="l">
        <CredentialHeader credential={credential} />
        <ReviewerNotes criteria={credential.reviewer_criteria} />
        <JobPost criteria={credential.reviewer_criteria} review_time={credential.review_time} pay={credential} />
      </SpaceBetween>
    </>
  );
}
