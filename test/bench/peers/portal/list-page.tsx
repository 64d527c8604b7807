import { useCollection } from "@cloudscape-design/collection-hooks";
import AppLayout from "@cloudscape-design/components/app-layout";
import Box from "@cloudscape-design/components/box";
import BreadcrumbGroup from "@cloudscape-design/components/breadcrumb-group";
import Button from "@cloudscape-design/components/button";
import CollectionPreferences from "@cloudscape-design/components/collection-preferences";
import Flashbar from "@cloudscape-design/components/flashbar";
import Header from "@cloudscape-design/components/header";
import HelpPanel from "@cloudscape-design/components/help-panel";
import Link from "@cloudscape-design/components/link";
import Pagination from "@cloudscape-design/components/pagination";
import SideNavigation from "@cloudscape-design/components/side-navigation";
import SpaceBetween from "@cloudscape-design/components/space-between";
import StatusIndicator from "@cloudscape-design/components/status-indicator";
import Table, { type TableProps } from "@cloudscape-design/components/table";
import TextFilter from "@cloudscape-design/components/text-filter";
import TopNavigation from "@cloudscape-design/components/top-navigation";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CredentialRow } from "../../../../shared/credential/credential.ts";

/** The credentials of the visitor's organization, from the same call that the product's own list asks. */
async function fetchCredentials(): Promise<readonly CredentialRow[]> {
  const { organization_id } = JSON.parse(localStorage.getItem("selected_org") ?? "{}");
  const response = await fetch(`/api/credential/list?org_id=${organization_id}&limit=10`, {
    headers: { authorization: `Bearer ${localStorage.getItem("token")}` },
  });
  if (!response.ok) throw new Error(`Credentials answered ${response.status}.`);
  return (await response.json()).data.credentials;
}

const columnDefinitions: TableProps.ColumnDefinition<CredentialRow>[] = [
  {
    id: "title",
    header: "Title",
    cell: ({ title, cred_id }) => <Link href={`#${cred_id}`}>{title}</Link>,
    sortingField: "title",
    isRowHeader: true,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => (
      <StatusIndicator type={status === "published" ? "success" : "pending"}>{status}</StatusIndicator>
    ),
    sortingField: "status",
  },
  { id: "price", header: "Price", cell: ({ price }) => price, sortingField: "price" },
  { id: "updated", header: "Updated on", cell: ({ updated_on }) => new Date(updated_on).toLocaleDateString("en-US") },
];

const columnDisplay = columnDefinitions.map(({ id = "", header }) => ({ id, label: String(header) }));

/** The documented pattern of a table with its filter, pages and preferences as a full page, with notifications and help. */
export default function ListPage() {
  const { data: credentials = [], isPending } = useQuery({ queryKey: ["credentials"], queryFn: fetchCredentials });
  const [preferences, setPreferences] = useState({
    pageSize: 10,
    contentDisplay: columnDisplay.map(({ id }) => ({ id, visible: true })),
  });
  const { items, collectionProps, filterProps, paginationProps, filteredItemsCount } = useCollection(credentials, {
    filtering: { empty: <Box textAlign="center">No credentials</Box> },
    pagination: { pageSize: preferences.pageSize },
    sorting: {},
    selection: {},
  });
  return (
    <>
      <div id="top-navigation">
        <TopNavigation
          identity={{ href: "#", title: "Credentials" }}
          utilities={[{ type: "menu-dropdown", text: "Visitor", items: [{ id: "leave", text: "Sign out" }] }]}
        />
      </div>
      <AppLayout
        headerSelector="#top-navigation"
        contentType="table"
        notifications={<Flashbar items={[]} />}
        tools={<HelpPanel header={<h2>Credentials</h2>}>What an organization issues.</HelpPanel>}
        breadcrumbs={
          <BreadcrumbGroup
            items={[
              { text: "Home", href: "#" },
              { text: "Credentials", href: "#credentials" },
            ]}
          />
        }
        navigation={
          <SideNavigation
            header={{ text: "Laurel", href: "#" }}
            items={["Credentials", "Users", "Payments"].map((text) => ({ type: "link", text, href: `#${text}` }))}
          />
        }
        content={
          <Table
            {...collectionProps}
            variant="full-page"
            stickyHeader
            resizableColumns
            selectionType="multi"
            columnDefinitions={columnDefinitions}
            columnDisplay={preferences.contentDisplay}
            items={items}
            trackBy="cred_id"
            loading={isPending}
            loadingText="Loading credentials"
            header={
              <Header
                variant="awsui-h1-sticky"
                counter={`(${credentials.length})`}
                actions={
                  <SpaceBetween direction="horizontal" size="xs">
                    <Button>View details</Button>
                    <Button variant="primary">Create credential</Button>
                  </SpaceBetween>
                }
              >
                Credentials
              </Header>
            }
            filter={
              <TextFilter
                {...filterProps}
                filteringPlaceholder="Find credentials"
                countText={`${filteredItemsCount} matches`}
              />
            }
            pagination={<Pagination {...paginationProps} />}
            preferences={
              <CollectionPreferences
                title="Preferences"
                confirmLabel="Confirm"
                cancelLabel="Cancel"
                preferences={preferences}
                pageSizePreference={{
                  options: [10, 20, 50].map((value) => ({ value, label: `${value} credentials` })),
                }}
                contentDisplayPreference={{ options: columnDisplay }}
                onConfirm={({ detail: { pageSize = 10, contentDisplay } }) =>
                  setPreferences({ pageSize, contentDisplay: [...(contentDisplay ?? preferences.contentDisplay)] })
                }
              />
            }
          />
        }
      />
    </>
  );
}
