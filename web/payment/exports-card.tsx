import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Export } from "../../shared/organization/export.ts";
import { exportDays } from "../../shared/organization/export-days.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { ListError } from "../ui/lists/list-states.tsx";
import { usePages } from "../ui/lists/pages.ts";
import { PhonePages } from "../ui/lists/phone-list.tsx";
import { count, counted, dateTime } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Icon } from "../ui/look/pictures/icon.tsx";
import { Progress } from "../ui/look/progress.tsx";
import { StatusText } from "../ui/look/status-text.tsx";
import { wordsFor } from "../ui/words.ts";

const perPage = 6;
const lookAgainEveryMs = 2000;

const size = (bytes = 0) =>
  bytes < 1_000_000 ? `${count(Math.max(1, Math.round(bytes / 1000)))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
const isUnderWay = ({ status }: Export) => status === "waiting" || status === "running";

/** What was written for this organization, each month by itself or because somebody asked, with what is being written now. */
export function ExportsCard() {
  const { organization_id } = useSession();
  const [page, setPage] = useState(1);
  const { part, learn } = usePages(organization_id, perPage);
  const answer = useQuery({
    ...api.organization.listExports.query({ organization_id, ...part(page) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? lookAgainEveryMs : false),
  });
  if (answer.data && !answer.isPlaceholderData) learn(page, answer.data);
  const { exports = [], total = 0 } = answer.data ?? {};
  const download = async (export_id: string) => {
    try {
      const { data } = await answer.refetch({ throwOnError: true }); // the link is good for a minute only
      const url = data?.exports.find((each) => each.export_id === export_id)?.url;
      if (url) location.assign(url);
    } catch (error) {
      flash("error", wordsFor(error));
    }
  };
  return (
    <Panel
      title="Files"
      {...(answer.data && { counter: `(${count(total)})` })}
      description={`Each month’s file is ready on the 1st of the next month. Files you request stay for ${exportDays} days.`}
      actions={
        total > perPage ? (
          <PhonePages title="Files" page={page} pages={Math.ceil(total / perPage)} onPage={setPage} />
        ) : undefined
      }
    >
      {answer.isError ? <ListError error={answer.error} onAgain={() => void answer.refetch()} /> : null}
      {answer.isPending ? <p className="exports-note">Loading files</p> : null}
      {answer.data && exports.length === 0 ? (
        <p className="exports-note">No files yet. Monthly files and large exports appear here.</p>
      ) : null}
      <ul className="exports-list">
        {exports.map((each) => (
          <li key={each.export_id}>
            <div className="exports-what">
              <b>{each.title}</b>
              <span>{each.subtitle}</span>
              <span className="exports-facts">
                {each.format.toUpperCase()}
                {each.status === "done" ? ` · ${counted(each.rows_done, "row")} · ${size(each.size_bytes)}` : ""}
                {` · ${each.scheduled ? "Monthly ·" : "Requested"} ${dateTime(each.asked_on)}`}
              </span>
            </div>
            <Standing each={each} onDownload={() => void download(each.export_id)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Standing({ each, onDownload }: { readonly each: Export; readonly onDownload: () => void }) {
  if (each.status === "done") {
    return (
      <LightButton onClick={onDownload} aria-label={`Download ${each.title}, ${each.subtitle}`}>
        <Icon name="download" />
        Download
      </LightButton>
    );
  }
  if (each.status === "failed") {
    return <StatusText kind="error">We couldn’t create this file. We’re looking into it.</StatusText>;
  }
  return (
    <div className="exports-progress">
      <Progress
        label={`Writing ${each.title}, ${each.subtitle}`}
        share={each.rows_total === 0 ? 0 : Math.min(0.99, each.rows_done / each.rows_total)}
        about={`${count(each.rows_done)} of ${counted(each.rows_total, "row")}. You can leave this page.`}
      />
    </div>
  );
}
