import { Link } from "react-router";
import type { Role } from "../../../shared/permissions.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { useSession } from "../../session/session.tsx";
import { date } from "../../ui/look/format.ts";
import { LightMessage } from "../../ui/look/light.tsx";
import { organizationNameShown } from "./organization-name.ts";

const begun: Readonly<Partial<Record<Role, readonly [open: string, ended: string]>>> = {
  learner: [
    "Anything unfinished is then closed, and you get what you paid as product credit to use in any organization.",
    "Unfinished submissions are closed. You get what you paid as product credit to use in any organization.",
  ],
  reviewer: [
    "Anything unfinished is then closed. You’re paid for the sections you decided.",
    "Unfinished reviews are closed. You’re paid for the sections you decided.",
  ],
};
const others = [
  "Anything unfinished is then closed, and learners get what they paid as product credit.",
  "Unfinished work is closed, and learners get what they paid as product credit.",
] as const;

/** What an archived organization means for work that was begun there: until when, and what becomes of the money. */
export function archivedWords(until: string | undefined, role: Role | undefined): string {
  const [open, ended] = (role && begun[role]) ?? others;
  if (until === undefined) return "You can’t start anything new here. Certificates stay valid.";
  return Date.now() < Date.parse(until)
    ? `You can’t start anything new here. Work in progress can be finished until ${date(until)}. ${open} Certificates stay valid.`
    : `The time to finish work ended on ${date(until)}. ${ended} Certificates stay valid.`;
}

/** Above every page of an archived organization but its start, which says the same at length. */
export function ArchivedNotice({ pathname }: { readonly pathname: string }) {
  const { organization, role } = useSession();
  if (!organization?.archived || pathname === paths.home) return null;
  return (
    <div className="archived-notice">
      <LightMessage kind="warning" header={`${organizationNameShown(organization.organization_name)} is archived`}>
        {archivedWords(organization.archived_until, role)} <Link to={paths.home}>See what’s still open</Link>
      </LightMessage>
    </div>
  );
}

/** Above work of an archived organization other than the selected one. */
export function ArchivedWork({
  organization_id,
  until,
}: {
  readonly organization_id: string;
  readonly until: string | undefined;
}) {
  const session = useSession();
  if (until === undefined || organization_id === session.organization_id) return null;
  return (
    <LightMessage kind="warning" header="This credential’s organization is archived">
      {archivedWords(until, session.role)}
    </LightMessage>
  );
}
