import { lazy, Suspense, useState } from "react";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { type ReviewPart, type ReviewRow, reviewParts } from "../../shared/review/overview-calls.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { eachOf, tellFailed } from "../content/review/each-of.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListRow, ListSelect, ListTabs } from "../ui/lists/list-controls.tsx";
import { daysOf, recentDays } from "../ui/lists/recent-days.ts";
import { useUrlState } from "../ui/lists/url-state.ts";
import { DecisionDay } from "../ui/look/decision-day.tsx";
import { counted, dateTime } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Status } from "../ui/look/status.tsx";
import { Since } from "./job-columns.tsx";

const ReassignDialog = lazy(() => import("../content/review/reassign-dialog.tsx"));

const partWords: Readonly<Record<ReviewPart, string>> = {
  all: "All",
  waiting: "Waiting for a reviewer",
  underReview: "In review",
  late: "Late",
  toDecide: "To decide",
};
const empty: Readonly<Record<ReviewPart, string>> = {
  all: "No reviews in progress",
  waiting: "Every submission has a reviewer",
  underReview: "No submission is in review",
  late: "No review is late",
  toDecide: "No review waits for your decision",
};

const days = recentDays("Submitted");

const states = {
  waiting: <Status status="open" words="Waiting for a reviewer" />,
  underReview: <Status status="reviewing" />,
  toDecide: <Status status="pending" words="Review to decide" />,
} as const;

const columns: readonly Column<ReviewRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 200,
    minWidth: 145,
    cell: ({ credential_job_id, title }) => <RowLink to={paths.job(credential_job_id)}>{title}</RowLink>,
  },
  { id: "state", header: "Status", width: 150, minWidth: 129, line: 170, cell: ({ state }) => states[state] },
  {
    id: "reviewer",
    header: "Reviewer",
    width: 150,
    minWidth: 130,
    cell: ({ reviewer }) =>
      reviewer ? <RowLink to={paths.reviewerProfile(reviewer.user_id)}>{fullName(reviewer)}</RowLink> : "–",
  },
  {
    id: "submitted",
    header: "Submitted",
    date: true,
    width: 140,
    cell: ({ submitted_on }) => <Since at={submitted_on} shown={dateTime} />,
  },
  {
    id: "promised",
    header: "Decision due",
    date: "weekday",
    width: 160,
    minWidth: 130,
    cell: ({ promised }) => (promised ? <DecisionDay decision={promised} /> : "–"),
  },
  { id: "round", header: "Round", align: "end", width: 90, hidden: true, cell: ({ round }) => round },
];

const isRemindable = ({ remindable, reminded_on }: ReviewRow): boolean => remindable && reminded_on === undefined;

