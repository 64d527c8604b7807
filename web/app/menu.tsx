import Icon, { type IconProps } from "@cloudscape-design/components/icon";
import type { SideNavigationProps } from "@cloudscape-design/components/side-navigation";
import { matchPath } from "react-router";
import type { Role } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { hasPage } from "./records.ts";
import type { Session } from "./session.tsx";

interface Entry {
  readonly text: string;
  readonly href: string;
  readonly icon: IconProps.Name;
}
interface Group {
  readonly text: string;
  readonly icon: IconProps.Name;
  readonly entries: readonly Entry[];
  /** Shown only while the organization is connected to the badge service. */
  readonly badgr?: true;
}

const badges: Group = {
  text: "Badge service",
  icon: "star",
  badgr: true,
  entries: [
    { text: "Issuers", href: paths.badgrIssuers, icon: "user-profile" },
    { text: "Badges", href: paths.badgrBadges, icon: "star-filled" },
  ],
};
const reviewerApplications: Entry = {
  text: "Reviewer applications",
  href: paths.reviewerApplications,
  icon: "user-profile",
};
const users: Entry = { text: "Users", href: paths.users, icon: "group" };
const credentials = (href: string): Entry => ({ text: "Credentials", href, icon: "file" });
const faq = (href: string): Entry => ({ text: "FAQ", href, icon: "support" });

/** The menu of each role, in its order: shared/platform/README.md, "Portal". */
const menus: Readonly<Record<Role, readonly (Entry | Group)[]>> = {
  superadmin: [{ text: "Organizations", href: paths.organizations, icon: "grid-view" }],
  admin: [
    { text: "Analytics", href: paths.home, icon: "view-full" },
    credentials(paths.credentials),
    reviewerApplications,
    { text: "Certificates", href: paths.certificates, icon: "star" },
    { text: "Payment history", href: paths.paymentHistory, icon: "transcript" },
    users,
    { text: "Organization details", href: paths.organizationDetails, icon: "settings" },
    badges,
    faq(paths.adminHelp),
  ],
  issuer: [credentials(paths.credentials), users, reviewerApplications, badges, faq(paths.userHelp)],
  reviewer: [
    {
      text: "Jobs",
      icon: "suggestions",
      entries: [
        { text: "Assigned credentials", href: paths.assignedCredentials, icon: "file" },
        { text: "Open jobs", href: paths.openJobs, icon: "search" },
        { text: "Accepted jobs", href: paths.acceptedJobs, icon: "edit" },
        { text: "Completed jobs", href: paths.completedJobs, icon: "check" },
      ],
    },
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

const link = ({ text, href, icon }: Entry): SideNavigationProps.Link => ({
  type: "link",
  text,
  href,
  icon: <Icon name={icon} />,
});

/** What an archived organization leaves open. */
const openWhenArchived: ReadonlySet<string> = new Set([
  ...[
    paths.certificates,
    paths.paymentHistory,
    paths.organizationDetails,
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
export function menuOf(session: Session, badgrConnected: boolean): SideNavigationProps.Item[] {
  if (!session.role) return [];
  const archived = session.organization?.archived === true;
  const until = session.organization?.archived_until;
  const isOver = until !== undefined && Date.parse(until) <= Date.now();
  const isOpen = ({ href }: Entry) =>
    hasPage(session, href) && (!archived || (openWhenArchived.has(href) && !(isOver && jobPages.has(href))));
  return menus[session.role].flatMap((entry): SideNavigationProps.Item[] => {
    if ("href" in entry) return isOpen(entry) ? [link(entry)] : [];
    const open = entry.entries.filter(isOpen);
    const first = open[0];
    if (!first || (entry.badgr && !badgrConnected)) return [];
    return [
      {
        type: "expandable-link-group",
        text: entry.text,
        href: `${first.href}?`, // the same page, yet not the same entry: one of them is shown as open
        icon: <Icon name={entry.icon} />,
        defaultExpanded: true,
        items: open.map(link),
      },
    ];
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
  [paths.jobs]: [paths.credentials],
};

/** The entry of the menu a path belongs to: the longest address it begins with, or the one its page was opened from. */
export function activeHref(items: readonly SideNavigationProps.Item[], pathname: string): string {
  const hrefs = items.flatMap((item) =>
    "items" in item ? item.items.map((one) => ("href" in one ? one.href : "")) : "href" in item ? [item.href] : [],
  );
  const fits = (href: string) => href === pathname || (href !== paths.home && pathname.startsWith(`${href}/`));
  const [longest] = hrefs.filter(fits).sort((a, b) => b.length - a.length);
  const handingIn = matchPath(paths.submitWork(":id"), pathname) !== null;
  const owners = handingIn ? [paths.mySubmissions] : belonging[paths.firstPart(pathname)];
  return longest ?? owners?.find((href) => hrefs.includes(href)) ?? "";
}
