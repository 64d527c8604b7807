import { Problem } from "../../../shared/http/problem.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { acceptanceFor, type ReviewerStanding } from "../../../shared/reviewer/eligibility.ts";
import { ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { check, type Step } from "../../data/steps.ts";
import { batchGet, queryAll } from "../../data/table.ts";
import { MembershipRecord } from "./record.ts";

/** A standing as it was read, with what its conditions name. */
export interface ReadStanding extends ReviewerStanding {
  /** Versions of the applications, by organization. */
  readonly versions: ReadonlyMap<string, number>;
}

/** Reads where people stand as reviewers, in all organizations: one query each, then all places in one read. */
export async function readStandings(user_ids: readonly string[]): Promise<ReadonlyMap<string, ReadStanding>> {
  const people = [...new Set(user_ids)];
  const found = await Promise.all(people.map((user_id) => queryAll(reviewerKeys.reviewerApplications(user_id))));
  const applications = found.map((items) => items.map((item) => ReviewerApplication.parse(item)));
  const places = applications.flat().map(({ user_id, organization_id }) => ({ user_id, organization_id }));
  const items = await batchGet([
    ...people.map(organizationKeys.user),
    ...places.flatMap(({ user_id, organization_id }) => [
      organizationKeys.membership(user_id, organization_id),
      organizationKeys.organization(organization_id),
    ]),
  ]);
  const around = items.slice(people.length);
  const standings = people.map((user_id, index): [string, ReadStanding] => {
    const own = applications[index]!;
    return [
      user_id,
      {
        user_id,
        isActive: items[index]?.status === "active",
        versions: new Map(own.map(({ organization_id, version }) => [organization_id, version])),
        places: own.map((application) => {
          const at = places.findIndex(
            (place) => place.user_id === user_id && place.organization_id === application.organization_id,
          );
          const [member, organization] = around.slice(at * 2, at * 2 + 2);
          return {
            organization_id: application.organization_id,
            application,
            ...(member && { membership: MembershipRecord.parse(member) }),
            organizationStatus: String(organization?.status ?? "deleted"),
          };
        }),
      },
    ];
  });
  return new Map(standings);
}

/** Those of some people who may review for an organization now, whoever has accepted them. */
export async function whoMayReview(user_ids: readonly string[], organization_id: string): Promise<ReadonlySet<string>> {
  const standings = [...(await readStandings(user_ids)).values()];
  const able = standings.filter((standing) => acceptanceFor(standing, organization_id) !== undefined);
  return new Set(able.map(({ user_id }) => user_id));
}

/** Reads where one person stands as a reviewer. */
export const readStanding = async (user_id: string): Promise<ReadStanding> =>
  (await readStandings([user_id])).get(user_id)!;

/**
 * The conditions under which a person may still review for an organization's credentials when a transaction is done, and
 * the organization whose acceptance that is. Throws the refusal when they may not already.
 */
export function acceptanceSteps(
  standing: ReadStanding,
  organization_id: string,
  otherwise = new Problem("reviewer.not-accepted"),
): { steps: Step[]; accepted_in: string } {
  const place = acceptanceFor(standing, organization_id);
  if (place === undefined) throw otherwise;
  const { user_id, versions } = standing;
  const accepted_in = place.organization_id;
  const isOwn = accepted_in === organization_id;
  const version = versions.get(organization_id);
  const own = reviewerKeys.reviewerApplication(organization_id, user_id);
  return {
    accepted_in,
    steps: [
      check(organizationKeys.user(user_id), { where: { status: "active" }, otherwise }),
      check(reviewerKeys.reviewerApplication(accepted_in, user_id), { where: { status: "accepted" }, otherwise }),
      check(organizationKeys.membership(user_id, accepted_in), {
        where: { role: roleIds.reviewer, status: "active" },
        otherwise,
      }),
      check(organizationKeys.organization(accepted_in), {
        where: { status: isOwn ? ["active", "archived"] : "active" },
        otherwise,
      }),
      ...(isOwn
        ? []
        : [
            version === undefined
              ? check(own, { missing: true, otherwise })
              : check(own, { where: { version }, otherwise }),
          ]),
    ],
  };
}
