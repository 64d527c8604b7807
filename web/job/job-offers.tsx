import type { ReviewerTies } from "../../shared/job/tie-calls.ts";
import { date } from "../ui/format.ts";
import { Panel } from "../ui/panel.tsx";
import { declineWords, inHandWords, skillsWords } from "./offer-words.ts";
import "../organization/analytics.css";

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="analytics-table" aria-label="Offers, table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Reviewer</th>
              <th scope="col">Status</th>
              <th scope="col">Skills</th>
              <th scope="col">Workload</th>
              <th scope="col">On time</th>
              <th scope="col">Last job accepted</th>
            </tr>
          </thead>
          <tbody>
            {inOrder.map((reviewer) => (
              <Row key={reviewer.user_id} reviewer={reviewer} />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function Row({ reviewer }: { readonly reviewer: ReviewerTies }) {
  const { first_name, last_name, offer } = reviewer;
  return (
    <tr>
      <th scope="row">{`${first_name} ${last_name}`}</th>
      <td>{statusOf(reviewer)}</td>
      <td>{offer ? skillsWords(offer) : "–"}</td>
      <td>{offer ? inHandWords(offer.open_minutes) : "–"}</td>
      <td className="figures">{offer && offer.in_time_of > 0 ? `${offer.in_time} of ${offer.in_time_of}` : "–"}</td>
      <td className="figures">{offer?.last_job_on ? date(offer.last_job_on) : "–"}</td>
    </tr>
  );
}

/** Where a reviewer stands with the job, in words. */
function statusOf({ accepted, offered, offer, declined }: ReviewerTies): string {
  if (accepted) return "Accepted";
  if (declined) return `Declined: ${declineWords[declined.reason]}${declined.note ? ` (${declined.note})` : ""}`;
  const tie = offer?.soft_tie ? ", has a minor tie" : "";
  return `${offered ? "Offered" : "Not offered"}${tie}`;
}
