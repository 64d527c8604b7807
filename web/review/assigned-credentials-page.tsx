import { useNavigate } from "react-router";
import type { CredentialRow } from "../../shared/credential/credential.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { calendarDate, date, duration } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Badge } from "../ui/look/pictures/badge.tsx";
import { Status } from "../ui/look/status.tsx";

const detailPath = ({ organization_id, cred_id }: CredentialRow) => paths.assignedCredential(organization_id, cred_id);

const columns: readonly Column<CredentialRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 340,
    cell: (row) => (
      <span className="with-picture">
        <Badge src={row.badgrImage} title={row.title} colour={row.org_colour} size={32} />
        <RowLink to={detailPath(row)}>{row.title}</RowLink>
      </span>
    ),
  },
  { id: "issuer", header: "Issuer", width: 220, cell: ({ issuer_name }) => issuer_name },
  {
    id: "status",
    header: "Status",
    width: 130,
    cell: ({ status }) => <Status status={status} {...(status === "published" && { words: "Open" })} />,
  },
  {
    id: "time",
    header: "Review time",
    align: "end",
    width: 160,
    cell: ({ review_time }) => duration(review_time),
  },
  {
    id: "published",
    header: "Posted on",
    date: true,
    width: 180,
    cell: ({ published_on }) => date(published_on) || "–",
  },
  {
    id: "expires",
    header: "Expires",
    date: true,
    width: 180,
    hidden: true,
    cell: ({ expiration_date }) => calendarDate(expiration_date) || "–",
  },
];

/** `/assignedCredentials`: the credentials whose submissions this reviewer may take. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  return (
    <ApprovedOnly title="Assigned credentials">
      <Collection
        name="assigned credentials"
        title="Assigned credentials"
        description="You’re a reviewer for these credentials. New submissions for them appear in Open jobs until they’re closed."
        columns={columns}
        query={({ search, ...page }) =>
          api.credential.list.query({ ...page, org_id: organization_id, ...(search ? { search } : {}) })
        }
        rows={({ credentials }) => credentials}
        idOf={({ cred_id }) => cred_id}
        nameOf={({ title }) => title}
        search="Find credentials by title"
        empty={{
          title: "No assigned credentials yet",
          text: "Issuers choose reviewers by category and skills. Keep yours up to date so they can find you.",
          action: <LightButton onClick={() => void go(paths.completeApplication)}>View your skills</LightButton>,
        }}
      />
    </ApprovedOnly>
  );
}
