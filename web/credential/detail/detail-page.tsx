import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { Credential, Section } from "../../../shared/credential/credential.ts";
import {
  type CredentialPart,
  editableParts,
  mayCopy,
  mayDecide,
  mayRemove,
  mayRemoveSection,
} from "../../../shared/credential/rules.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import { JobPost, ReviewerNotes } from "../../content/credential/job-post.tsx";
import { credentialQuery, loadCredential } from "../../content/credential/load.ts";
import { useSession } from "../../session/session.tsx";
import { Avatar } from "../../ui/look/pictures/avatar.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { AuthorCard } from "../author-card.tsx";
import { CopyDialog, RemoveDialog, RemoveSectionDialog } from "../copy-and-remove.tsx";
import { CredentialContent, type EditLink } from "../credential-content.tsx";
import { CredentialHeader } from "../credential-header.tsx";
import { opensInWizard, ownDecision, viewerOf } from "../viewer.ts";
import "../../content/credential/credential.css";
import { Panel } from "../../ui/look/panel.tsx";

const SinceRejection = lazy(() => import("./since-rejection.tsx"));
const DecideDialog = lazy(() => import("../decide-dialog.tsx"));
const EditSection = lazy(() => import("./edit-section.tsx"));
const EditTitleAndPrice = lazy(() => import("./edit-title-and-price.tsx"));
const EditableNotes = lazy(async () => ({ default: (await import("./editable-notes.tsx")).EditableNotes }));

const stepOf: Readonly<Record<CredentialPart, number>> = {
  details: 0,
  sections: 1,
  criteria: 2,
  reviewers: 3,
  price: 4,
};

export const load = loadCredential;

const backOf = {
  superadmin: { to: paths.home, text: "Organizations" },
  admin: { to: paths.credentials, text: "Credentials" },
  issuer: { to: paths.credentials, text: "Credentials" },
  publisher: { to: paths.credentials, text: "Credentials" },
  custom: { to: paths.credentials, text: "Credentials" },
  reviewer: { to: paths.assignedCredentials, text: "Assigned credentials" },
} as const;

/** `/credential/details/:org_id/:id` and a reviewer's `/assignedCredentials/…`: one credential as who writes, decides on or reviews it sees it. */
export function Page() {
  const { id = "" } = useParams();
  const session = useSession();
  const go = useNavigate();
  const { data: credential } = useSuspenseQuery(credentialQuery(session.organization_id, id));
  const role = session.role as keyof typeof backOf;
  const back = backOf[role];
  return (
    <div className="credential-page">
      <Link className="back-link" to={back.to}>
        ← {back.text}
      </Link>
      {role === "reviewer" ? (
        <SpaceBetween size="l">
          <CredentialHeader
            credential={credential}
            actions={
              credential.reviewer_criteria?.calibration === "required" ? (
                <Button onClick={() => void go(paths.practice(id))}>Practice</Button>
              ) : undefined
            }
          />
          <ReviewerNotes criteria={credential.reviewer_criteria} />
          <JobPost criteria={credential.reviewer_criteria} review_time={credential.review_time} pay={credential} />
          <CredentialContent credential={credential} />
        </SpaceBetween>
      ) : (
        <ForStaff credential={credential} />
      )}
    </div>
  );
}

