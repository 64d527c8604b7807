import CdsLink from "@cloudscape-design/components/link";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { BadgeAssertion } from "../../shared/badgr/badgr.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListSelect } from "../ui/lists/list-controls.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { Breakable } from "../ui/look/breakable.tsx";
import { date } from "../ui/look/format.ts";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { Status } from "../ui/look/status.tsx";
import { Unconnected } from "./unconnected.tsx";

function State({ acceptance, revoked }: BadgeAssertion) {
  if (revoked) return <Status status="closed" words="Revoked" />;
  if (acceptance === "Accepted") return <Status status="completed" words="Accepted" />;
  if (acceptance === "Rejected") return <Status status="rejected" words="Declined" />;
  return <Status status="pending" words="Not accepted yet" />;
}

const columnsFor = (names: ReadonlyMap<string, string>): readonly Column<BadgeAssertion>[] => [
  {
    id: "recipient",
    header: "Recipient",
    names: true,
    width: 280,
    cell: ({ recipient }) => <Breakable address={recipient} />,
  },
  { id: "badge", header: "Badge", width: 260, cell: ({ badge_id }) => names.get(badge_id) ?? "–" },
  { id: "issued", header: "Issued on", date: true, width: 190, cell: ({ issued_on }) => date(issued_on) },
  { id: "state", header: "State", width: 180, cell: (row) => <State {...row} /> },
  {
    id: "page",
    header: "Public page",
    width: 170,
    cell: ({ url, recipient }) => (
      <CdsLink href={url} external externalIconAriaLabel={`Award to ${recipient}, opens in a new tab`}>
        View award
      </CdsLink>
    ),
  },
];

/** `/badgr/assertions`: what was awarded of a badge, or by an issuer. */
export function Page() {
  const { organization_id } = useSession();
  const { data: connected } = useQuery(api.badgr.connected.query({ organization_id }));
  if (connected === undefined) return <PageSkeleton />;
  if (!connected) return <Unconnected title="Badge assertions" />;
  return <Assertions organization_id={organization_id} />;
}

function Assertions({ organization_id }: { readonly organization_id: string }) {
  const [badge, setBadge] = useUrlState("badge");
  const [issuer, setIssuer] = useUrlState("issuer");
  const { data } = useQuery(api.badgr.listBadges.query({ organization_id, limit: 100 }));
  const badges = data?.badges ?? [];
  const choices = [
    { value: "", label: issuer ? "All badges from this issuer" : "All badges from the first issuer" },
    ...badges.map(({ badge_id, name }) => ({ value: badge_id, label: name })),
  ];
  const clear = () => {
    setBadge("");
    setIssuer("");
  };
  return (
    <>
      <Link className="back-link" to={paths.badgrBadges}>
        ← Badges
      </Link>
      <Collection
        name="badge-assertions"
        title="Badge assertions"
        description="Badges awarded to learners, newest first."
        columns={columnsFor(new Map(badges.map(({ badge_id, name }) => [badge_id, name])))}
        query={({ limit, cursor }) =>
          api.badgr.listAssertions.query({
            ...{ organization_id, limit },
            ...(cursor ? { cursor } : {}),
            ...(badge ? { badge_id: badge } : issuer ? { issuer_id: issuer } : {}),
          })
        }
        rows={({ assertions }) => assertions}
        idOf={({ assertion_id }) => assertion_id}
        filtered={badge !== ""}
        onClearFilters={clear}
        filters={<ListSelect label="Badge" selected={badge} options={choices} onSelect={setBadge} />}
        empty={{
          title: "No badges awarded yet",
          text: "Learners are awarded a badge automatically when they earn a credential that has one.",
        }}
      />
    </>
  );
}
