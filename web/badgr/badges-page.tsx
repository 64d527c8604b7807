import Badge from "@cloudscape-design/components/badge";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Badge as BadgeRow } from "../../shared/badgr/badgr.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { InlineButton } from "../ui/forms/inline-button.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListSelect } from "../ui/lists/list-controls.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { date } from "../ui/look/format.ts";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { Unconnected } from "./unconnected.tsx";

const columnsIn = (organization_id: string): readonly Column<BadgeRow>[] => [
  {
    id: "name",
    header: "Name",
    names: true,
    width: 260,
    cell: ({ badge_id, name }) => <RowLink to={paths.badgrAssertionsOf({ badge: badge_id })}>{name}</RowLink>,
  },
  {
    id: "description",
    header: "Description",
    width: 340,
    cell: ({ description }) => <span className="clamped">{description || "–"}</span>,
  },
  {
    id: "credential",
    header: "Credential",
    width: 190,
    cell: ({ cred_id }) =>
      cred_id ? <Link to={paths.credentialDetails(organization_id, cred_id)}>View credential</Link> : "Not imported",
  },
  {
    id: "tags",
    header: "Tags",
    hidden: true,
    width: 200,
    cell: ({ tags }) =>
      tags.length === 0 ? (
        "–"
      ) : (
        <SpaceBetween direction="horizontal" size="xxs">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </SpaceBetween>
      ),
  },
  { id: "since", header: "Created on", date: true, width: 180, cell: ({ created_on }) => date(created_on) },
];

/** `/badgr/badges`: the badges of the connected account, each of which can become the badge of a draft credential. */
export function Page() {
  const { organization_id, can } = useSession();
  const { data: connected } = useQuery(api.badgr.connected.query({ organization_id }));
  if (connected === undefined) return <PageSkeleton />;
  if (!connected) return <Unconnected title="Badges" />;
  return <Badges organization_id={organization_id} byIssuer={can(api.badgr.listIssuers)} />;
}

function Badges({ organization_id, byIssuer }: { readonly organization_id: string; readonly byIssuer: boolean }) {
  const [issuer, setIssuer] = useUrlState("issuer");
  const [importing, setImporting] = useState<BadgeRow>();
  const { data } = useQuery({ ...api.badgr.listIssuers.query({ organization_id, limit: 100 }), enabled: byIssuer });
  const choices = [
    { value: "", label: "All issuers" },
    ...(data?.issuers ?? []).map(({ issuer_id, name }) => ({ value: issuer_id, label: name })),
  ];
  return (
    <>
      <Collection
        name="badges"
        title="Badges"
        description="Badges in your organization’s account at the badge service. Import one to create a draft credential from it."
        columns={columnsIn(organization_id)}
        query={({ limit, offset = 0 }) =>
          api.badgr.listBadges.query({ organization_id, limit, offset, ...(issuer ? { issuer_id: issuer } : {}) })
        }
        rows={({ badges }) => badges}
        idOf={({ badge_id }) => badge_id}
        nameOf={({ name }) => name}
        filtered={issuer !== ""}
        onClearFilters={() => setIssuer("")}
        filters={
          byIssuer ? <ListSelect label="Issuer" selected={issuer} options={choices} onSelect={setIssuer} /> : undefined
        }
        empty={{
          title: "No badges in this account",
          text: "Create one at the badge service, or add a badge image to a credential. We create its badge when you publish.",
        }}
        rowActions={(badge) => [
          badge.cred_id
            ? { id: "open", text: "View credential", to: paths.credentialDetails(organization_id, badge.cred_id) }
            : { id: "import", text: "Import", onClick: () => setImporting(badge) },
          { id: "assertions", text: "Assertions", to: paths.badgrAssertionsOf({ badge: badge.badge_id }) },
        ]}
      />
      {importing ? (
        <Import organization_id={organization_id} badge={importing} onClose={() => setImporting(undefined)} />
      ) : null}
    </>
  );
}

function Import({
  organization_id,
  badge,
  onClose,
}: {
  readonly organization_id: string;
  readonly badge: BadgeRow;
  readonly onClose: () => void;
}) {
  const go = useNavigate();
  const take = useMutation(api.badgr.importBadges.mutation());
  return (
    <ConfirmDialog
      title={`Import “${badge.name}”?`}
      confirm="Import"
      onConfirm={async () => {
        const { credentials } = await take.mutateAsync({ organization_id, badge_ids: [badge.badge_id] });
        flash("success", `“${badge.name}” was imported as a draft. Complete it, then publish it.`);
        const made = credentials[0];
        if (made) void go(paths.editCredentialStep(organization_id, made.cred_id, 0));
      }}
      onClose={onClose}
    >
      This creates a draft credential with the badge’s name, description, and image. The badge itself doesn’t change.
      Learners who earn the credential are awarded it.{" "}
      <InlineButton href={badge.url} target="_blank" iconName="external" iconAlign="right">
        View badge
      </InlineButton>
    </ConfirmDialog>
  );
}
