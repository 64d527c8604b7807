import { fullName } from "../../../shared/platform/full-name.ts";
import type { ReviewerTies } from "../../../shared/tie/calls.ts";
import { date } from "../../ui/look/format.ts";
import { Panel } from "../../ui/look/panel.tsx";
import { MetricsTable } from "../organization/metrics-table.tsx";
import { declineWords, inHandWords, skillsWords } from "./offer-words.ts";

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
      description="We offer a job to three reviewers first, to five more after four working hours, and to everyone after eight. How strict or fast they are doesn’t matter. Only admins see this."
    >
      <MetricsTable
        title="Offers"
        heading="Reviewer"
        columns={[
          { name: "Status", text: true },
          { name: "Skills", text: true },
          { name: "Workload", text: true },
          { name: "On time" },
          { name: "Last job accepted" },
        ]}
        rows={inOrder.map((reviewer) => ({
          id: reviewer.user_id,
          name: fullName(reviewer),
          cells: [statusOf(reviewer), ...offerCells(reviewer)],
        }))}
      />
    </Panel>
  );
}

function offerCells({ offer }: ReviewerTies): readonly string[] {
  if (!offer) return ["–", "–", "–", "–"];
  return [
    skillsWords(offer),
    inHandWords(offer.open_minutes),
    offer.in_time_of > 0 ? `${offer.in_time} of ${offer.in_time_of}` : "–",
    offer.last_job_on ? date(offer.last_job_on) : "–",
  ];
}

/** Where a reviewer stands with the job, in words. */
function statusOf({ accepted, offered, offer, declined }: ReviewerTies): string {
  if (accepted) return "Accepted";
  if (declined) return `Declined: ${declineWords[declined.reason]}${declined.note ? ` (${declined.note})` : ""}`;
  const tie = offer?.soft_tie ? ", has a minor tie" : "";
  return `${offered ? "Offered" : "Not offered"}${tie}`;
}
