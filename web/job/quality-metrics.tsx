import { lazy, Suspense } from "react";
import type { QualityPeriod } from "../../shared/job/quality-calls.ts";
import { monthName } from "../organization/analytics-words.ts";
import { Amounts } from "../payment/amounts.tsx";
import { counted } from "../ui/format.ts";
import { Stack } from "../ui/panel.tsx";
import { agreementNote, agreementWords, coefficientWords, shareNote, shareWords } from "./quality-words.ts";
import "../organization/analytics.css";

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
            label: "AC1 of decisions",
            value: totals && coefficientWords(totals.verdicts.gwet, totals.verdicts),
            note: totals && `From ${counted(totals.double_reviews, "double review")}`,
          },
          {
            label: "Overturned",
            value: totals && shareWords(totals.overturned),
            note: totals && shareNote(totals.overturned, "section"),
          },
          {
            label: "On time",
            value: totals && shareWords(totals.in_time),
            note: totals && shareNote(totals.in_time, "review"),
          },
        ]}
      />
      {data ? (
        <Suspense fallback={<Waiting />}>
          <Charts months={data.months} />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </Stack>
  );
}

const Waiting = () => (
  <div className="analytics-charts" aria-hidden="true">
    {["agreement", "reviews", "time"].map((chart) => (
      <div key={chart} className="analytics-waiting" />
    ))}
  </div>
);
