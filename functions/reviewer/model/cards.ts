import type { ReviewerApplicationRow, ReviewerCard, ReviewerInfo } from "../../../shared/reviewer/card.ts";
import { Profile, ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { isLate } from "../../../shared/reviewer/rules.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { batchGet, type Item } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { UserRecord } from "../../user/model/record.ts";

const KEYS_PER_READ = 99;

/** A reviewer put together: the person, the profile, and the application to one organization. */
export interface Reviewer {
  readonly user_id: string;
  readonly person: {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly image: string;
    readonly created_on: string;
  };
  readonly profile: Profile | undefined;
  readonly application: ReviewerApplication | undefined;
}

function reviewerOf(
  user_id: string,
  [person, profile, application]: readonly (Item | undefined)[],
): Reviewer | undefined {
  const user = person && UserRecord.parse(person);
  if (!user || user.status === "deleted") return undefined;
  const { first_name, last_name, email, image = "", created_on } = user;
  return {
    user_id,
    person: { first_name, last_name, email, image, created_on },
    profile: profile && Profile.parse(profile),
    application: application && ReviewerApplication.parse(application),
  };
}

/** Reads reviewers with their applications to the organization each is asked for, one read deep; the deleted are left out. */
export async function readReviewers(
  wanted: readonly { readonly user_id: string; readonly organization_id: string }[],
): Promise<Reviewer[]> {
  const all = wanted.flatMap(({ user_id, organization_id }) => [
    organizationKeys.user(user_id),
    reviewerKeys.reviewer(user_id),
    reviewerKeys.reviewerApplication(organization_id, user_id),
  ]);
  const reads = [];
  for (let from = 0; from < all.length; from += KEYS_PER_READ)
    reads.push(batchGet(all.slice(from, from + KEYS_PER_READ)));
  const items = (await Promise.all(reads)).flat();
  return wanted
    .map(({ user_id }, index) => reviewerOf(user_id, items.slice(index * 3, index * 3 + 3)))
    .filter((reviewer) => reviewer !== undefined);
}

/** A reviewer as lists show them; `status` only towards the organization the application was read for. */
export function cardOf({ user_id, person, profile, application }: Reviewer): ReviewerCard {
  const { first_name, last_name, image } = person;
  return {
    reviewer_id: user_id,
    user_id,
    first_name,
    last_name,
    image,
    title: profile?.title ?? "",
    overview: profile?.overview ?? "",
    category: profile?.category,
    skills_ext: profile?.skills ?? [],
    status: application?.status,
    created_on: profile?.created_on ?? application?.submitted_on ?? person.created_on,
  };
}

/** A reviewer in full: for themselves and the staff of the organization they applied to. */
export function infoOf(reviewer: Reviewer): ReviewerInfo {
  const { person, profile, application } = reviewer;
  return {
    ...cardOf(reviewer),
    email: person.email,
    educations: profile?.educations ?? [],
    certifications_ext: profile?.certifications ?? [],
    ...(application && {
      attempt_count: application.attempt_count,
      submitted_on: application.submitted_on,
      due_on: application.due_on,
      reason: application.reason,
    }),
  };
}

/** What anybody who chooses reviewers may see of an accepted one: no e-mail, no files, nothing of their application. */
export function publicInfoOf(reviewer: Reviewer): ReviewerInfo {
  const { profile } = reviewer;
  return {
    ...cardOf(reviewer),
    status: "accepted",
    educations: profile?.educations ?? [],
    certifications_ext: (profile?.certifications ?? []).map(
      ({ attachment_link: _, ...certification }) => certification,
    ),
  };
}

/** An application as the organization's list shows it; undefined when the reviewer has none there. */
export function applicationRow({
  user_id,
  person,
  profile,
  application,
}: Reviewer): ReviewerApplicationRow | undefined {
  if (!application) return undefined;
  const { organization_id, status, attempt_count, submitted_on, due_on, decided_on, reason, category } = application;
  return {
    organization_id,
    user_id,
    reviewer_id: user_id,
    ...person,
    category,
    status,
    attempt_count,
    submitted_on,
    due_on,
    decided_on,
    reason,
    professionalTitle: profile?.title ?? "",
    overview: profile?.overview ?? "",
    skills: profile?.skills ?? [],
    late: isLate(application, clock.now()),
  };
}
