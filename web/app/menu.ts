import { matchPath } from "react-router";
import type { Role } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Session } from "../session/session-store.ts";
import type { IconName } from "../ui/look/pictures/icon.tsx";
import { hasPage } from "./records.ts";

/** An entry that leads to a page. */
export interface MenuEntry {
  readonly text: string;
  readonly href: string;
  readonly icon: IconName;
}
/** An entry of the menu; that of a group leads to the page of its first one. */
export type MenuItem = MenuEntry & { readonly entries?: readonly MenuEntry[] };

interface Group {
  readonly text: string;
  readonly icon: IconName;
  readonly entries: readonly MenuEntry[];
  /** Shown only while the organization is connected to the badge service. */
  readonly badgr?: true;
}

const badges: Group = {
  text: "Badge service",
  icon: "shield",
  badgr: true,
  entries: [
    { text: "Issuers", href: paths.badgrIssuers, icon: "building" },
    { text: "Badges", href: paths.badgrBadges, icon: "star" },
  ],
};
const reviewerApplications: MenuEntry = {
  text: "Reviewer applications",
  href: paths.reviewerApplications,
  icon: "person",
};
const users: MenuEntry = { text: "Users", href: paths.users, icon: "people" };
const credentials = (href: string): MenuEntry => ({ text: "Credentials", href, icon: "file" });
const reviews: MenuEntry = { text: "Reviews", href: paths.reviews, icon: "circleClock" };
const quality: MenuEntry = { text: "Quality", href: paths.quality, icon: "scales" };
const faq = (href: string): MenuEntry => ({ text: "FAQ", href, icon: "help" });

/** The menu of each role, in its order: shared/platform/README.md, "Portal". */
const menus: Readonly<Record<Role, readonly (MenuEntry | Group)[]>> = {
  superadmin: [
    { text: "Organizations", href: paths.organizations, icon: "grid" },
    { text: "People", href: paths.people, icon: "people" },
  ],
  admin: [
    { text: "Analytics", href: paths.home, icon: "chart" },
    credentials(paths.credentials),
    reviewerApplications,
    reviews,
    quality,
    { text: "Certificates", href: paths.certificates, icon: "award" },
    { text: "Payment history", href: paths.paymentHistory, icon: "list" },
    users,
    { text: "Organization details", href: paths.organizationDetails, icon: "gear" },
    { text: "Connections", href: paths.connections, icon: "link" },
    badges,
    faq(paths.adminHelp),
  ],
  issuer: [credentials(paths.credentials), users, reviewerApplications, reviews, quality, badges, faq(paths.userHelp)],
  reviewer: [
    {
      text: "Jobs",
      icon: "lamp",
      entries: [
        { text: "Assigned credentials", href: paths.assignedCredentials, icon: "file" },
        { text: "Open jobs", href: paths.openJobs, icon: "search" },
        { text: "Accepted jobs", href: paths.acceptedJobs, icon: "pencil" },
        { text: "Completed jobs", href: paths.completedJobs, icon: "check" },
      ],
    },
    { ...quality, text: "Your quality" },
    faq(paths.userHelp),
  ],
  learner: [
    { text: "Browse credentials", href: paths.home, icon: "search" },
    { text: "My submissions", href: paths.mySubmissions, icon: "upload" },
    { text: "My credentials", href: paths.myCredentials, icon: "star" },
    faq(paths.userHelp),
  ],
  publisher: [credentials(paths.credentials)],
  custom: [credentials(paths.credentials), { text: "My credentials", href: paths.myCredentialsAsCustom, icon: "star" }],
};

/** What an archived organization leaves open. */
const openWhenArchived: ReadonlySet<string> = new Set([
  ...[
    paths.certificates,
    paths.paymentHistory,
    paths.organizationDetails,
    paths.connections,
    paths.openJobs,
    paths.acceptedJobs,
    paths.completedJobs,
  ],
  ...[paths.mySubmissions, paths.myCredentials, paths.myCredentialsAsCustom, paths.adminHelp, paths.userHelp],
]);

/** Of these, what is closed when the time to finish work is over. */
const jobPages: ReadonlySet<string> = new Set([paths.openJobs, paths.acceptedJobs, paths.completedJobs]);

/**
 * The session's menu: only entries whose page exists, badge-service entries only while connected, and of an archived
 * organization only what it leaves open.
 */
export function menuOf(session: Session, badgrConnected: boolean): readonly MenuItem[] {
  if (!session.role) return [];
  const archived = session.organization?.archived === true;
  const until = session.organization?.archived_until;
  const isOver = until !== undefined && Date.parse(until) <= Date.now();
  const isOpen = ({ href }: MenuEntry) =>
    hasPage(session, href) && (!archived || (openWhenArchived.has(href) && !(isOver && jobPages.has(href))));
  return menus[session.role].flatMap((entry): readonly MenuItem[] => {
    if ("href" in entry) return isOpen(entry) ? [entry] : [];
    const open = entry.entries.filter(isOpen);
    const first = open[0];
    if (!first || (entry.badgr && !badgrConnected)) return [];
    const href = `${first.href}?`; // the same page, yet not the same entry: one of them is shown as open
    return [{ text: entry.text, icon: entry.icon, href, entries: open }];
  });
}

/** Whose path begins with no entry's, by the first part of it: the entries they may belong to. */
const belonging: Readonly<Record<string, readonly string[]>> = {
  [paths.home]: [paths.organizations, paths.credentials],
  [paths.firstPart(paths.credentialDetails(":org_id", ":id"))]: [
    paths.credentials,
    paths.assignedCredentials,
    paths.home,
  ],
  [paths.firstPart(paths.pay(":cred_id"))]: [paths.mySubmissions],
  [paths.ownCertificate]: [paths.myCredentials, paths.myCredentialsAsCustom],
  [paths.firstPart(paths.reviewDetails(":id"))]: [paths.credentials],
  [paths.reviewerApplication]: [paths.reviewerApplications],
  [paths.roles]: [paths.users],
  [paths.jobs]: [paths.reviews],
  [paths.appeals]: [paths.quality],
};

/** The entry of the menu a path belongs to: the longest address it begins with, or the one its page was opened from. */
export function activeHref(items: readonly MenuItem[], pathname: string): string {
  const hrefs = items.flatMap(({ href, entries }) => entries?.map((entry) => entry.href) ?? [href]);
  const fits = (href: string) => href === pathname || (href !== paths.home && pathname.startsWith(`${href}/`));
  const [longest] = hrefs.filter(fits).sort((a, b) => b.length - a.length);
  const handingIn = matchPath(paths.submitWork(":id"), pathname) !== null;
  const owners = handingIn ? [paths.mySubmissions] : belonging[paths.firstPart(pathname)];
  return longest ?? owners?.find((href) => hrefs.includes(href)) ?? "";
}
