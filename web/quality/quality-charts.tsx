import BarChart from "@cloudscape-design/components/bar-chart";
import type { MixedLineBarChartProps } from "@cloudscape-design/components/mixed-line-bar-chart";
import { fewPairs, type Quality } from "../../shared/quality/quality.ts";
import { monthName } from "../content/organization/analytics-words.ts";
import { topOf } from "../content/organization/chart-scale.ts";
import { MonthsTable } from "../content/organization/metrics-table.tsx";
import { count } from "../ui/look/format.ts";
import { Disclosure, Panel } from "../ui/look/panel.tsx";
import { colourOf, Swatch, type Swatched, SwatchPatterns } from "../ui/look/pictures/swatch.tsx";
import { percent, qualityColumns } from "./quality-words.ts";
import "../content/organization/analytics.css";

type Months = readonly (Quality & { readonly month: string })[];
type Bars = Extract<MixedLineBarChartProps.ChartSeries<string>, { type: "bar" }>;
type ColumnId = (typeof qualityColumns)[number]["id"];

/** The end of a scale of things that are never divided. */
const wholeLeast = 4;

interface Chart {
  readonly title: string;
  readonly label: string;
  readonly unit: string;
  readonly share: boolean;
  /** The bars; what has no share that month has none. */
  readonly bars: readonly {
    readonly title: string;
    readonly swatch: Swatched;
    readonly value: (month: Quality) => number | undefined;
  }[];
  readonly columns: readonly ColumnId[];
  /** Whether there is anything in a month. */
  readonly hasMetrics: (month: Quality) => boolean;
}

const hasDoubleReviews = ({ double_reviews }: Quality) => double_reviews > 0;

const charts: readonly Chart[] = [
  {
    title: "Agreement",
    label: "Agreement of two reviewers by month",
    unit: `Share, from ${fewPairs} double reviews a month`,
    share: true,
    bars: [
      { title: "Same marks", swatch: "second", value: ({ marks }) => marks.observed?.value },
      { title: "Same decision", swatch: "first", value: ({ verdicts }) => verdicts.observed?.value },
    ],
    columns: ["double_reviews", "verdicts", "marks", "ac1"],
    hasMetrics: hasDoubleReviews,
  },
  {
    title: "Double reviews",
    label: "Double reviews by month",
    unit: "Reviews",
    share: false,
    bars: [{ title: "Double reviews", swatch: "first", value: ({ double_reviews }) => double_reviews }],
    columns: ["double_reviews", "overturned"],
    hasMetrics: hasDoubleReviews,
  },
  {
    title: "Finished on time",
    label: "Share of reviews finished on time by month",
    unit: "Share of reviews with a due date",
    share: true,
    bars: [{ title: "On time", swatch: "first", value: ({ in_time }) => in_time.share?.value }],
    columns: ["in_time"],
    hasMetrics: ({ in_time }) => in_time.of > 0,
  },
];

/** The charts of the quality of review, each with its figures in a table under it. */
export default function QualityCharts({ months }: { readonly months: Months }) {
  return (
    <div className="analytics-charts">
      <SwatchPatterns />
      {charts.map((chart) => (
        <Panel title={chart.title} key={chart.title}>
          <MonthlyBars chart={chart} months={months} />
          <Disclosure title="View as table">
            <MonthsTable
              title={chart.title}
              columns={qualityColumns.filter(({ id }) => chart.columns.includes(id))}
              months={months}
              hasMetrics={chart.hasMetrics}
            />
          </Disclosure>
        </Panel>
      ))}
    </div>
  );
}

function MonthlyBars({ chart, months }: { readonly chart: Chart; readonly months: Months }) {
  const { label, unit, share, bars } = chart;
  const write = share ? percent : count;
  const highest = Math.max(...months.flatMap((month) => bars.map(({ value }) => value(month) ?? 0)));
  const series: Bars[] = bars.map(({ title, swatch, value }) => ({
    type: "bar",
    title,
    color: colourOf[swatch],
    valueFormatter: write,
    data: months.map((month) => ({ x: month.month, y: value(month) ?? 0 })),
  }));
  return (
    <>
      <BarChart
        series={series}
        xDomain={months.map(({ month }) => month)}
        yDomain={[0, share ? 1 : topOf(highest, wholeLeast)]}
        xScaleType="categorical"
        xTickFormatter={(month) => monthName(month)}
        yTickFormatter={write}
        xTitle=""
        yTitle={unit}
        height={240}
        hideFilter
        hideLegend
        ariaLabel={label}
        ariaDescription="The table below has the same data."
        detailPopoverSize="medium"
        i18nStrings={{ detailPopoverDismissAriaLabel: "Close", chartAriaRoleDescription: "bar chart" }}
      />
      {bars.length > 1 ? (
        <ul className="analytics-legend" aria-label="Legend">
          {bars.map(({ title, swatch }) => (
            <li key={title}>
              <Swatch of={swatch} /> {title}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
