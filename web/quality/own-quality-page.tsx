import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { monthAfter } from "../../shared/organization/analytics.ts";
import type { DoubleReview } from "../../shared/quality/calls.ts";
import { api } from "../api/client.ts";
import { MonthRange, presentMonth, useMonthRange } from "../content/organization/month-range.tsx";
import { MarksTable } from "../content/review/marks-table.tsx";
import { useSession } from "../session/session.tsx";
import { Nothing } from "../ui/lists/list-states.tsx";
import { date } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { wordsFor } from "../ui/words.ts";
import { QualityMetrics } from "./quality-metrics.tsx";

/** `/quality` of a reviewer: their own figures, and what another reviewer marked differently. */
export function Page() {
  const { organization_id } = useSession();
  const range = useMonthRange(monthAfter(presentMonth(), -1));
  const answer = useQuery({
    ...api.quality.readOwn.query({ organization_id, from: range.from, to: range.to }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  return (
    <Stack gap="l">
      <PageHeader
        title="Your review quality"
        description="Some work is reviewed by two people who don’t see each other’s decisions. This shows how often you agreed, in months that have ended. It doesn’t affect your pay or the jobs you’re offered."
      />
      <MonthRange {...range} />
      {answer.isError ? (
        <Alert
          type="error"
          header="We couldn’t load your review quality"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {wordsFor(answer.error)}
        </Alert>
      ) : (
        <Stack gap="l">
          <QualityMetrics data={data} />
          {data ? <Differences reviews={data.double_reviews} /> : null}
        </Stack>
      )}
    </Stack>
  );
}

function Differences({ reviews }: { readonly reviews: readonly DoubleReview[] }) {
  return (
    <Panel
      title="Marked differently"
      description="From your 20 latest jobs, once the learner has the result. Names aren’t shown."
    >
      {reviews.length === 0 ? (
        <Nothing
          title="No differences"
          text="When another reviewer marks the same work differently, you can compare here."
        />
      ) : (
        <Stack gap="l">
          {reviews.map((review) => (
            <Differing key={`${review.credential_job_id} ${review.finalized_on}`} review={review} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

const verdictWords = { accepted: "Approved", rejected: "Sent back" } as const;
const metWords = (isMet: boolean) => (isMet ? "Passing" : "Not passing");

function Differing({ review: { title, finalized_on, sections } }: { readonly review: DoubleReview }) {
  const name = `${title}, ${date(finalized_on)}`;
  return (
    <section aria-label={name}>
      <h3>{title}</h3>
      <p>Result on {date(finalized_on)}</p>
      {sections.map((section) => (
        <section key={section.section_id} aria-label={`${name}, ${section.title}`}>
          <h4>{section.title}</h4>
          <MarksTable
            label={`${name}, ${section.title}, marks`}
            columns={["You", "Other reviewer", "Result"]}
            rows={[
              {
                id: "decision",
                name: "Decision",
                cells: [verdictWords[section.own], verdictWords[section.other], verdictWords[section.result]],
              },
              ...section.criteria.map(({ criteria, own, result }) => ({
                id: criteria,
                name: criteria,
                cells: [metWords(own), metWords(!own), metWords(result)],
              })),
            ]}
          />
        </section>
      ))}
    </section>
  );
}
