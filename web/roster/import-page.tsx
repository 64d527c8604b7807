import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { FaultyRow, Import } from "../../shared/roster/import.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { saveFile } from "../ui/lists/save-file.ts";
import { counted, dateTime } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { Progress } from "../ui/look/progress.tsx";
import { ConfirmImport } from "./confirm-import.tsx";
import { ImportStatus, isUnderWay, waits } from "./import-words.tsx";

const lookAgainMs = 2000;
const minuteMs = 60_000;

const columns: readonly Column<FaultyRow>[] = [
  { id: "line", header: "Line", names: true, width: 100, cell: ({ line }) => line },
  { id: "email", header: "Email", width: 280, cell: ({ email }) => email || "–" },
  {
    id: "faults",
    header: "What is wrong",
    width: 520,
    cell: ({ faults }) => (
      <>
        {faults.map(({ column, message }) => (
          <div key={`${column} ${message}`}>{column ? `${column}: ${message}` : message}</div>
        ))}
      </>
    ),
  },
];

/** `/users/imports/:id`: what the rows of a file come to, the confirmation, how far it is, and the way back. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const asked = { organization_id, import_id: id };
  const { data } = useSuspenseQuery({
    ...api.roster.read.query(asked),
    refetchInterval: ({ state: { data } }) =>
      data && isUnderWay(data) ? (waits(data) ? minuteMs : lookAgainMs) : false,
  });
  const [undoing, setUndoing] = useState(false);
  const report = useSubmit<void, unknown>({
    send: async () => saveFile(await write(api.roster.report, asked)),
    explain: (error) => {
      flash("error", unforeseen(error));
      return undefined;
    },
  });
  const { status, counts } = data;
  const mayUndo = status === "sent" || status === "sending";
  return (
    <Stack gap="l">
      <PageHeader
        title={data.file_name}
        description={`${counted(data.rows_total, "person", "people")}, uploaded ${dateTime(data.created_on)}`}
        back={{ to: paths.imports, text: "Import people" }}
        actions={
          <>
            {mayUndo ? <LightButton onClick={() => setUndoing(true)}>Take back</LightButton> : null}
            {status === "checking" ? null : (
              <LightButton busy={report.pending} onClick={() => void report.submit()}>
                Download report
              </LightButton>
            )}
          </>
        }
      />
      <Panel title="Result">
        <Stack gap="m">
          <ImportStatus of={data} />
          {isUnderWay(data) && !waits(data) ? (
            <Progress
              label={progressWords[data.status] ?? ""}
              share={data.rows_done / data.rows_total}
              about={`${data.rows_done.toLocaleString("en-US")} of ${counted(data.rows_total, "row")}`}
            />
          ) : null}
          <KeyValues label="What the rows come to" items={countsOf(counts)} />
          {data.ignored.length > 0 ? (
            <LightMessage kind="info">We don’t read these columns: {data.ignored.join(", ")}.</LightMessage>
          ) : null}
        </Stack>
      </Panel>
      {status === "checked" ? <ConfirmImport of={data} organization_id={organization_id} /> : null}
      {counts.error > 0 && status !== "checking" ? (
        <Collection
          name="import-faults"
          variant="container"
          refreshEveryMs={status === "sending" ? lookAgainMs : undefined}
          title="Rows we can’t invite"
          columns={columns}
          query={({ search: _, ...page }) => api.roster.listFaults.query({ ...page, ...asked })}
          rows={({ rows }) => rows}
          idOf={({ line }) => String(line)}
          empty={{ title: "No rows with errors", text: "Every row of this file can be invited." }}
        />
      ) : null}
      {undoing ? (
        <ConfirmDialog
          title="Take this import back?"
          confirm="Take back"
          destructive
          onConfirm={async () => {
            await write(api.roster.undo, asked);
            flash("success", "We’re withdrawing the invitations.");
          }}
          onClose={() => setUndoing(false)}
        >
          <p>
            We withdraw every invitation of this file that no one has accepted, and send no more. Their links stop
            working. People who have joined stay members.
          </p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

const progressWords: Readonly<Partial<Record<Import["status"], string>>> = {
  checking: "Checking rows",
  sending: "Sending invitations",
  undoing: "Withdrawing invitations",
};

const labels = {
  ready: "To invite",
  invited: "Invited",
  member: "Already members",
  waiting: "Already invited",
  error: "With errors",
  withdrawn: "Withdrawn",
  joined: "Accepted and kept",
} as const satisfies Record<keyof Import["counts"], string>;

/** Numbers that are 0 are left out where they would say nothing. */
const countsOf = (counts: Import["counts"]) =>
  (Object.keys(labels) as (keyof typeof labels)[])
    .filter((result) => counts[result] > 0 || result === "error" || result === "invited")
    .map((result) => ({ label: labels[result], value: counts[result].toLocaleString("en-US") }));
