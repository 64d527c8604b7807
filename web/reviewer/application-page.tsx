import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { InputOf } from "../../shared/http/call.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { decideApplication } from "../../shared/reviewer/application-calls.ts";
import type { ReviewerApplicationRow } from "../../shared/reviewer/card.ts";
import { api } from "../api/client.ts";
import { ReviewerProfile } from "../content/reviewer/profile-card.tsx";
import { useSession } from "../session/session.tsx";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { dateTime, weekdayTime } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Status } from "../ui/look/status.tsx";
import { ApplicationHistory } from "./application-history.tsx";

type Decision = InputOf<typeof decideApplication>["status"];
const Fields = decideApplication.input.pick({ reason: true });

const wording = {
  accepted: {
    verb: "Approve",
    asks: (name: string) => `Approve ${name}’s application?`,
    text: "They can review for credentials that list them. We’ll email them.",
  },
  rejected: {
    verb: "Reject",
    asks: (name: string) => `Reject ${name}’s application?`,
    text: "They see your reason and can apply once more.",
  },
  suspended: {
    verb: "Suspend",
    asks: (name: string) => `Suspend ${name}?`,
    text: "They can’t accept new jobs and are removed from your credentials within minutes. We’ll notify the authors and flag credentials left without a reviewer. Accepted jobs stay with them unless you reassign them. You can reinstate them later.",
  },
  reinstated: {
    verb: "Reinstate",
    asks: (name: string) => `Reinstate ${name}?`,
    text: "They’re approved again, and we’ll email them. They aren’t added back to credentials automatically.",
  },
} as const;

const wantsReason = (status: Decision) => status === "rejected" || status === "suspended";

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
        title={`Application from ${fullName(application)}`}
        description={
          <>
            <Status status={application.status === "accepted" ? "approved" : application.status} /> ·{" "}
            <span>
              {waiting
                ? `${application.late ? "Overdue: was due" : "Due"} ${weekdayTime(application.due_on)}`
                : `Decided ${dateTime(application.decided_on)}`}
            </span>
          </>
        }
        back={{ to: paths.reviewerApplications, text: "Reviewer applications" }}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            {waiting ? (
              <SpaceBetween direction="horizontal" size="xs">
                <Button onClick={() => setAsked("rejected")}>Reject</Button>
                <Button variant="primary" onClick={() => setAsked("accepted")}>
                  Approve
                </Button>
              </SpaceBetween>
            ) : null}
            {application.status === "accepted" && role === "admin" ? (
              <Button onClick={() => setAsked("suspended")}>Suspend</Button>
            ) : null}
            {application.status === "suspended" && role === "admin" ? (
              <Button onClick={() => setAsked("reinstated")}>Reinstate</Button>
            ) : null}
          </SpaceBetween>
        }
      />
      <SpaceBetween size="l">
        {application.reason ? (
          <Alert type="info" header="Reason for the last decision">
            {application.reason}
          </Alert>
        ) : null}
        <ApplicationHistory organization_id={organization_id} user_id={user_id} />
        <ReviewerProfile
          shownAs="application"
          badge={application.status === "accepted" ? "verified" : "none"}
          profile={{ ...application, title: application.professionalTitle, skills_ext: application.skills }}
        />
      </SpaceBetween>
      {asked ? <Decide application={application} status={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

function Decide({
  application,
  status,
  onClose,
}: {
  readonly application: Pick<ReviewerApplicationRow, "user_id" | "first_name" | "last_name">;
  readonly status: Decision;
  readonly onClose: () => void;
}) {
  const { organization_id } = useSession();
  const { verb, asks, text } = wording[status];
  return (
    <FormDialog title={asks(fullName(application))} onClose={onClose}>
      <CallForm
        send={api.reviewer.decideApplication}
        schema={Fields}
        values={{ reason: "" }}
        toInput={({ reason }) => ({ organization_id, user_id: application.user_id, status, reason: reason ?? "" })}
        submit={verb}
        destructive={wantsReason(status)}
        guarded={false}
        success={status === "accepted" ? "Reviewer approved." : `Reviewer ${status}.`}
        onDone={onClose}
        onCancel={onClose}
      >
        <SpaceBetween size="m">
          <span>{text}</span>
          {wantsReason(status) ? <TextAreaField name="reason" label="Reason" hint="The reviewer sees this." /> : null}
        </SpaceBetween>
      </CallForm>
    </FormDialog>
  );
}
