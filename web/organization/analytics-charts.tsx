import BarChart from "@cloudscape-design/components/bar-chart";
import Container from "@cloudscape-design/components/container";
import ExpandableSection from "@cloudscape-design/components/expandable-section";
import Header from "@cloudscape-design/components/header";
import type { MixedLineBarChartProps } from "@cloudscape-design/components/mixed-line-bar-chart";
import type { Analytics, Metrics } from "../../shared/organization/analytics.ts";
import { count, money } from "../ui/format.ts";
import { hours, metricColumn, monthName, percent, waited } from "./analytics-words.ts";

type Metric = Exclude<{ [Name in keyof Metrics]: Name }[keyof Metrics], undefined>;
type Bars = Extract<MixedLineBarChartProps.ChartSeries<string>, { type: "bar" }>;

const chartHeightPx = 240;

/** People are not divided: ticks between whole numbers stay empty. */
const whole = (value: number): string => (Number.isInteger(value) ? count(value) : "");

/** A chart of one or several figures by month, and the columns of the table under it. */
interface Chart {
  readonly title: string;
  /** What the chart is called where it cannot be seen. */
  readonly label: string;
  readonly unit: string;
  readonly write: (value: number) => string;
  readonly bars: readonly { readonly name: Metric; readonly title: string }[];
  readonly stacked?: true;
  readonly columns: readonly Metric[];
}

const charts: readonly Chart[] = [
  {
    title: "New learners",
    label: "New learners by month",
    unit: "People who applied for the first time",
    write: whole,
    bars: [{ name: "learners", title: "New learners" }],
    columns: ["learners"],
  },
  {
    title: "Applications and completions",
    label: "Applications and completions by month",
    unit: "People",
    write: whole,
    bars: [
      { name: "applications", title: "Applications" },
      { name: "completions", title: "Completions" },
    ],
    columns: ["applications", "submissions", "completions"],
  },
  {
    title: "Completion rate",
    label: "Completion rate by month of application",
    unit: "Of those who applied",
    write: percent,
    bars: [{ name: "completion_rate", title: "Completion rate" }],
    columns: ["applications", "completion_rate"],
  },
  {
    title: "Revenue and shares",
    label: "Revenue by month, split into shares",
    unit: "US dollars",
    write: money,
    stacked: true,
    bars: [
      { name: "reviewer_pay", title: "Reviewers" },
      { name: "issuer_share", title: "Issuer" },
      { name: "platform_share", title: "Platform" },
      { name: "organization_share", title: "Organization" },
    ],
    columns: ["revenue", "reviewer_pay", "issuer_share", "platform_share", "organization_share"],
  },
  {
    title: "Time to first decision",
    label: "Time from submission to first decision by month",
    unit: "On average",
    write: waited,
    bars: [{ name: "hours_to_first_decision", title: "First decision after" }],
    columns: ["submissions", "hours_to_first_decision"],
  },
  {
    title: "Reviewers’ hours",
    label: "Hours of completed reviews by month",
    unit: "Hours",
    write: hours,
    bars: [{ name: "reviewer_hours", title: "Hours" }],
    columns: ["completions", "reviewer_hours", "reviewer_pay"],
  },
];

type Months = Analytics["months"];

function MonthlyBars({ chart, months }: { readonly chart: Chart; readonly months: Months }) {
  const { label, unit, write, bars, stacked } = chart;
  const series: Bars[] = bars.map(({ name, title }) => ({
    type: "bar",
    title,
    valueFormatter: write,
    data: months.map((each) => ({ x: each.month, y: each[name] ?? 0 })),
  }));
  const highest = Math.max(
    ...months.map((each) => {
      const values = bars.map(({ name }) => each[name] ?? 0);
      return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
    }),
  );
  return (
    <BarChart
      series={series}
      xDomain={months.map(({ month }) => month)}
      yDomain={[0, highest === 0 ? 1 : highest * 1.1]}
      xScaleType="categorical"
      xTickFormatter={(month) => monthName(month)}
      yTickFormatter={write}
      xTitle=""
      yTitle={unit}
      height={chartHeightPx}
      hideFilter
      hideLegend={bars.length === 1}
      {...(stacked && { stackedBars: true })}
      ariaLabel={label}
      ariaDescription="The table below has the same figures."
      detailPopoverSize="medium"
      i18nStrings={{
        detailPopoverDismissAriaLabel: "Close",
        legendAriaLabel: "Legend",
        chartAriaRoleDescription: "bar chart",
      }}
    />
  );
}

/** The charts of analytics, each with its figures in a table under it. */
export default function AnalyticsCharts({ months }: { readonly months: Months }) {
  return (
    <div className="analytics-charts">
      {charts.map((chart) => (
        <Container key={chart.title} fitHeight header={<Header variant="h2">{chart.title}</Header>}>
          <MonthlyBars chart={chart} months={months} />
          <ExpandableSection headerText="Figures in a table" headingTagOverride="h3">
            <MetricsTable chart={chart} months={months} />
          </ExpandableSection>
        </Container>
      ))}
    </div>
  );
}

function MetricsTable({ chart, months }: { readonly chart: Chart; readonly months: Months }) {
  const shown = chart.columns.map(metricColumn);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="analytics-table" aria-label={`${chart.title}, table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {shown.map(({ id, header }) => (
              <th key={id} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((each) => (
            <tr key={each.month}>
              <th scope="row">{monthName(each.month)}</th>
              {shown.map(({ id, write }) => (
                <td key={id} className="figures">
                  {write(each)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
