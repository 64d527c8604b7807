import CdsLink from "@cloudscape-design/components/link";
import { useQuery } from "@tanstack/react-query";
import type { BadgrIssuer } from "../../shared/badgr/badgr.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { Breakable } from "../ui/look/breakable.tsx";
import { date } from "../ui/look/format.ts";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { Unconnected } from "./unconnected.tsx";

const columns: readonly Column<BadgrIssuer>[] = [
  {
    id: "name",
    header: "Name",
    names: true,
    width: 260,
    cell: ({ issuer_id, name }) => <RowLink to={paths.badgrBadgesOf(issuer_id)}>{name}</RowLink>,
  },
  {
    id: "email",
    header: "Email",
    width: 240,
    minWidth: 190,
    cell: ({ email }) => (email ? <Breakable address={email} /> : "–"),
  },
  {
    id: "description",
    header: "Description",
    width: 340,
    hidden: "narrow",
    cell: ({ description }) => description || "–",
  },
  {
    id: "website",
    header: "Website",
    width: 240,
    minWidth: 150,
    cell: ({ url, name }) =>
      url ? (
        <CdsLink href={url} external externalIconAriaLabel={`Website of ${name}, opens in a new tab`}>
          <Breakable address={url.replace(/^https?:\/\//, "")} />
        </CdsLink>
      ) : (
        "–"
      ),
  },
  { id: "since", header: "Created on", date: true, width: 180, cell: ({ created_on }) => date(created_on) },
];

/** `/badgr/issuers`: who awards badges in the connected account. */
export function Page() {
  const { organization_id } = useSession();
  const { data: connected } = useQuery(api.badgr.connected.query({ organization_id }));
  if (connected === undefined) return <PageSkeleton />;
  if (!connected) return <Unconnected title="Badge issuers" />;
  return (
    <Collection
      name="badge-issuers"
      title="Badge issuers"
      description="Issuers in your organization’s account at the badge service."
      columns={columns}
      query={({ limit, offset = 0 }) => api.badgr.listIssuers.query({ organization_id, limit, offset })}
      rows={({ issuers }) => issuers}
      idOf={({ issuer_id }) => issuer_id}
      empty={{
        title: "No issuers in this account",
        text: "Create an issuer at the badge service. It shows up here right away.",
      }}
      rowActions={({ issuer_id }) => [
        { id: "badges", text: "Badges", to: paths.badgrBadgesOf(issuer_id) },
        { id: "assertions", text: "Assertions", to: paths.badgrAssertionsOf({ issuer: issuer_id }) },
      ]}
      nameOf={({ name }) => name}
    />
  );
}
