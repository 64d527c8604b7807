import * as z from "zod";
import type { BadgeAward } from "../../shared/badgr/badgr.ts";
import { Problem } from "../../shared/http/problems.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { listPage, relist } from "../data/list.ts";
import { change, create, getMany, type Step, together } from "../data/table.ts";
import { type Assertion, type BadgeService, Refused } from "../outside/badgr.ts";
import { environment } from "../runtime/environment.ts";
import { log } from "../runtime/log.ts";
import { badgeFor } from "./badge.ts";
import { atBadgeService } from "./connection.ts";
import { awardsBadge, BadgeTerms, StoredAward } from "./record.ts";

const PAGE = 50;
const duplicate = /previous award of this badge already exists/i;

const Completed = z.object({
  application_id: z.string(),
  organization_id: z.string(),
  cred_id: z.string(),
  user_id: z.string(),
  status: z.string(),
  completed_on: z.string().optional(),
});
type Completed = z.infer<typeof Completed>;

/** The ids an award is about; they travel as the event of the completed submission. */
export type AwardIds = Pick<StoredAward, "application_id" | "organization_id" | "cred_id" | "user_id">;

const dueViews = ({ organization_id }: AwardIds) => [views.badgesDue(), views.badgesDue(organization_id)];

/**
 * Awards the badge of a completed submission, once however often it is asked. Without a connection it waits; what the
 * badge service refuses has failed, with the service's reason. Throws only where another try soon may help.
 */
export async function awardBadge(ids: AwardIds): Promise<void> {
  const { application_id, cred_id, user_id } = ids;
  const [application, stored, terms, learner] = await getMany([
    keys.application(application_id),
    keys.badgeAward(application_id),
    keys.credential(cred_id),
    keys.user(user_id),
  ]);
  const completed = Completed.parse(application);
  const before = stored && StoredAward.parse(stored);
  const credential = BadgeTerms.parse(terms);
  if (completed.status !== "completed" || before?.status === "awarded" || !awardsBadge(credential)) return;
  const award = before ?? (await begin(completed));
  if (learner?.status !== "active") return fail(award, "The learner's account is gone.");
  const email = String(learner.email);
  try {
    const assertion = await atBadgeService(ids.organization_id, async (service) => {
      const badge_id = await badgeFor(credential, service);
      return give(service, award, { badge_id, email, completed });
    });
    await finish(award, assertion);
  } catch (error) {
    await note(award, error);
  }
}

/** Makes the badge of a credential that goes live, so that its settings are locked before anybody earns it. */
export async function prepareBadge({ organization_id, cred_id }: Pick<AwardIds, "organization_id" | "cred_id">) {
  const [terms] = await getMany([keys.credential(cred_id)]);
  const credential = BadgeTerms.parse(terms);
  if (credential.entity_type === "BadgeClass" || !awardsBadge(credential)) return;
  try {
    await atBadgeService(organization_id, (service) => badgeFor(credential, service));
  } catch (error) {
    const code = error instanceof Refused ? "refused-there" : error instanceof Problem ? error.code : undefined;
    if (!["refused-there", "badgr.not-connected", "badgr.expired"].includes(code ?? "")) throw error;
    log("warn", "badge_not_made", { organization_id, code }); // its first award tries again, and says why
  }
}

async function begin(completed: Completed): Promise<StoredAward> {
  const { application_id, organization_id, cred_id, user_id } = completed;
  const ids = { application_id, organization_id, cred_id, user_id };
  const award: StoredAward = { ...ids, status: "waiting", asked: false, created_on: now(), version: 1 };
  const key = keys.badgeAward(application_id);
  await together([create(key, award), ...relist(key, application_id, [], dueViews(award))]);
  return award;
}

/** Asks for the award; whether an earlier try has got it is looked up first. A duplicate is an award. */
async function give(
  service: BadgeService,
  award: StoredAward,
  { badge_id, email, completed }: { badge_id: string; email: string; completed: Completed },
): Promise<Assertion> {
  const before = award.asked ? await service.awardTo(badge_id, email) : undefined;
  if (before) return before;
  if (!award.asked) await together([change(keys.badgeAward(award.application_id), { set: { asked: true } })]);
  const { organization_id: org_id, cred_id, user_id, completed_on = now() } = completed;
  const certificate = new URLSearchParams({ org_id, cred_id, user_id });
  const evidenceUrl = `${environment("PORTAL_ORIGIN")}/Certificate?${certificate}`;
  try {
    return await service.award(badge_id, { email, issuedOn: completed_on, evidenceUrl });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 404) throw new Refused(404, ["The connected account does not have this badge (any more)."]);
    if (!error.reasons.some((reason) => duplicate.test(reason))) throw error;
    const twin = await service.awardTo(badge_id, email);
    if (!twin) throw error;
    return twin;
  }
}

const row = (type: "badge.awarded" | "badge.failed", award: StoredAward, to: BadgeAward["status"]): Step => {
  const { application_id, organization_id, cred_id, user_id, status: from } = award;
  const about = { organization_id, actor_id: "system", subject_id: application_id };
  return audit({ type, ...about, application_id, cred_id, user_id, from, to });
};

/** Two workers may finish one award; the second finds it finished. */
async function finish(award: StoredAward, { entityId: assertion_id }: Assertion): Promise<void> {
  const key = keys.badgeAward(award.application_id);
  const finished = new Problem("state.changed");
  const set = { status: "awarded", assertion_id, awarded_on: now(), reason: undefined };
  try {
    await together([
      change(key, { set }, { where: { status: ["waiting", "failed"] }, otherwise: finished }),
      ...relist(key, award.application_id, dueViews(award), []),
      row("badge.awarded", award, "awarded"),
    ]);
  } catch (error) {
    if (error !== finished) throw error;
  }
}

async function fail(award: StoredAward, reason: string): Promise<void> {
  const said = award.status === "failed" && award.reason === reason;
  if (said) return;
  await together([
    change(keys.badgeAward(award.application_id), { set: { status: "failed", reason } }),
    row("badge.failed", award, "failed"),
  ]);
}

/** Writes down why an award was not made, for the admin to see; what passes by itself is thrown on, to be tried again. */
async function note(award: StoredAward, error: unknown): Promise<void> {
  if (error instanceof Refused) return fail(award, error.reasons.join(" ") || "The badge service refused the award.");
  if (!(error instanceof Problem)) throw error;
  const { message: reason, code } = error;
  if (award.reason !== reason || award.status !== "waiting")
    await together([change(keys.badgeAward(award.application_id), { set: { status: "waiting", reason } })]);
  if (code !== "badgr.not-connected" && code !== "badgr.expired") throw error;
}

/** A page of the awards that are still due, oldest first: of an organization, or of all. */
export async function awardsDue(
  organization_id: string | undefined,
  cursor?: string,
): Promise<{ awards: AwardIds[]; cursor?: string }> {
  const page = await listPage({ view: views.badgesDue(organization_id), limit: PAGE, cursor, ascending: true });
  return { awards: page.items.map((item) => StoredAward.parse(item)), ...(page.cursor && { cursor: page.cursor }) };
}
