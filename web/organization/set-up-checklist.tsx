import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { CredentialRow } from "../../shared/credential/credential.ts";
import { roleIds } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { type Configuration, configuration } from "../api/configuration.ts";
import { SampleButton } from "../content/credential/sample-button.tsx";
import { onPreferences, prefer, preferences } from "../session/preferences.ts";
import { useSession } from "../session/session.tsx";
import { InlineButton } from "../ui/forms/inline-button.tsx";

/** What an organization needs before its first learner. */
interface Task {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
  readonly actions: ReactNode;
  /** The list goes away without it. */
  readonly optional?: true;
}

/** What has become of an organization's checklist for this person, on this device. */
export const useChecklistState = (organization_id: string) =>
  useSyncExternalStore(onPreferences, preferences).setUp[organization_id];

/** Puts the checklist of an organization away, or takes it out again. */
export function setChecklist(organization_id: string, state: "done" | "put away" | undefined): void {
  const { [organization_id]: _, ...others } = preferences().setUp;
  prefer({ setUp: { ...others, ...(state && { [organization_id]: state }) } });
}

const link = (text: string, to: string): ReactNode => (
  <Link className="light-button" to={to}>
    {text}
  </Link>
);

function paymentsText({ payments, stripePublishableKey, paypal }: Configuration): [done: boolean, text: string] {
  if (payments === "sandbox") return [true, "Payments run in a sandbox. No money moves."];
  if (stripePublishableKey || paypal) return [true, "Learners can pay by card or PayPal."];
  return [
    false,
    "No payment provider is connected, so learners can only apply for free credentials. Contact Laurel support.",
  ];
}

/** What the checklist asks for; `tasks` once everything is answered, and none once it is done or put away. */
export function useSetUp() {
  const { organization_id, organization, can } = useSession();
  const closed = useChecklistState(organization_id);
  const enabled = closed === undefined;
  const issuers = useQuery({
    ...api.organization.listUsers.query({ organization_id, role: roleIds.issuer, limit: 1 }),
    enabled,
  });
  const reviewers = useQuery({
    ...api.organization.listUsers.query({ organization_id, role: roleIds.reviewer, limit: 1 }),
    enabled,
  });
  const accepted = useQuery({
    ...api.reviewer.listApplications.query({ organization_id, status: "accepted", limit: 1 }),
    enabled,
  });
  const credentials = useQuery({
    ...api.credential.list.query({ org_id: organization_id, limit: 1 }),
    enabled,
  });
  const badges = useQuery({
    ...api.badgr.connected.query({ organization_id }),
    enabled: enabled && can(api.badgr.connected),
    staleTime: 60_000,
  });
  const installation = useQuery({
    queryKey: ["configuration"],
    queryFn: configuration,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  const asked = enabled ? [issuers, reviewers, accepted, credentials, badges, installation] : [];

  /** `pending` are the credentials that wait for approval: one alone is opened, of several the list. */
  const tasks = (pending: readonly CredentialRow[]): Task[] => {
    const { published = 0, closed: over = 0, draft = 0, submitted = 0 } = credentials.data?.totals ?? {};
    const [toReview, ...others] = pending;
    const invited = reviewers.data?.total ?? 0;
    const [paying, payments] = installation.data ? paymentsText(installation.data) : [false, ""];
    return [
      ...(organization?.is_set_up
        ? []
        : [
            {
              id: "name",
              title: "Name",
              text: "Name your organization so people recognize your invitations.",
              done: false,
              actions: link("Complete your account", paths.adminAccount),
            },
          ]),
      {
        id: "logo",
        title: "Logo",
        text: "Shown on your credentials and every certificate.",
        done: Boolean(organization?.logo),
        actions: link("Add logo", paths.organizationDetails),
      },
      {
        id: "issuer",
        title: "First issuer",
        text: "Issuers create credentials and send them to you for approval.",
        done: (issuers.data?.total ?? 0) > 0,
        actions: link("Invite issuer", paths.users),
      },
      {
        id: "reviewers",
        title: "Reviewers",
        text:
          invited > 0
            ? "You’ve invited reviewers. Approve the first one who applies."
            : "Reviewers review the work learners submit. You approve each one before their first job.",
        done: (accepted.data?.total ?? 0) > 0,
        actions:
          invited > 0 ? link("View applications", paths.reviewerApplications) : link("Invite reviewers", paths.users),
      },
      {
        id: "credential",
        title: "First credential",
        text:
          submitted > 0
            ? "Your first credential is waiting for your approval."
            : draft > 0
              ? "Finish a draft and publish it."
              : "Define what learners do and how it’s reviewed, or start from the sample.",
        done: published + over > 0,
        actions:
          submitted > 0 ? (
            link(
              "Review credential",
              toReview && others.length === 0
                ? paths.credentialDetails(toReview.organization_id, toReview.cred_id)
                : `${paths.credentials}?tab=pending`,
            )
          ) : draft > 0 ? (
            link("View drafts", `${paths.credentials}?tab=draft`)
          ) : (
            <>
              <SampleButton />
              {link("Create credential", paths.createCredential)}
            </>
          ),
      },
      {
        id: "payments",
        title: "Payments",
        text: payments,
        done: paying,
        actions: link("How payments are split", paths.adminHelp),
      },
      {
        id: "badges",
        title: "Badge service",
        text: "Optional. Award a badge with each credential.",
        done: badges.data === true,
        actions: link("Connect", paths.badgrLogin),
        optional: true,
      },
    ];
  };
  return { asked, tasks: enabled ? tasks : undefined };
}

/** The first steps of an organization, what is open at length and what is done in a line. It goes away once all are done. */
export function SetUpChecklist({ tasks }: { readonly tasks: readonly Task[] }) {
  const { organization_id, organization } = useSession();
  const open = tasks.filter(({ done }) => !done);
  const done = tasks.filter((task) => task.done);
  const complete = open.every(({ optional }) => optional);
  useEffect(() => {
    if (complete) setChecklist(organization_id, "done");
  }, [complete, organization_id]);
  if (complete) return null;
  const title = `Set up ${organization?.organization_name || "your organization"}`;
  return (
    <section className="waiting" aria-label={title}>
      <div className="waiting-head">
        <h2>
          {title}{" "}
          <span className="waiting-count">
            ({done.length} of {tasks.length} done)
          </span>
        </h2>
        <InlineButton onClick={() => setChecklist(organization_id, "put away")}>Hide checklist</InlineButton>
      </div>
      <ul>
        {open.map(({ id, title: name, text, actions }) => (
          <li key={id}>
            <div className="waiting-main">
              <h3 className="waiting-title">{name}</h3>
              <p className="waiting-details">{text}</p>
            </div>
            <div className="waiting-actions">{actions}</div>
          </li>
        ))}
      </ul>
      {done.length > 0 ? (
        <p className="waiting-more">
          <span>Done:</span>
          {done.map(({ id, title: name }) => (
            <span key={id}>
              <span aria-hidden="true">✓</span> {name}
            </span>
          ))}
        </p>
      ) : null}
    </section>
  );
}
