import type { CredentialRow } from "../../shared/credential/credential.ts";
import * as paths from "../../shared/platform/paths.ts";
import { RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { count, date, duration, money } from "../ui/look/format.ts";
import { Badge } from "../ui/look/pictures/badge.tsx";
import { Status } from "../ui/look/status.tsx";

const priceOf = ({ price }: CredentialRow) => (price === null ? "Not set" : price === 0 ? "Free" : money(price));

/** What the list of credentials shows of each. */
export const listColumns: readonly Column<CredentialRow>[] = [
  {
    id: "title",
    header: "Title",
    names: true,
    width: 420,
    cell: ({ organization_id, cred_id, title, badgrImage, org_colour }) => (
      <span className="with-picture">
        <Badge src={badgrImage} title={title} colour={org_colour} size={32} />
        <RowLink to={paths.credentialDetails(organization_id, cred_id)}>{title}</RowLink>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 140,
    cell: ({ status }) =>
      status === "submitted" ? <Status status="pending" words="Pending" /> : <Status status={status} />,
  },
  { id: "price", header: "Price", align: "end", width: 110, minWidth: 100, cell: priceOf },
  {
    id: "time",
    header: "Review time",
    width: 165,
    cell: ({ review_time }) => (review_time > 0 ? duration(review_time) : "–"),
  },
  {
    id: "scech",
    header: "SCECH",
    align: "end",
    hidden: true,
    cell: ({ scech }) => (scech > 0 ? scech : "–"),
  },
  {
    id: "reviewers",
    header: "Reviewers",
    align: "end",
    hidden: true,
    cell: ({ assigned_reviewers }) => count(assigned_reviewers?.length ?? 0),
  },
  { id: "updated", header: "Updated on", date: true, width: 176, cell: ({ updated_on }) => date(updated_on) },
  {
    id: "posted",
    header: "Posted on",
    date: true,
    width: 190,
    hidden: true,
    cell: ({ published_on }) => date(published_on) || "–",
  },
];