function ForStaff({ credential }: { readonly credential: Credential }) {
  const session = useSession();
  const go = useNavigate();
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<"approve" | "reject">();
  const [changing, setChanging] = useState<"copy" | "remove">();
  const [removing, setRemoving] = useState<Section>();
  const { organization_id, credential_id, status, step, title, version, feedback, rejected } = credential;
  const viewer = viewerOf(session, credential);
  const parts = viewer ? editableParts(viewer, status) : [];
  const linked = status === "draft" || status === "submitted";
  const wizard = (at: number) => paths.editCredentialStep(organization_id, credential_id, at);
  const edit: EditLink = (part, what) =>
    linked && parts.includes(part) ? (
      <Link className="edit-link" to={wizard(stepOf[part])} aria-label={`Edit ${what}`}>
        Edit
      </Link>
    ) : undefined;
  const canRename = parts.includes("details");
  const canPrice = parts.includes("price");
  const decides = viewer !== undefined && status === "submitted" && session.can(api.credential.approve);
  const decisionReason = viewer && !mayDecide(viewer) ? { disabledReason: ownDecision } : {};
  const here = session.role !== "issuer" && linked;
  const notesHere = here && parts.includes("criteria");
  const sectionEditor =
    here && parts.includes("sections")
      ? (section_id: string, close: () => void) => (
          <Suspense fallback={null}>
            <EditSection credential={credential} section_id={section_id} onClose={close} />
          </Suspense>
        )
      : undefined;

  const actions = (
    <div className="credential-actions">
      {decides ? (
        <>
          <Button
            variant="primary"
            {...decisionReason}
            disabled={!mayDecide(viewer)}
            onClick={() => setAsked("approve")}
          >
            Approve
          </Button>
          <Button {...decisionReason} disabled={!mayDecide(viewer)} onClick={() => setAsked("reject")}>
            Reject
          </Button>
        </>
      ) : null}
      {opensInWizard(viewer, credential) ? (
        <Button variant="primary" onClick={() => void go(wizard(status === "draft" ? Math.min(step + 1, 5) : 0))}>
          {status === "draft" ? "Continue draft" : "Edit and publish again"}
        </Button>
      ) : null}
      {canRename || canPrice ? <Button onClick={() => setEditing(true)}>Edit</Button> : null}
      {viewer && mayCopy(viewer) ? <Button onClick={() => setChanging("copy")}>Copy</Button> : null}
      {viewer && mayRemove(viewer, status) ? <Button onClick={() => setChanging("remove")}>Delete draft</Button> : null}
      {session.role === "admin" ? (
        <Button onClick={() => void go(paths.reviewDetails(credential_id))}>Review details</Button>
      ) : null}
      {viewer &&
      session.can(api.calibration.listAnchors) &&
      credential.reviewer_criteria?.calibration === "required" ? (
        <Button onClick={() => void go(paths.credentialAnchors(credential_id))}>Anchors</Button>
      ) : null}
      {session.can(api.credential.listApplicants) && credential.revision > 0 ? (
        <Button onClick={() => void go(paths.credentialApplicants(credential_id))}>Applicants</Button>
      ) : null}
    </div>
  );
  const header = <CredentialHeader credential={credential} actions={actions} />;
  return (
    <SpaceBetween size="l">
      {feedback && status === "rejected" ? (
        <Alert type="warning" header="This credential was rejected">
          <RichText html={feedback} />
        </Alert>
      ) : null}
      {rejected && status === "submitted" ? (
        <Suspense fallback={null}>
          <SinceRejection credential={credential} rejected={rejected} />
        </Suspense>
      ) : null}
      {editing ? (
        <Suspense fallback={header}>
          <EditTitleAndPrice
            credential={credential}
            parts={{ title: canRename, price: canPrice }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : (
        header
      )}
      <CredentialContent
        credential={credential}
        edit={edit}
        sectionEditor={sectionEditor}
        onRemoveSection={here && viewer && mayRemoveSection(viewer, status) ? setRemoving : undefined}
      />
      <JobPost
        criteria={credential.reviewer_criteria}
        review_time={credential.review_time}
        pay={credential}
        edit={edit("criteria", "job description")}
      />
      {notesHere ? (
        <Suspense fallback={<ReviewerNotes criteria={credential.reviewer_criteria} />}>
          <EditableNotes credential={credential} />
        </Suspense>
      ) : (
        <ReviewerNotes criteria={credential.reviewer_criteria} edit={edit("criteria", "notes for reviewers")} />
      )}
      <Reviewers
        credential={credential}
        edit={
          edit("reviewers", "reviewers") ??
          (parts.includes("reviewers") ? (
            <Link className="edit-link" to={paths.credentialReviewers(credential_id)}>
              Change reviewers
            </Link>
          ) : undefined)
        }
      />
      {credential.author ? <AuthorCard author={credential.author} /> : null}
      {feedback && (status === "published" || status === "closed") ? (
        <Panel title="Feedback on approval">
          <RichText html={feedback} />
        </Panel>
      ) : null}
      {changing === "copy" ? <CopyDialog credential={credential} onClose={() => setChanging(undefined)} /> : null}
      {changing === "remove" ? (
        <RemoveDialog
          credential={credential}
          onDone={() => void go(paths.credentials)}
          onClose={() => setChanging(undefined)}
        />
      ) : null}
      {removing ? (
        <RemoveSectionDialog credential={credential} section={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
      {asked ? (
        <Suspense fallback={null}>
          <DecideDialog
            what={asked}
            credential={{ organization_id, credential_id, title, version }}
            onClose={() => setAsked(undefined)}
            onDone={() => void go(paths.credentials)}
          />
        </Suspense>
      ) : null}
    </SpaceBetween>
  );
}

function Reviewers({ credential, edit }: { readonly credential: Credential; readonly edit: ReactNode }) {
  const reviewers = credential.reviewers ?? [];
  return (
    <Panel title="Reviewers" counter={`(${reviewers.length})`} actions={edit}>
      {reviewers.length === 0 ? (
        <p>No reviewers yet.</p>
      ) : (
        <ul className="credential-people">
          {reviewers.map(({ user_id, image, title, ...reviewer }) => (
            <li key={user_id}>
              <Avatar src={image} of={fullName(reviewer)} size={40} />
              <span>
                <Link to={paths.reviewerProfile(user_id)}>{fullName(reviewer)}</Link>
                <span className="credential-facts">{title}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
