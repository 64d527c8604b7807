import { Link } from "react-router";
import type { Role } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { date } from "../ui/format.ts";
import { LightMessage } from "../ui/light.tsx";
import { useSession } from "./session.tsx";

const begun: Readonly<Partial<Record<Role, readonly [open: string, ended: string]>>> = {
  learner: [
    "What is not completed by then is closed, and what you paid for it becomes product credit, which you can spend in any organization.",
    "Unfinished submissions are closed, and what you paid for them becomes product credit, which you can spend in any organization.",
  ],
  reviewer: [
    "What is not completed by then is closed. You are paid for the sections you have decided.",
    "Unfinished reviews are closed. You are paid for the sections you have decided.",
  ],
};
const others = [
  "What is not completed by then is closed: what was paid for it becomes the learner's product credit.",
  "Unfinished work is closed, and what was paid for it becomes the learner's product credit.",
] as const;

/** What an archived organization means for work that was begun there: until when, and what becomes of the money. */
export function archivedWords(until: string | undefined, role: Role | undefined): string {
  const [open, ended] = (role && begun[role]) ?? others;
  if (until === undefined) return "Nothing new can be begun here. Certificates stay valid.";
  return Date.now() < Date.parse(until)
    ? `Nothing new can be begun here. Work that was begun can be finished until ${date(until)}. ${open} Certificates stay valid.`
    : `The time to finish work ended on ${date(until)}. ${ended} Certificates stay valid.`;
}

/** Above every page of an archived organization but its start, which says the same at length. */
export function ArchivedNotice({ pathname }: { readonly pathname: string }) {
  const { organization, role } = useSession();
  if (!organization?.archived || pathname === paths.home) return null;
  return (
    <div className="archived-notice">
      <LightMessage kind="warning" header={`${organization.organization_name} is archived`}>
        {archivedWords(organization.archived_until, role)} <Link to={paths.home}>See what is still open</Link>
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
    <LightMessage kind="warning" header="The organization of this credential is archived">
      {archivedWords(until, session.role)}
    </LightMessage>
  );
}
