import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Textarea from "@cloudscape-design/components/textarea";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { InputOf } from "../../shared/http/call.ts";
import type { decideApplication } from "../../shared/reviewer/calls.ts";
import { api } from "../api/client.ts";
import { flash } from "../app/flash.ts";
import { paths } from "../app/paths.ts";
import { useSession } from "../app/session.tsx";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { dateTime } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Status } from "../ui/status.tsx";
import { ReviewerProfile } from "./profile-card.tsx";

type Decision = InputOf<typeof decideApplication>["status"];

const wording = {
  accepted: { title: "Approve", text: "The reviewer can accept jobs at once and is told by mail." },
  rejected: { title: "Reject", text: "The reviewer reads your reason and may apply once more." },
  suspended: { title: "Suspend", text: "The reviewer keeps accepted jobs but cannot accept new ones." },
} as const;

/** `/reviewerApplicationsDetails?user_id=`: the whole profile with its files, and the decision. */
export function Page() {
  const [query] = useSearchParams();
  const user_id = query.get("user_id");
  return user_id ? <Application user_id={user_id} /> : <Navigate to={paths.reviewerApplications} replace />;
}

function Application({ user_id }: { readonly user_id: string }) {
  const { organization_id, role } = useSession();
  const { data: application } = useSuspenseQuery(api.reviewer.readApplication.query({ organization_id, user_id }));
  const [asked, setAsked] = useState<Decision>();
  const waiting = application.status === "active" || application.status === "resubmitted";
  return (
    <>
      <PageHeader
        title={`Application of ${application.first_name} ${application.last_name}`}
        description={
          <SpaceBetween direction="horizontal" size="s">
            <Status status={application.status} />
            <span>
              {waiting
                ? `${application.late ? "Late: was due" : "Due"} ${dateTime(application.due_on)}`
                : `Decided ${dateTime(application.decided_on)}`}
            </span>
          </SpaceBetween>
        }
        back={{ to: paths.reviewerApplications, text: "Reviewer applications" }}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            {waiting ? (
              <>
                <Button onClick={() => setAsked("rejected")}>Reject</Button>
                <Button variant="primary" onClick={() => setAsked("accepted")}>
                  Approve
                </Button>
              </>
            ) : null}
            {application.status === "accepted" && role === "admin" ? (
              <Button onClick={() => setAsked("suspended")}>Suspend</Button>
            ) : null}
          </SpaceBetween>
        }
      />
      <SpaceBetween size="l">
        {application.reason ? (
          <Alert type="info" header="Reason of the last decision">
            {application.reason}
          </Alert>
        ) : null}
        <ReviewerProfile
          shownAs="application"
          profile={{ ...application, title: application.professionalTitle, skills_ext: application.skills }}
        />
      </SpaceBetween>
      {asked ? <Decide user_id={user_id} status={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

function Decide({
  user_id,
  status,
  onClose,
}: {
  readonly user_id: string;
  readonly status: Decision;
  readonly onClose: () => void;
}) {
  const { organization_id } = useSession();
  const decide = useMutation(api.reviewer.decideApplication.mutation());
  const [reason, setReason] = useState("");
  const { title, text } = wording[status];
  return (
    <ConfirmDialog
      title={`${title} this reviewer?`}
      confirm={title}
      onConfirm={async () => {
        await decide.mutateAsync({ organization_id, user_id, status, reason });
        flash("success", status === "accepted" ? "Reviewer approved." : `Reviewer ${status}.`);
      }}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <span>{text}</span>
        {status === "accepted" ? null : (
          <FormField label="Reason" description="Told to the reviewer.">
            <Textarea value={reason} rows={4} onChange={({ detail }) => setReason(detail.value)} />
          </FormField>
        )}
      </SpaceBetween>
    </ConfirmDialog>
  );
}
