import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { ReviewPart } from "../../shared/review/overview-calls.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { count, counted, date, relative } from "../ui/look/format.ts";

/** A number that leads to the reviews it counts. */
const listOf = (part: ReviewPart, number: number) => <Link to={paths.reviewsOf(part)}>{count(number)}</Link>;

/** The decisions that the organization's learners wait for at this moment; nothing where they can't be read. */
export function QualityQueue() {
  const { organization_id } = useSession();
  const { data, isError } = useQuery(api.quality.readQueue.query({ organization_id }));
  if (isError) return null;
  return (
    <Amounts
      title="Waiting now"
      label="Waiting now"
      amounts={[
        { label: "Waiting for a reviewer", value: data && listOf("waiting", data.open) },
        { label: "With a reviewer", value: data && listOf("underReview", data.under_review) },
        {
          label: "Late now",
          value: data && listOf("late", data.late.count),
          note: data && `Of ${counted(data.late.of, "unfinished review")} with a due date`,
        },
        {
          label: "Oldest submission",
          value: data && (data.waiting_since ? <Link to={paths.reviews}>{relative(data.waiting_since)}</Link> : "–"),
          note: data?.waiting_since && `Submitted ${date(data.waiting_since)}`,
        },
      ]}
    />
  );
}
