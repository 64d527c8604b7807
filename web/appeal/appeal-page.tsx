import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import type { OwnAppeal } from "../../shared/appeal/appeal.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Submission } from "../../shared/submission/submission-views.ts";
import { api } from "../api/client.ts";
import { appealLooks, groundsWords } from "../content/appeal/appeal-words.ts";
import { ReviewShown } from "../content/submission/review-shown.tsx";
import { useSession } from "../session/session.tsx";
import { DecisionDay } from "../ui/look/decision-day.tsx";
import { date, dateTime, money } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Status } from "../ui/look/status.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { WithdrawAppeal } from "./withdraw-appeal.tsx";
import "../content/submission/work.css";

const lookAgainEveryMs = 60_000;

/** `/mySubmissions/:id/appeal`: an appeal from its filing to its answer. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: submission } = useSuspenseQuery({
    ...api.submission.read.query({ organization_id, application_id: id }),
    refetchInterval: lookAgainEveryMs,
  });
  const { title, appeal, appealable_until } = submission;
  const own = paths.mySubmission(id);
  if (!appeal && !appealable_until) return <Navigate to={own} replace />;
  return (
    <>
      <PageHeader
        title={appeal ? "Your appeal" : "Appeal a decision"}
        description={title}
        back={{ to: own, text: "Submission" }}
        actions={<Actions submission={submission} />}
      />
      {appeal ? (
        <Filed submission={submission} appeal={appeal} />
      ) : (
        <SpaceBetween size="l">
          <Panel title="How it works">
            <ul className="work-list">
              <li>A reviewer who hasn’t seen your submission makes a new decision on the sections you choose.</li>
              <li>What’s approved stays approved. An appeal can’t make your result worse.</li>
              {submission.appeal_hourly_fee ? (
                <li>
                  You pay a fee for the sections you choose. If any of them is approved, you get the fee back as product
                  credit.
                </li>
              ) : (
                <li>It’s free.</li>
              )}
              <li>You can appeal once. You can’t revise while your appeal is open.</li>
              <li>You can appeal until {dateTime(appealable_until)}.</li>
            </ul>
          </Panel>
          <Panel>
            <AppealForm submission={submission} onCancel={own} />
          </Panel>
        </SpaceBetween>
      )}
    </>
  );
}

/** What can be done about an appeal that has not ended. */
function Actions({ submission }: { readonly submission: Submission }) {
  const go = useNavigate();
  const { appeal, cred_id, archived_until } = submission;
  if (appeal?.status !== "filed" && appeal?.status !== "unpaid") return null;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <WithdrawAppeal submission={submission} />
      {appeal.status === "unpaid" && archived_until === undefined ? (
        <Button variant="primary" onClick={() => void go(paths.payAppeal(cred_id))}>
          Pay {money(appeal.fee ?? 0)}
        </Button>
      ) : null}
    </SpaceBetween>
  );
}

/** What a fee came to, and the way to its receipt. */
function feeItems({ application_id }: Submission, { status, fee, fee_credited }: OwnAppeal) {
  if (fee === undefined) return [];
  const back = fee_credited === undefined ? "" : `, ${money(fee_credited)} returned as credit`;
  const value =
    status === "unpaid" ? money(fee) : <Link to={paths.appealReceipt(application_id)}>{`${money(fee)}${back}`}</Link>;
  return [{ label: "Fee", value }];
}

const nextWords: Readonly<Record<OwnAppeal["status"], string>> = {
  unpaid: "Your appeal isn’t filed yet. Pay the fee to file it. If you submit a revision first, this appeal ends.",
  filed: "A reviewer who hasn’t seen your submission will decide. You can’t revise until then.",
  withdrawn: "You withdrew this appeal. The first decision stands, and you can revise your submission.",
  upheld: "Another reviewer came to the same decision. Read their feedback, then revise your submission.",
  overturned: "Another reviewer approved what you appealed.",
  closed: "This appeal ended with its submission.",
};

/** An appeal that was filed: where it stands, what was said, and the answer. */
function Filed({ submission, appeal }: { readonly submission: Submission; readonly appeal: OwnAppeal }) {
  const { status, grounds, text, section_ids, filed_on, payable_until, ended_on, decision, answers = [] } = appeal;
  const titleOf = (id: string) => submission.sections.find(({ section_id }) => section_id === id)?.title ?? "";
  const isPartly = status === "overturned" && answers.some((answer) => answer.status === "rejected");
  return (
    <SpaceBetween size="l">
      <Panel
        title="Details"
        footer={
          <KeyValues
            items={[
              { label: "Status", value: <Status {...appealLooks[status]} /> },
              status === "unpaid"
                ? { label: "Pay by", value: dateTime(payable_until) }
                : { label: "Filed on", value: date(filed_on) },
              ...(status === "unpaid"
                ? []
                : ended_on
                  ? [{ label: "Ended on", value: date(ended_on) }]
                  : decision
                    ? [{ label: "Decision by", value: <DecisionDay decision={decision} /> }]
                    : []),
              ...feeItems(submission, appeal),
              { label: "Sections", value: section_ids.map(titleOf).join(", ") },
            ]}
          />
        }
      >
        <p>
          {isPartly
            ? "Another reviewer approved part of what you appealed. Revise the rest and submit again."
            : nextWords[status]}
        </p>
      </Panel>
      <Panel title="What you wrote" description={groundsWords[grounds]}>
        <p className="work-plain">{text}</p>
      </Panel>
      {answers.map((answer) => (
        <Panel key={answer.section_id} title={titleOf(answer.section_id)}>
          <ReviewShown
            section={{
              ...answer,
              title: titleOf(answer.section_id),
              rubric_ext:
                submission.sections.find(({ section_id }) => section_id === answer.section_id)?.rubric_ext ?? null,
              reviewed_on: ended_on,
            }}
          />
        </Panel>
      ))}
    </SpaceBetween>
  );
}
