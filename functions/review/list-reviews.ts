import { dateIn } from "../../shared/credential/rules.ts";
import { cursorOf } from "../../shared/http/cursor.ts";
import { reachOf } from "../../shared/permissions.ts";
import { isLate } from "../../shared/review/clock.ts";
import type { Job } from "../../shared/review/job.ts";
import { listReviews, type ReviewRow, reviewParts } from "../../shared/review/overview-calls.ts";
import { firstJobOf, promisedOn } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { type CredentialSummary, isWithin, readSummariesOf } from "../credential/model/summary.ts";
import { minuteOf } from "../data/ids.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { firstRowOf } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { shownPerson } from "../user/model/shown-person.ts";
import { remindedOn } from "./model/deadlines/reminding.ts";
import { partsOf, readOpenReviews, readUndecidedAppeals } from "./model/open-reviews.ts";
import { mayReassign } from "./model/reassigning.ts";

/** A review with what staff are told of it. */
interface Review {
  readonly job: Job;
  readonly parts: ReturnType<typeof partsOf>;
  /** Whom it is said to be with. */
  readonly reviewer_id: string | undefined;
  readonly credential: CredentialSummary;
}

export const handler = implement(
  listReviews,
  async ({ part, credential_id, reviewer_id, from, to, sort, offset, limit, cursor }, { actor, organization_id }) => {
    const decides = reachOf("job:adjudicate", actor.role, actor.actions) !== undefined;
    const [{ jobs, beyond }, appeals] = await Promise.all([
      readOpenReviews(organization_id),
      decides ? readUndecidedAppeals(organization_id) : [],
    ]);
    const all = await within(actor, [...jobs, ...appeals], decides);
    const zone = actor.organization!.timezone;
    const asked = all.filter(({ job, reviewer_id: with_id }) => {
      const day = dateIn(zone, Date.parse(job.submitted_on));
      return (
        (credential_id === undefined || job.cred_id === credential_id) &&
        (reviewer_id === undefined || with_id === reviewer_id) &&
        (from === undefined || day >= from) &&
        (to === undefined || day <= to)
      );
    });
    const listed = inOrder(
      asked.filter(({ parts }) => parts.includes(part)),
      sort,
    );
    const start = firstRowOf({ offset, ...(cursor !== undefined && { cursor }) });
    const end = start + limit;
    const reviewerIds = [...new Set(all.flatMap((each) => each.reviewer_id ?? []))];
    const [reviews, people] = await Promise.all([
      rowsOf(listed.slice(start, end), actor),
      batchGet(reviewerIds.map(organizationKeys.user)),
    ]);
    const named = new Map(
      people.flatMap((person, at) =>
        person ? [[reviewerIds[at]!, { user_id: reviewerIds[at]!, ...nameOf(person) }] as const] : [],
      ),
    );
    const titles = new Map(all.map(({ credential }) => [credential.cred_id, credential.title]));
    return {
      data: {
        reviews: reviews.map(({ reviewer_id: with_id, ...row }) => {
          const reviewer = named.get(with_id ?? "");
          return { ...row, ...(reviewer && { reviewer }) };
        }),
        total: listed.length,
        ...(listed.length > end && { cursor: cursorOf(String(end)) }),
        counts: countsOf(asked),
        beyond,
        credentials: [...titles]
          .map(([id, title]) => ({ credential_id: id, title }))
          .toSorted((one, other) => one.title.localeCompare(other.title)),
        reviewers: [...named.values()].toSorted((one, other) => one.first_name.localeCompare(other.first_name)),
      },
    };
  },
);

/** Those of credentials within the caller's reach. */
async function within(actor: Actor, jobs: readonly Job[], decides: boolean): Promise<Review[]> {
  const ids = [...new Set(jobs.map(({ cred_id }) => cred_id))];
  const found = await readSummariesOf(ids.map(credentialKeys.credential));
  const credentials = new Map(found.map((each) => [each.cred_id, each]));
  return jobs.flatMap((job) => {
    const credential = credentials.get(job.cred_id);
    if (!isWithin(actor, credential)) return [];
    const parts = partsOf(job, { decides });
    return [{ job, parts, credential, reviewer_id: parts.includes("toDecide") ? undefined : job.acceptor }];
  });
}

const countsOf = (reviews: readonly Review[]) =>
  Object.fromEntries(
    reviewParts.map((name) => [name, reviews.filter(({ parts }) => parts.includes(name)).length]),
  ) as Record<(typeof reviewParts)[number], number>;

/** They come the longest waiting first. */
function inOrder(reviews: readonly Review[], sort: "oldest" | "newest" | "due"): Review[] {
  const by = ({ job }: Review) => (sort === "due" ? (promisedOn(job) ?? "9999") : job.submitted_on);
  const sorted = reviews.toSorted((one, other) => by(one).localeCompare(by(other)));
  return sort === "newest" ? sorted.toReversed() : sorted;
}

/** A page's rows. A review is known by its first seat, an appeal's too. */
async function rowsOf(
  reviews: readonly Review[],
  actor: Actor,
): Promise<(Omit<ReviewRow, "reviewer"> & { reviewer_id: string | undefined })[]> {
  const items = await batchGet(
    reviews.flatMap(({ job }) => [
      submissionKeys.application(job.application_id),
      submissionKeys.reviewReminder(job.credential_job_id),
    ]),
  );
  return reviews.flatMap(({ job, parts, reviewer_id, credential }, at) => {
    const [found, reminder] = items.slice(2 * at);
    if (found === undefined) return [];
    const application = Application.parse(found);
    const { due } = application;
    const toDecide = parts.includes("toDecide");
    return [
      {
        credential_job_id: firstJobOf(application)!,
        cred_id: job.cred_id,
        title: job.title,
        state: toDecide
          ? ("toDecide" as const)
          : job.status === "open"
            ? ("waiting" as const)
            : ("underReview" as const),
        round: application.round,
        submitted_on: minuteOf(application.submitted_on ?? job.submitted_on),
        ...(due && { promised: { due_on: due.due_on, timezone: due.timezone, late: isLate(due, clock.now()) } }),
        reviewer_id,
        remindable: !toDecide,
        ...remindedOn(reminder),
        reassignable: job.seat === "first" && mayReassign(job, credential, actor),
      },
    ];
  });
}

const nameOf = (person: Parameters<typeof shownPerson>[0]) => {
  const { first_name, last_name } = shownPerson(person);
  return { first_name, last_name };
};
