import BarChart from "@cloudscape-design/components/bar-chart";
import Container from "@cloudscape-design/components/container";
import ExpandableSection from "@cloudscape-design/components/expandable-section";
import Header from "@cloudscape-design/components/header";
import type { MixedLineBarChartProps } from "@cloudscape-design/components/mixed-line-bar-chart";
import type { ReactNode } from "react";
import type { Analytics, Figures } from "../../shared/organization/analytics.ts";
import { count, money } from "../ui/format.ts";
import { figureColumn, hours, monthName, percent, waited } from "./analytics-words.ts";

type Figure = Exclude<{ [Name in keyof Figures]: Name }[keyof Figures], undefined>;
type Bars = Extract<MixedLineBarChartProps.ChartSeries<string>, { type: "bar" }>;

const chartHeightPx = 240;

/** People are not divided: ticks between whole numbers stay empty. */
const whole = (value: number): string => (Number.isInteger(value) ? count(value) : "");

/** Bars of one or several figures by month. */
function Months({
  months,
  label,
  figures,
  write,
  unit,
  stacked,
}: {
  readonly months: Analytics["months"];
  readonly label: string;
  readonly figures: readonly { readonly name: Figure; readonly title: string; readonly color?: string }[];
  readonly write: (value: number) => string;
  readonly unit: string;
  readonly stacked?: true;
}) {
  const series: Bars[] = figures.map(({ name, title, color }) => ({
    type: "bar",
    title,
    ...(color && { color }),
    valueFormatter: write,
    data: months.map((each) => ({ x: each.month, y: each[name] ?? 0 })),
  }));
  const highest = Math.max(
    ...months.map((each) => {
      const values = figures.map(({ name }) => each[name] ?? 0);
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
      hideLegend={figures.length === 1}
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

/** What a chart shows, and the columns of the table under it. */
interface ChartShown {
  readonly title: string;
  readonly columns: readonly Figure[];
  readonly chart: (months: Analytics["months"]) => ReactNode;
}

const charts: readonly ChartShown[] = [
  {
    title: "New learners",
    columns: ["learners"],
    chart: (months) => (
      <Months
        months={months}
        label="New learners by month"
        unit="People who applied for the first time"
        write={whole}
        figures={[{ name: "learners", title: "New learners" }]}
      />
    ),
  },
  {
    title: "Applications and completions",
    columns: ["applications", "submissions", "completions"],
    chart: (months) => (
      <Months
        months={months}
        label="Applications and completions by month"
        unit="People"
        write={whole}
        figures={[
          { name: "applications", title: "Applications" },
          { name: "completions", title: "Completions" },
        ]}
      />
    ),
  },
  {
    title: "Completion rate",
    columns: ["applications", "completion_rate"],
    chart: (months) => (
      <Months
        months={months}
        label="Completion rate by month of application"
        unit="Of those who applied"
        write={percent}
        figures={[{ name: "completion_rate", title: "Completion rate" }]}
      />
    ),
  },
  {
    title: "Revenue and shares",
    columns: ["revenue", "reviewer_pay", "issuer_share", "platform_share", "organization_share"],
    chart: (months) => (
      <Months
        months={months}
        stacked
        label="Revenue by month, split into shares"
        unit="US dollars"
        write={money}
        figures={[
          { name: "reviewer_pay", title: "Reviewers" },
          { name: "issuer_share", title: "Issuer" },
          { name: "platform_share", title: "Platform" },
          { name: "organization_share", title: "Organization" },
        ]}
      />
    ),
  },
  {
    title: "Time to first decision",
    columns: ["submissions", "hours_to_first_decision"],
    chart: (months) => (
      <Months
        months={months}
        label="Time from submission to first decision by month"
        unit="On average"
        write={waited}
        figures={[{ name: "hours_to_first_decision", title: "First decision after" }]}
      />
    ),
  },
  {
    title: "Reviewers’ hours",
    columns: ["completions", "reviewer_hours", "reviewer_pay"],
    chart: (months) => (
      <Months
        months={months}
        label="Hours of completed reviews by month"
        unit="Hours"
        write={hours}
        figures={[{ name: "reviewer_hours", title: "Hours" }]}
      />
    ),
  },
];

/** The charts of analytics, each with its figures in a table under it. */
export default function AnalyticsCharts({ months }: { readonly months: Analytics["months"] }) {
  return (
    <div className="analytics-charts">
      {charts.map(({ title, columns, chart }) => (
        <Container key={title} fitHeight header={<Header variant="h2">{title}</Header>}>
          {chart(months)}
          <ExpandableSection headerText="Figures in a table" headingTagOverride="h3">
            <FiguresTable label={title} columns={columns} months={months} />
          </ExpandableSection>
        </Container>
      ))}
    </div>
  );
}

function FiguresTable({
  label,
  columns,
  months,
}: {
  readonly label: string;
  readonly columns: ChartShown["columns"];
  readonly months: Analytics["months"];
}) {
  const shown = columns.map(figureColumn);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="analytics-table" aria-label={`${label}, table`} tabIndex={0}>
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
