import { useSuspenseQuery } from "@tanstack/react-query";
import type { HistoryEntry } from "../../shared/reviewer/reviewer.ts";
import { api } from "../api/client.ts";
import { dateTime } from "../ui/look/format.ts";
import { Panel } from "../ui/look/panel.tsx";

const words: Readonly<Record<string, string>> = {
  active: "Applied",
  resubmitted: "Applied again",
  accepted: "Approved",
  rejected: "Rejected",
  suspended: "Suspended",
  withdrawn: "Left",
};
const what = ({ from, to }: HistoryEntry) => (from === "suspended" && to === "accepted" ? "Reinstated" : words[to]);

/** Everything that happened to an application to review, oldest first, with the reasons given. */
export function ApplicationHistory({
  organization_id,
  user_id,
}: {
  readonly organization_id: string;
  readonly user_id: string;
}) {
  const { data } = useSuspenseQuery(api.reviewer.readHistory.query({ organization_id, user_id }));
  return (
    <Panel title="History">
      <ol className="application-history">
        {data.history.map((entry) => (
          <li key={`${entry.at} ${entry.to}`}>
            <b>{what(entry)}</b> {dateTime(entry.at)}
            {entry.reason ? <p className="prose">{entry.reason}</p> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
