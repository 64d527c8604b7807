import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "react-router";
import { roleInWords } from "../../../shared/organization/role-words.ts";
import { type Role, roleIds } from "../../../shared/permissions.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import type { Session } from "../../session/session-store.ts";
import { Picture } from "../../ui/look/pictures/picture.tsx";
import { isKeptUp } from "../reviewer/keeping-up.ts";
import "./onboarding.css";

interface Step {
  readonly name: string;
  readonly paths: readonly string[];
}

const account: Step = { name: "Your account", paths: [paths.signUp] };
const issuing: readonly Step[] = [
  account,
  { name: "Issuer profile", paths: [paths.issuerAccount] },
  { name: "Ready to start", paths: [paths.accountReady, paths.addInvitation] },
];

/** What completes an account, by role, in its order; who is not there has an account once they have signed up. */
const stepsOf: Readonly<Partial<Record<Role, readonly Step[]>>> = {
  admin: [
    account,
    { name: "Your organization", paths: [paths.adminAccount] },
    { name: "Invite people", paths: [paths.addInvitation] },
  ],
  issuer: issuing,
  publisher: issuing,
  reviewer: [
    account,
    { name: "Your profile", paths: [paths.editReviewerProfile, paths.completeApplication] },
    {
      name: "Review and submit",
      paths: [paths.reviewerSummary, paths.bankAccountAtFirst, paths.bankAccount, paths.editProfileAsReviewer],
    },
    { name: "Approval", paths: [paths.approvalPending, paths.approvalRejected] },
  ],
  learner: [
    account,
    { name: "About you", paths: [paths.learnerProfile] },
    { name: "Credit hours", paths: [paths.scechProfile] },
  ],
};

/** What a reviewer also keeps up to date once they have applied. */
const keptUp: readonly string[] = [paths.editReviewerProfile, paths.completeApplication, paths.editProfileAsReviewer];

/** What the pages that complete a learner's account are opened with. */
export interface OnboardingState {
  readonly onboarding?: boolean;
  /** Where the last of them leads. */
  readonly next?: string | undefined;
}

/** Where somebody is on the way to a complete account. */
export interface Onboarding {
  readonly steps: readonly string[];
  /** From 1. */
  readonly at: number;
}

/** The way of a role that stands at one of its pages; undefined where the page is none of it. */
export function onboardingAt(role: Role | undefined, pathname: string): Onboarding | undefined {
  const steps = (role && stepsOf[role]) ?? [];
  const index = steps.findIndex((step) => step.paths.includes(pathname));
  return index < 0 ? undefined : { steps: steps.map(({ name }) => name), at: index + 1 };
}

/** The signed-in person's way at a page that completes an account. It stays theirs until they leave that page. */
export function useOnboarding(): Onboarding | "unknown" | undefined {
  const { pathname } = useLocation();
  const present = usePresentWay();
  const begun = useRef<{ readonly pathname: string; readonly way: Onboarding }>(undefined);
  if (present !== undefined && present !== "unknown") begun.current = { pathname, way: present };
  return begun.current?.pathname === pathname ? begun.current.way : present;
}

/** Some of the pages are opened again later, to change what was written: undefined then, `unknown` until that is known. */
function usePresentWay(): Onboarding | "unknown" | undefined {
  const { role, organization_id, organization } = useSession();
  const { pathname, state } = useLocation();
  const way = organization?.archived ? undefined : onboardingAt(role, pathname);
  const reviewing = way !== undefined && role === "reviewer";
  const issuing = way !== undefined && pathname === paths.issuerAccount;
  const reviewer = useQuery({ ...api.reviewer.readInfo.query({ organization_id }), enabled: reviewing });
  const issuer = useQuery({ ...api.reviewer.readIssuerProfile.query({ organization_id }), enabled: issuing });
  if (way === undefined) return undefined;
  if (role === "learner") return (state as OnboardingState | null)?.onboarding === true ? way : undefined;
  if (issuing) {
    if (issuer.isPending) return "unknown";
    return issuer.data?.profile === null ? way : undefined;
  }
  if (!reviewing) return way;
  if (reviewer.isPending) return "unknown";
  if (reviewer.data === undefined) return undefined;
  const { status } = reviewer.data;
  const applied = status !== undefined && status !== "withdrawn";
  if (!applied && pathname === paths.approvalPending) return undefined; // nothing is done that the bar would tick
  const later = keptUp.includes(pathname) ? isKeptUp(reviewer.data) : status === "accepted" || status === "suspended";
  return later ? undefined : way;
}

const inviterName = "invited_by";

/** Remembers who invited somebody for as long as this tab goes on with their sign-up. */
export function rememberInviter(name: string | undefined): void {
  if (name) sessionStorage.setItem(inviterName, name);
  else sessionStorage.removeItem(inviterName);
}

/** Who invited the person of a session, and as what, and whether they were turned down, as the page at `pathname` says. */
export const invitationOf = ({ organization, role }: Session, pathname: string): Invited | undefined =>
  organization &&
  role && {
    organization: organization.organization_name,
    logo: organization.logo,
    role: roleIds[role],
    role_name: organization.role_name,
    inviter: sessionStorage.getItem(inviterName) ?? undefined,
    rejected: pathname === paths.approvalRejected,
  };

/** Who invites whom into what, as the head of onboarding says it. */
export interface Invited {
  readonly organization: string;
  readonly logo: string | undefined;
  readonly role: number;
  readonly role_name: string | undefined;
  readonly inviter: string | undefined;
  /** Their application was rejected: they are joining no longer. */
  readonly rejected?: boolean;
}

/** Above each page that completes an account: who invited and as what, which step this is and what the others are. */
export function OnboardingHead({
  way,
  invited,
}: {
  readonly way: Onboarding | undefined;
  readonly invited: Invited | undefined;
}) {
  return (
    <div className="onboarding-head">
      {invited ? (
        <div className="onboarding-who">
          {invited.logo ? <Picture src={invited.logo} alt="" width={40} /> : null}
          <p>{invitedWords(invited)}</p>
        </div>
      ) : null}
      {way ? <Steps {...way} /> : null}
    </div>
  );
}

function Steps({ steps, at }: Onboarding) {
  return (
    <>
      <p className="onboarding-at">
        Step {at} of {steps.length}
      </p>
      <ol className="onboarding-steps" aria-label="Account setup steps">
        {steps.map((name, index) => (
          <li
            key={name}
            className={index + 1 < at ? "onboarding-done" : undefined}
            aria-current={index + 1 === at ? "step" : undefined}
          >
            <span className="onboarding-mark" aria-hidden="true">
              {index + 1 < at ? "✓" : index + 1}
            </span>
            <span className="onboarding-name">
              {name}
              {index + 1 < at ? <span className="visually-hidden">, done</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** `Ada Lindqvist invited you to Northwind College as a reviewer.` */
export function invitedWords({ organization, role, role_name, inviter, rejected }: Invited): string {
  const as = `as ${roleInWords(role, role_name)}`;
  const where = organization || "your new organization";
  if (rejected) return `You applied to join ${where} ${as}.`;
  return inviter ? `${inviter} invited you to ${where} ${as}.` : `You’re joining ${where} ${as}.`;
}
