import { dateIn } from "../../../shared/credential/rules.ts";
import type { Problem } from "../../../shared/http/problem.ts";
import type { EventFields } from "../../../shared/platform/events.ts";
import type { Job } from "../../../shared/review/job.ts";
import { countingAt, declaredAt, Ties } from "../../../shared/tie/declared-ties.ts";
import { type Conflict, conflictsOf, type Declarant, isInForce, isTied, Waiver } from "../../../shared/tie/ties.ts";
import { type AuditBase, audit } from "../../data/audit.ts";
import { now } from "../../data/ids.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { check, type Step } from "../../data/steps.ts";
import { batchGet, type Item } from "../../data/table.ts";
import { Reviewed } from "./reviewed.ts";

/** The work that reviewers may be tied to: a job's, or a submission's that is to have one. */
export type Tied = Pick<Job, "application_id" | "organization_id" | "cred_id" | "learner_id">;

/** What stands between one reviewer and the learner, with what it was read from. */
export interface FoundTies {
  readonly reviewer_id: string;
  readonly learner_id: string;
  readonly application_id: string;
  /** Those that count now. */
  readonly conflicts: readonly Conflict[];
  /** Those that count now or are declared and will. */
  readonly declared: readonly Conflict[];
  /** The latest, in force or not. */
  readonly waiver: Waiver | undefined;
  /** A tie keeps them from being offered the work now. */
  readonly tied: boolean;
  /** What the learner declared alone keeps them from it. */
  readonly tiedByLearner: boolean;
  /** Versions of both declarations; undefined where nothing was declared. */
  readonly versions: Readonly<Record<"reviewer" | "learner", number | undefined>>;
  /** The reviewer as stored. */
  readonly person: Item | undefined;
}

/** The keys of all that says how reviewers are tied to a learner. */
export const tieKeys = (
  { application_id, organization_id, cred_id, learner_id }: Tied,
  reviewers: readonly string[],
) => [
  organizationKeys.organization(organization_id),
  credentialKeys.credential(cred_id),
  organizationKeys.user(learner_id),
  reviewerKeys.ties(learner_id),
  organizationKeys.erasure(learner_id),
  ...reviewers.flatMap((reviewer_id): Key[] => [
    organizationKeys.user(reviewer_id),
    reviewerKeys.ties(reviewer_id),
    submissionKeys.waiver(application_id, reviewer_id),
    submissionKeys.reviewedBy(reviewer_id, learner_id),
  ]),
];

const tiesOf = (item: Item | undefined): Ties | undefined => item && Ties.parse(item);

/** What of somebody's declarations is looked at. */
type Declarations = (ties: Ties, at: string) => Pick<Ties, "employers" | "people"> | undefined;

/** What the items under {@link tieKeys} say at a moment, by reviewer in the order asked. A deleted learner's address is the one they had. */
export function tiesFound(
  { application_id, learner_id }: Tied,
  reviewers: readonly string[],
  [organization, credential, learnerItem, learnerTies, erasure, ...others]: readonly (Item | undefined)[],
  at = now(),
): FoundTies[] {
  const declaredByLearner = tiesOf(learnerTies);
  const learner: Omit<Declarant, "ties"> = {
    user_id: learner_id,
    email: String(learnerItem?.email || erasure?.email || ""),
  };
  const work = {
    organization_name: String(organization?.name ?? ""),
    created_by: String(credential?.created_by ?? ""),
  };
  const today = dateIn(String(organization?.timezone ?? "UTC"), Date.parse(at));
  return reviewers.map((reviewer_id, index) => {
    const [person, ties, waiverItem, reviewed] = others.slice(index * 4, index * 4 + 4);
    const declared = tiesOf(ties);
    const reviewer: Omit<Declarant, "ties"> = {
      user_id: reviewer_id,
      email: String(person?.email ?? ""),
      reviewed_on: reviewed && Reviewed.parse(reviewed).reviewed_on,
    };
    const waiver = waiverItem && Waiver.parse(waiverItem);
    const between = (of: Declarations, ofLearner = of): Conflict[] => {
      const [ties, learnerTies] = [declared && of(declared, at), declaredByLearner && ofLearner(declaredByLearner, at)];
      return conflictsOf({ ...reviewer, ties }, { ...learner, ties: learnerTies }, work, today);
    };
    const conflicts = between(countingAt);
    const byReviewer = between(countingAt, () => undefined);
    const isWaived = isInForce(waiver, at);
    const tied = isTied(conflicts, isWaived);
    return {
      reviewer_id,
      learner_id,
      application_id,
      conflicts,
      declared: between(declaredAt),
      waiver,
      tied,
      tiedByLearner: tied && !isTied(byReviewer, isWaived),
      versions: { reviewer: declared?.version, learner: declaredByLearner?.version },
      person,
    };
  });
}

/**
 * Whether an offer that is open has ended, which an admin's waiver alone can do that has run out. What is declared counts
 * for offers made later: whoever has one finds out nothing by declaring something.
 */
export const isOfferOver = ({ tied, waiver }: FoundTies): boolean => tied && waiver !== undefined;

/** Reads what ties reviewers to a learner. */
export const readTies = async (work: Tied, reviewers: readonly string[]): Promise<FoundTies[]> =>
  tiesFound(work, reviewers, await batchGet(tieKeys(work, reviewers)));

/** The step that tells the admins of a tie, declared after a job was offered, where there is one; `job` is what they know it by. */
export const tiedSteps = (
  job: Omit<AuditBase & EventFields<"job.tied">, "actor_id" | "reviewer_id">,
  { reviewer_id, declared, waiver }: FoundTies,
): Step[] =>
  isTied(declared, isInForce(waiver, now())) ? [audit("job.tied", { ...job, actor_id: "system", reviewer_id })] : [];

/** Those of some reviewers whom no tie keeps from the work. */
export async function withoutTied(work: Tied, reviewers: readonly string[]): Promise<string[]> {
  if (reviewers.length === 0) return [];
  const found = await readTies(work, reviewers);
  return found.filter(({ tied }) => !tied).map(({ reviewer_id }) => reviewer_id);
}

/** The conditions under which what was found still holds: neither has declared anything since, and the waiver is the same. */
export function unchangedSteps(
  { reviewer_id, learner_id, application_id, versions, waiver }: FoundTies,
  otherwise: Problem,
): Step[] {
  const unchanged = (user_id: string, version: number | undefined) =>
    version === undefined
      ? check(reviewerKeys.ties(user_id), { missing: true, otherwise })
      : check(reviewerKeys.ties(user_id), { where: { version }, otherwise });
  return [
    unchanged(reviewer_id, versions.reviewer),
    unchanged(learner_id, versions.learner),
    ...(waiver
      ? [check(submissionKeys.waiver(application_id, reviewer_id), { where: { version: waiver.version }, otherwise })]
      : []),
  ];
}
