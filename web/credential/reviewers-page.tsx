import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import * as z from "zod";
import type { Credential } from "../../shared/credential/credential.ts";
import { editableParts } from "../../shared/credential/rules.ts";
import { ReviewersStep } from "../../shared/credential/steps.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { credentialQuery, loadCredential } from "../content/credential/load.ts";
import { useSession } from "../session/session.tsx";
import { CallForm } from "../ui/forms/call-form.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { ReviewerCards } from "./reviewer-cards.tsx";
import { viewerOf } from "./viewer.ts";

const schema = z.object({ assigned_reviewers: ReviewersStep });

export const load = loadCredential;

/** `/credential/:id/reviewers`: who reviews a credential, also once it is published or closed. */
export function Page() {
  const { id = "" } = useParams();
  const session = useSession();
  const { data: credential } = useSuspenseQuery(credentialQuery(session.organization_id, id));
  const back = paths.credentialDetails(credential.organization_id, credential.credential_id);
  const viewer = viewerOf(session, credential);
  if (!viewer || !editableParts(viewer, credential.status).includes("reviewers")) return <Navigate replace to={back} />;
  return <Reviewers credential={credential} back={back} />;
}

function Reviewers({ credential, back }: { readonly credential: Credential; readonly back: string }) {
  const go = useNavigate();
  const session = useSession();
  const { organization_id, credential_id, title } = credential;
  // as the form was filled: whom somebody else adds or removes meanwhile is left alone
  const [before] = useState(() => credential.assigned_reviewers ?? []);
  return (
    <CallForm
      header={
        <PageHeader
          title="Reviewers"
          description="Reviewers you add can see open jobs within minutes, and reviewers you remove lose them. Accepted jobs stay with their reviewer. To reassign one, go to Applicants."
          back={{ to: back, text: title }}
        />
      }
      send={api.credential.assignReviewers}
      schema={schema}
      values={{ assigned_reviewers: [...before] }}
      toInput={({ assigned_reviewers: after }) => ({
        organization_id,
        credential_id,
        add: after.filter((user_id) => !before.includes(user_id)),
        remove: before.filter((user_id) => !after.includes(user_id)),
      })}
      fieldOf={(name) => (name === "add" ? "assigned_reviewers" : name)}
      submit="Save reviewers"
      success="Reviewers saved."
      onCancel={back}
      onDone={back}
    >
      <ReviewerCards
        credential_id={credential_id}
        organization_id={organization_id}
        skills={credential.reviewer_criteria?.skills}
        ifNone={{
          title: "No reviewers in this category yet",
          text: "Approve reviewer applications first.",
          action: session.can(api.reviewer.listApplications) ? (
            <Button formAction="none" onClick={() => void go(paths.reviewerApplications)}>
              View reviewer applications
            </Button>
          ) : undefined,
        }}
      />
    </CallForm>
  );
}
