import { fullName } from "../../../shared/platform/full-name.ts";
import type { ReviewerTies } from "../../../shared/tie/calls.ts";
import { Panel } from "../../ui/look/panel.tsx";
import { MetricsTable } from "../organization/metrics-table.tsx";
import { declineWords, skillsWords } from "./offer-words.ts";

/** To whom a job is offered, in their order, and why; for admins alone. */
export function JobOffers({ reviewers }: { readonly reviewers: readonly ReviewerTies[] }) {
  const placed = reviewers.filter(({ offer, declined }) => offer || declined);
  if (placed.length === 0) return null;
  const inOrder = placed.toSorted(
    (one, other) => (one.offer?.place ?? Number.POSITIVE_INFINITY) - (other.offer?.place ?? Number.POSITIVE_INFINITY),
  );
  return (
    <Panel
      title="Offers"
      description="We offer a job to three reviewers first, to five more after four working hours, and to everyone after eight. Workload and punctuality count, too. How strict or fast they are doesn’t matter. Only admins see this."
    >
      <MetricsTable
        title="Offers"
        heading="Reviewer"
        columns={[
          { name: "Status", text: true },
          { name: "Skills", text: true },
        ]}
        rows={inOrder.map((reviewer) => ({
          id: reviewer.user_id,
          name: fullName(reviewer),
          cells: [statusOf(reviewer), reviewer.offer ? skillsWords(reviewer.offer) : "–"],
        }))}
      />
    </Panel>
  );
}

/** Where a reviewer stands with the job, in words. */
function statusOf({ accepted, offered, offer, declined }: ReviewerTies): string {
  if (accepted) return "Accepted";
  if (declined) return `Declined: ${declineWords[declined.reason]}${declined.note ? ` (${declined.note})` : ""}`;
  const tie = offer?.soft_tie ? ", has a minor tie" : "";
  return `${offered ? "Offered" : "Not offered"}${tie}`;
}
