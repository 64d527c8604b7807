import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { count, counted, date, relative } from "../ui/look/format.ts";

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
        { label: "Waiting for a reviewer", value: data && count(data.open) },
        { label: "With a reviewer", value: data && count(data.under_review) },
        {
          label: "Late now",
          value: data && count(data.late.count),
          note: data && `Of ${counted(data.late.of, "unfinished review")} with a due date`,
        },
        {
          label: "Oldest submission",
          value: data && (data.waiting_since ? relative(data.waiting_since) : "–"),
          note: data?.waiting_since && `Submitted ${date(data.waiting_since)}`,
        },
      ]}
    />
  );
}
