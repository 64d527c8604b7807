import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { Import } from "../../shared/roster/import.ts";
import { importRows, importTemplate } from "../../shared/roster/rules.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { csvText } from "../ui/lists/csv.ts";
import { saveCsvText } from "../ui/lists/save-file.ts";
import { dateTime } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { ImportFile } from "./import-file.tsx";
import { ImportStatus } from "./import-words.tsx";

const columns: readonly Column<Import>[] = [
  {
    id: "file",
    header: "File",
    names: true,
    width: 320,
    cell: ({ import_id, file_name }) => <RowLink to={paths.importOf(import_id)}>{file_name}</RowLink>,
  },
  { id: "status", header: "Status", cell: (each) => <ImportStatus of={each} /> },
  { id: "people", header: "People", cell: ({ rows_total }) => rows_total.toLocaleString("en-US") },
  { id: "invited", header: "Invited", cell: ({ counts }) => counts.invited.toLocaleString("en-US") },
  { id: "created", header: "Uploaded", date: true, width: 220, cell: ({ created_on }) => dateTime(created_on) },
];

/** `/users/imports`: people by file, and the files before. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  return (
    <Stack gap="l">
      <PageHeader
        title="Import people"
        description="Invite a whole class or staff from a spreadsheet. We check every row first, and invite no one until you confirm."
        back={{ to: paths.users, text: "Users" }}
        actions={
          <LightButton onClick={() => saveCsvText("people-template.csv", csvText(importTemplate))}>
            Download template
          </LightButton>
        }
      />
      <Panel
        title="Upload a file"
        description={`CSV up to 2 MB with up to ${importRows.max.toLocaleString("en-US")} people. The first line names the columns: Email and Role, and if you like First name, Last name, Employer and Credential. Roles are Learner, Reviewer, Issuer, Admin, or the name of one of your own roles. The employer of a learner or reviewer becomes one of their ties when they join. A credential is a published one of yours that a learner is invited to, by its exact title or its ID.`}
      >
        <ImportFile organization_id={organization_id} onDone={({ import_id }) => go(paths.importOf(import_id))} />
      </Panel>
      <Collection
        name="imports"
        variant="container"
        title="Imports"
        columns={columns}
        query={({ search: _, ...page }) => api.roster.list.query({ ...page, organization_id })}
        rows={({ imports }) => imports}
        idOf={({ import_id }) => import_id}
        nameOf={({ file_name }) => file_name}
        empty={{ title: "No imports yet", text: "Files you upload appear here for 30 days." }}
      />
    </Stack>
  );
}
