import type { ReviewerCard } from "../../shared/reviewer/calls.ts";
import { Profile } from "../../shared/reviewer/reviewer.ts";
import { matchingSkills } from "../../shared/reviewer/rules.ts";
import { keys, views } from "../data/keys.ts";
import { getMany, queryPage } from "../data/table.ts";

/** Accepted reviewers looked at: of the own organization, and of all. */
const WINDOW = 100;

/** Whom a credential wants: reviewers of a job category with as many of the skills as may be. */
export interface Wanted {
  readonly category: number;
  readonly skill_ids: readonly number[];
}

const userOf = (sort: string) => sort.slice(0, sort.indexOf("#"));

async function acceptedIn(view: string): Promise<string[]> {
  const { items } = await queryPage({ pk: view, limit: WINDOW });
  return items.map(({ sk }) => userOf(sk));
}

/** Who was found accepted in a category: of the own organization, and of all. */
export interface Accepted {
  readonly own: readonly string[];
  readonly all: readonly string[];
}

/** Finds the first hundred accepted reviewers of a category in the own organization, and the first hundred of all. */
export async function findAccepted(category: number, organization_id: string): Promise<Accepted> {
  const [own, all] = await Promise.all([
    acceptedIn(views.reviewersOfCategory(category, organization_id)),
    acceptedIn(views.reviewersOfCategory(category)),
  ]);
  return { own, all };
}

/** The cards of accepted reviewers, most matching skills first, at equal skills the own organization's first. One read. */
export async function readCandidates({ own, all }: Accepted, { category, skill_ids }: Wanted): Promise<ReviewerCard[]> {
  const user_ids = [...new Set([...own, ...all])];
  const halves = [user_ids.slice(0, WINDOW), user_ids.slice(WINDOW)];
  const read = (keyOf: typeof keys.user) => Promise.all(halves.map((half) => getMany(half.map(keyOf))));
  const [users, profiles] = (await Promise.all([read(keys.user), read(keys.reviewer)])).map((parts) => parts.flat());
  const cards = user_ids.flatMap((user_id, index): ReviewerCard[] => {
    const user = users?.[index];
    if (user?.status !== "active" || !profiles?.[index]) return [];
    const profile = Profile.parse(profiles[index]);
    return [
      {
        reviewer_id: user_id,
        user_id,
        first_name: String(user.first_name ?? ""),
        last_name: String(user.last_name ?? ""),
        image: String(user.image ?? ""),
        title: profile.title,
        overview: profile.overview,
        category,
        skills_ext: profile.skills,
        status: "accepted",
        created_on: profile.created_on,
        own_organization: own.includes(user_id),
        matching_skills: matchingSkills(profile.skills, skill_ids),
      },
    ];
  });
  const rank = (card: ReviewerCard) => 2 * (card.matching_skills ?? 0) + (card.own_organization ? 1 : 0);
  return cards.toSorted((a, b) => rank(b) - rank(a) || a.last_name.localeCompare(b.last_name));
}
