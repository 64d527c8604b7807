import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { Link } from "react-router";
import type { Role } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { archivedWords } from "../content/organization/archived-notice.tsx";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useSession } from "../session/session.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";

interface Open {
  readonly to: string;
  readonly text: string;
  readonly about: string;
}

const details: Open = {
  to: paths.organizationDetails,
  text: "Organization details",
  about: "Contact details for questions about what’s next.",
};
const profile: Open = { to: paths.profile, text: "Your profile", about: "Your account details." };
const paymentHistory: Open = {
  to: paths.paymentHistory,
  text: "Payment history",
  about: "All payments with their shares, and monthly files.",
};
const jobs: Open = {
  to: paths.acceptedJobs,
  text: "Accepted jobs",
  about: "Jobs you’ve accepted and can still finish.",
};
const openJobs: Open = { to: paths.openJobs, text: "Open jobs", about: "Submissions still waiting for a reviewer." };
const completedJobs: Open = { to: paths.completedJobs, text: "Completed jobs", about: "Your completed reviews." };
const payments: Open = {
  to: paths.payments,
  text: "Payments",
  about: "You keep what you earned here. We’ll pay it out as usual.",
};
const credit: Open = {
  to: paths.productCredit,
  text: "Product credit",
  about: "Credit you can use at other organizations.",
};
const submissions: Open = {
  to: paths.mySubmissions,
  text: "My submissions",
  about: "Your submissions and what you can still finish.",
};
const issued: Open = {
  to: paths.certificates,
  text: "Certificates",
  about: "Certificates your organization issued. They stay valid.",
};
const certificates: Open = {
  to: paths.myCredentials,
  text: "My credentials",
  about: "Your certificates stay valid and shareable.",
};

const openTo: Readonly<Partial<Record<Role, readonly Open[]>>> = {
  admin: [issued, paymentHistory, details, profile],
  reviewer: [jobs, openJobs, completedJobs, payments, details, profile],
  learner: [certificates, submissions, credit, details, profile],
};
/** Closed once the time to finish work is over. */
const untilTheEnd: readonly Open[] = [jobs, openJobs, completedJobs];

/** `/` while the selected organization is archived: what that means, and what is still open to one's role. */
export function Page() {
  const { role, organization, user } = useSession();
  const until = organization?.archived_until;
  const isOver = until !== undefined && Date.parse(until) <= Date.now();
  const all = (role && openTo[role]) ?? [details, profile];
  const open = isOver ? all.filter((each) => !untilTheEnd.includes(each)) : all;
  return (
    <>
      <PageHeader title={organization && organizationNameShown(organization.organization_name)} />
      <SpaceBetween size="l">
        <Alert type="info" header="This organization is archived">
          {archivedWords(until, role)}
        </Alert>
        <Panel title="Still available">
          <SpaceBetween size="m">
            {open.map(({ to, text, about }) => (
              <div key={to}>
                <Link className="row-link" to={to}>
                  {text}
                </Link>
                <Box color="text-body-secondary">{about}</Box>
              </div>
            ))}
            {user.organizations.length > 1 ? (
              <div>
                <Link className="row-link" to={paths.chooseOrganization}>
                  Another organization
                </Link>
                <Box color="text-body-secondary">You belong to several organizations.</Box>
              </div>
            ) : null}
          </SpaceBetween>
        </Panel>
      </SpaceBetween>
    </>
  );
}