/** `/openReviews`: what learners wait for: with whom, how late, and what can be done about it, for one or for many. */
export function Page() {
  const { organization_id, organization, can } = useSession();
  const [asked, setPart] = useUrlState("part", "all");
  const [credential_id, setCredential] = useUrlState("credential");
  const [reviewer_id, setReviewer] = useUrlState("reviewer");
  const [submitted, setSubmitted] = useUrlState("submitted");
  const decides = can(api.review.adjudicate);
  const parts = reviewParts.filter((part) => decides || part !== "toDecide");
  const part = parts.find((each) => each === asked) ?? "all";
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReviewRow>>(new Map());
  const [taken, setTaken] = useState<readonly ReviewRow[]>([]);
  const rows = [...chosen.values()];
  const choose = (row: ReviewRow) => {
    const after = new Map(chosen);
    if (!after.delete(row.credential_job_id)) after.set(row.credential_job_id, row);
    setChosen(after);
  };
  const none = () => setChosen(new Map());

  const reminding = useSubmit({
    send: (asked: readonly ReviewRow[]) =>
      eachOf(asked, ({ credential_job_id }) => write(api.review.remind, { organization_id, credential_job_id })),
    onDone: ({ done, failed }) => {
      flash("success", `Reminder kept for ${counted(done, "review")}. It goes out at the end of a business day.`);
      tellFailed(failed, "reminded");
      none();
    },
    explain: (error) => void flash("error", unforeseen(error)),
  });
  const remind = (asked: readonly ReviewRow[]) => void reminding.submit(asked);
  const [toRemind, toReassign] = [rows.filter(isRemindable), rows.filter(({ reassignable }) => reassignable)];
  const [firstTaken, ...othersTaken] = taken.map((row) => ({ ...row, organization_id }));
  const clear = () => {
    setPart("all");
    setCredential("");
    setReviewer("");
    setSubmitted("");
  };

  return (
    <>
      <Collection
        name="reviews"
        title="Reviews"
        description="Submissions that wait for a decision. A reminder goes to the person whose turn it is, at the end of a business day, once they’ve left the review alone for two."
        columns={[
          {
            id: "chosen",
            header: "Select",
            width: 60,
            minWidth: 60,
            cell: (row) => (
              <label className="light-check">
                <input
                  type="checkbox"
                  aria-label={`Select ${row.title}`}
                  checked={chosen.has(row.credential_job_id)}
                  onChange={() => choose(row)}
                />
              </label>
            ),
          },
          ...columns,
          {
            id: "next",
            header: "Next step",
            width: 240,
            minWidth: 146,
            cell: (row) => (
              <NextStep
                row={row}
                busy={reminding.pending}
                onRemind={() => remind([row])}
                onReassign={() => setTaken([row])}
              />
            ),
          },
        ]}
        orders={{ newest: "Waiting longest first", oldest: "Newest first", due: "Decision due first" }}
        query={({ search: _, sort, ...page }, byDue) =>
          api.review.listReviews.query({
            ...page,
            organization_id,
            part,
            sort: byDue ? "due" : sort === "oldest" ? "newest" : "oldest",
            ...(credential_id && { credential_id }),
            ...(reviewer_id && { reviewer_id }),
            ...daysOf(submitted, organization?.timezone ?? "UTC"),
          })
        }
        rows={({ reviews }) => reviews}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title }) => title}
        filtered={Boolean(credential_id || reviewer_id || submitted)}
        onClearFilters={clear}
        filters={(answer) => (
          <>
            <ListRow>
              <ListTabs
                label="Reviews by what they wait for"
                selected={part}
                options={parts.map((id) => ({
                  id,
                  text: answer ? `${partWords[id]} (${answer.counts[id]})` : partWords[id],
                }))}
                onSelect={setPart}
              />
              <ListSelect
                label="Credential"
                selected={credential_id}
                options={[
                  { value: "", label: "All credentials" },
                  ...(answer?.credentials ?? []).map((each) => ({ value: each.credential_id, label: each.title })),
                ]}
                onSelect={setCredential}
              />
              <ListSelect
                label="Reviewer"
                selected={reviewer_id}
                options={[
                  { value: "", label: "All reviewers" },
                  ...(answer?.reviewers ?? []).map((each) => ({ value: each.user_id, label: fullName(each) })),
                ]}
                onSelect={setReviewer}
              />
              <ListSelect label="Date submitted" selected={submitted} options={days} onSelect={setSubmitted} />
            </ListRow>
            {answer && answer.beyond > 0 ? (
              <p>
                This list has the submissions that have waited longest. {counted(answer.beyond, "newer one")} will
                follow.
              </p>
            ) : null}
          </>
        )}
        empty={{ title: empty[part], text: "Submissions appear here until they’re decided." }}
        actions={
          rows.length > 0 ? (
            <ListRow>
              <LightButton onClick={none}>Clear selection</LightButton>
              <LightButton disabled={toReassign.length === 0} onClick={() => setTaken(toReassign)}>
                Reassign {toReassign.length}
              </LightButton>
              <LightButton busy={reminding.pending} disabled={toRemind.length === 0} onClick={() => remind(toRemind)}>
                Remind {toRemind.length}
              </LightButton>
            </ListRow>
          ) : undefined
        }
      />
      {firstTaken ? (
        <Suspense fallback={null}>
          <ReassignDialog jobs={[firstTaken, ...othersTaken]} onDone={none} onClose={() => setTaken([])} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What can be done about a row. */
function NextStep({
  row,
  busy,
  onRemind,
  onReassign,
}: {
  readonly row: ReviewRow;
  readonly busy: boolean;
  readonly onRemind: () => void;
  readonly onReassign: () => void;
}) {
  const { state, title, credential_job_id, reminded_on, reassignable } = row;
  if (state === "toDecide") return <RowLink to={paths.job(credential_job_id)}>Decide</RowLink>;
  return (
    <ListRow>
      {reminded_on ? (
        "Reminded"
      ) : (
        <LightButton aria-label={`Remind of ${title}`} disabled={busy} onClick={onRemind}>
          Remind
        </LightButton>
      )}
      {reassignable ? (
        <LightButton aria-label={`Reassign ${title}`} onClick={onReassign}>
          Reassign
        </LightButton>
      ) : null}
    </ListRow>
  );
}
