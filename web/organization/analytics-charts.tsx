import BarChart from "@cloudscape-design/components/bar-chart";
import type { MixedLineBarChartProps } from "@cloudscape-design/components/mixed-line-bar-chart";
import type { Analytics, Metrics } from "../../shared/organization/analytics.ts";
import { hours, metricColumn, monthName, percent, waited } from "../content/organization/analytics-words.ts";
import { topOf } from "../content/organization/chart-scale.ts";
import { MonthsTable } from "../content/organization/metrics-table.tsx";
import { count, money } from "../ui/look/format.ts";
import { Disclosure, Panel } from "../ui/look/panel.tsx";
import { colourOf, Swatch, type Swatched, SwatchPatterns } from "../ui/look/pictures/swatch.tsx";

type Metric = Exclude<{ [Name in keyof Metrics]: Name }[keyof Metrics], undefined>;
type Bars = Extract<MixedLineBarChartProps.ChartSeries<string>, { type: "bar" }>;

const chartHeightPx = 240;

/** The end of a scale of people that is never divided between them. */
const peopleLeast = 4;

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** How a chart's figures stand on its scale. */
interface Scale {
  readonly top: number;
  /** What the figures are divided by to stand on it; 1 unless told. */
  readonly unit?: number;
  readonly tick: (value: number) => string;
}

const people = (highest: number): Scale => ({ top: topOf(highest, peopleLeast), tick: count });
const shareOfAll = (): Scale => ({ top: 1, tick: percent });
const amounts = (highest: number): Scale => ({ top: topOf(highest), tick: (value) => dollars.format(value) });
const hoursOfWork = (highest: number): Scale => ({ top: topOf(highest), tick: hours });
/** In days, by steps that one decimal can tell. */
const waiting = (highest: number): Scale => ({
  top: topOf(highest / 24, 0.5),
  unit: 24,
  tick: (value) => `${hours(value)} days`,
});

/** A chart of one or several figures by month, and the columns of the table under it. */
interface Chart {
  readonly title: string;
  /** What the chart is called where it cannot be seen. */
  readonly label: string;
  readonly unit: string;
  readonly write: (value: number) => string;
  readonly scale: (highest: number) => Scale;
  readonly bars: readonly { readonly name: Metric; readonly title: string; readonly swatch: Swatched }[];
  readonly stacked?: true;
  readonly columns: readonly Metric[];
  /** What is to be known of its figures. */
  readonly description?: string;
}

const charts: readonly Chart[] = [
  {
    title: "New learners",
    label: "New learners by month",
    unit: "First-time applicants",
    write: count,
    scale: people,
    bars: [{ name: "learners", title: "New learners", swatch: "first" }],
    columns: ["learners"],
  },
  {
    title: "Applications and completions",
    label: "Applications and completions by month",
    unit: "People",
    write: count,
    scale: people,
    bars: [
      { name: "applications", title: "Applications", swatch: "second" },
      { name: "completions", title: "Completions", swatch: "first" },
    ],
    columns: ["applications", "submissions", "completions"],
  },
  {
    title: "Completion rate",
    label: "Completion rate by month of application",
    unit: "Share of applications completed",
    write: percent,
    scale: shareOfAll,
    bars: [{ name: "completion_rate", title: "Completion rate", swatch: "first" }],
    columns: ["applications", "completion_rate"],
  },
  {
    title: "Revenue and shares",
    label: "Revenue by month, split into shares",
    unit: "US dollars",
    write: money,
    scale: amounts,
    stacked: true,
    bars: [
      { name: "reviewer_pay", title: "Reviewers", swatch: "reviewer" },
      { name: "issuer_share", title: "Issuer", swatch: "issuer" },
      { name: "platform_share", title: "Platform", swatch: "platform" },
      { name: "organization_share", title: "Organization", swatch: "organization" },
    ],
    columns: ["revenue", "reviewer_pay", "issuer_share", "platform_share", "organization_share"],
    description:
      "Revenue is what learners paid. Reviewers also get what your organization pays for free credentials and second reviews.",
  },
  {
    title: "Time to first decision",
    label: "Time from submission to first decision by month",
    unit: "Average",
    write: waited,
    scale: waiting,
    bars: [{ name: "hours_to_first_decision", title: "Time to first decision", swatch: "first" }],
    columns: ["submissions", "hours_to_first_decision"],
  },
  {
    title: "Reviewers’ hours",
    label: "Hours of completed reviews by month",
    unit: "Hours",
    write: hours,
    scale: hoursOfWork,
    bars: [{ name: "reviewer_hours", title: "Hours", swatch: "first" }],
    columns: ["completions", "reviewer_hours", "reviewer_pay"],
  },
];

type Months = Analytics["months"];

function MonthlyBars({ chart, months }: { readonly chart: Chart; readonly months: Months }) {
  const { label, unit: unitWords, write, bars, stacked } = chart;
  const highest = Math.max(
    ...months.map((each) => {
      const values = bars.map(({ name }) => each[name] ?? 0);
      return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
    }),
  );
  const { top, unit = 1, tick } = chart.scale(highest);
  const series: Bars[] = bars.map(({ name, title, swatch }) => ({
    type: "bar",
    title,
    color: colourOf[swatch],
    valueFormatter: (value) => write(value * unit),
    data: months.map((each) => ({ x: each.month, y: (each[name] ?? 0) / unit })),
  }));
  return (
    <>
      <BarChart
        series={series}
        xDomain={months.map(({ month }) => month)}
        yDomain={[0, top]}
        xScaleType="categorical"
        xTickFormatter={(month) => monthName(month)}
        yTickFormatter={tick}
        xTitle=""
        yTitle={unitWords}
        height={chartHeightPx}
        hideFilter
        hideLegend
        {...(stacked && { stackedBars: true })}
        ariaLabel={label}
        ariaDescription="The table below has the same data."
        detailPopoverSize="medium"
        i18nStrings={{
          detailPopoverDismissAriaLabel: "Close",
          chartAriaRoleDescription: "bar chart",
        }}
      />
      {bars.length > 1 ? (
        <ul className="analytics-legend" aria-label="Legend">
          {bars.map(({ name, title, swatch }) => (
            <li key={name}>
              <Swatch of={swatch} /> {title}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The charts of analytics, each with its figures in a table under it. */
export default function AnalyticsCharts({ months }: { readonly months: Months }) {
  return (
    <div className="analytics-charts">
      <SwatchPatterns />
      {charts.map((chart) => (
        <Panel title={chart.title} description={chart.description} key={chart.title}>
          <MonthlyBars chart={chart} months={months} />
          <Disclosure title="View as table">
            <MonthsTable
              title={chart.title}
              columns={chart.columns.map(metricColumn)}
              months={months}
              hasMetrics={(month) => chart.columns.some((name) => month[name])}
            />
          </Disclosure>
        </Panel>
      ))}
    </div>
  );
}
