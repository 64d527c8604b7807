import { lazy, Suspense } from "react";
import type { QualityPeriod } from "../../shared/quality/calls.ts";
import { manyPairs, type Quality } from "../../shared/quality/quality.ts";
import { monthName } from "../content/organization/analytics-words.ts";
import { MetricsTable } from "../content/organization/metrics-table.tsx";
import { Amounts } from "../content/payment/amounts.tsx";
import { count, counted } from "../ui/look/format.ts";
import { Disclosure, Stack } from "../ui/look/panel.tsx";
import {
  activeTimeNote,
  activeTimeWords,
  agreementNote,
  agreementWords,
  coefficientWords,
  overturnedNote,
  rangeWords,
  shareNote,
  shareWords,
} from "./quality-words.ts";
import "../content/organization/analytics.css";

const Charts = lazy(() => import("./quality-charts.tsx"));

/** The figures of a period in total and by month; the room is kept while they are on their way. */
export function QualityMetrics({ data }: { readonly data: QualityPeriod | undefined }) {
  const { totals } = data ?? {};
  return (
    <Stack gap="l">
      <Amounts
        label={`Quality, ${data ? `${monthName(data.from)} – ${monthName(data.to)}` : "loading"}`}
        amounts={[
          {
            label: "Same decision",
            value: totals && agreementWords(totals.verdicts),
            note: totals && agreementNote(totals.verdicts, "section"),
          },
          {
            label: "Same marks",
            value: totals && agreementWords(totals.marks),
            note: totals && agreementNote(totals.marks, "mark"),
          },
          {
            label: "Agreement beyond chance (AC1)",
            value: totals && coefficientWords(totals.verdicts.gwet, totals.verdicts),
            note:
              totals &&
              `1 is full agreement, 0 is no better than guessing. Decisions in ${counted(totals.double_reviews, "double review")}`,
          },
          {
            label: "Overturned in double review",
            value: totals && shareWords(totals.overturned),
            note: totals && overturnedNote(totals),
          },
          {
            label: "Appeals overturned",
            value: totals && shareWords(totals.appeals_overturned),
            note: totals && shareNote(totals.appeals_overturned, "appeal"),
          },
          {
            label: "Finished on time",
            value: totals && shareWords(totals.in_time),
            note: totals && shareNote(totals.in_time, "finished review"),
          },
          {
            label: "Active time",
            value: totals && activeTimeWords(totals.active_time),
            note: totals && activeTimeNote(totals.active_time),
          },
        ]}
      />
      <p className="panel-description">{rangeWords}</p>
      {data ? (
        <Suspense fallback={<Waiting />}>
          <Charts months={data.months} />
          <Coefficients quality={data.totals} />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </Stack>
  );
}

/** Agreement beyond chance, by what is compared; kappa and alpha once there are enough double reviews. */
function Coefficients({ quality }: { readonly quality: Quality }) {
  const compared = [
    { name: "Decisions", agreement: quality.verdicts, levels: 2 },
    { name: "Marks", agreement: quality.marks, levels: 2 },
    { name: "Progress", agreement: quality.progress, levels: 3 },
  ];
  return (
    <Disclosure framed level={2} title="Agreement beyond chance">
      <p className="panel-description">
        Even reviewers who guess sometimes agree. These numbers correct for that: 1 means full agreement, and 0 means no
        better than guessing. Kappa and alpha need at least {manyPairs} double reviews.
      </p>
      <MetricsTable
        title="Agreement beyond chance"
        heading="Compared"
        columns={[
          { name: "Double reviews" },
          { name: "Gwet’s AC1 or AC2" },
          { name: "Cohen’s kappa" },
          { name: "Krippendorff’s alpha" },
        ]}
        rows={compared.map(({ name, agreement, levels }) => ({
          id: name,
          name,
          cells: [
            count(agreement.double_reviews),
            coefficientWords(agreement.gwet, agreement),
            coefficientWords(agreement.kappa, agreement),
            levels === 2 ? coefficientWords(agreement.alpha, agreement) : "–",
          ],
        }))}
      />
    </Disclosure>
  );
}

const Waiting = () => (
  <div className="analytics-charts" aria-hidden="true">
    {["agreement", "reviews", "time"].map((chart) => (
      <div key={chart} className="analytics-waiting" />
    ))}
  </div>
);
