import * as z from "zod";
import { type BadgeAwardEvent, badgeAwardMachine } from "../../../shared/badgr/states.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { messageOf, type ProblemCode } from "../../../shared/http/problems.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { type Assertion, type BadgeService, Refused } from "../../clients/badgr.ts";
import { now } from "../../data/ids.ts";
import { keys, views } from "../../data/keys.ts";
import { listPage } from "../../data/list.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { batchGet, change, get, type Step, transact } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import { clock } from "../../runtime/clock.ts";
import { environment } from "../../runtime/environment.ts";
import { log } from "../../runtime/log.ts";
import { UserRecord } from "../../user/model/record.ts";
import { badgeAwardEntity } from "./award-entity.ts";
import { badgeFor } from "./badge.ts";
import { atBadgeService } from "./connection.ts";
import { awardsBadge, BadgeTerms, StoredAward } from "./record.ts";

const PAGE = 50;
/** The longest that a message waits in its queue before it is tried again. */
const QUEUE_MS = 15 * 60_000;
/** The schedule tries again what the badge service refused: at midnight, six, noon and six, UTC. */
const SCHEDULE_MS = 6 * 3_600_000;
/** What is refused for so long is given up. */
const givenUpAfterMs = 14 * 86_400_000;
/** Two workers and a new connection may be at one award. */
const ATTEMPTS = 8;
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

/**
 * Awards the badge of a completed submission, once however often it is asked. Without a connection it waits; what the
 * badge service refuses has failed, with the service's reason, and is given up after two weeks. Throws only where another
 * try soon may help.
 */
export async function awardBadge(ids: AwardIds): Promise<void> {
  const { application_id, cred_id, user_id } = ids;
  const [application, stored, terms, learner] = await batchGet([
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
  const person = learner && UserRecord.parse(learner);
  if (person === undefined || person.status === "deleted")
    return move(award, () => ({ event: "giveUp", reason: noLearner }));
  const { email } = person;
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

const noLearner = "The learner deleted their account, so there’s no one to award it to.";
const givenUp =
  "The badge service refused it for two weeks, so we stopped trying. Fix the problem at the badge service, then reconnect the account in Organization details to try again.";

/** Makes the badge of a credential that goes live, so that its settings are locked before anybody earns it. */
export async function prepareBadge({ organization_id, cred_id }: Pick<AwardIds, "organization_id" | "cred_id">) {
  const [terms] = await batchGet([keys.credential(cred_id)]);
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
  const set = { application_id, organization_id, cred_id, user_id, asked: false, created_on: now() };
  const { steps, after } = transition(badgeAwardEntity, "begin", {
    set: { ...set, next_try_on: later(QUEUE_MS) },
    recordedBy: completion,
  });
  await transact(steps);
  return after;
}

/** Asks for the award; whether an earlier try has got it is looked up first. A duplicate is an award. */
async function give(
  service: BadgeService,
  award: StoredAward,
  { badge_id, email, completed }: { badge_id: string; email: string; completed: Completed },
): Promise<Assertion> {
  const before = award.asked ? await service.awardTo(badge_id, email) : undefined;
  if (before) return before;
  if (!award.asked) await transact([change(keys.badgeAward(award.application_id), { set: { asked: true } })]);
  const { organization_id: org_id, cred_id, user_id, completed_on = now() } = completed;
  const evidenceUrl = environment("PORTAL_ORIGIN") + paths.certificateOf({ org_id, cred_id, user_id });
  try {
    return await service.award(badge_id, { email, issuedOn: completed_on, evidenceUrl });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 404) throw new Refused(404, ["The connected account doesn’t have this badge."]);
    if (!error.reasons.some((reason) => duplicate.test(reason))) throw error;
    const twin = await service.awardTo(badge_id, email);
    if (!twin) throw error;
    return twin;
  }
}

const later = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
const nextRun = () => new Date((Math.floor(clock.now() / SCHEDULE_MS) + 1) * SCHEDULE_MS).toISOString();

/** What happens to an award, and what is then said of it. */
interface Move
  extends Partial<Pick<StoredAward, "reason" | "next_try_on" | "failed_on" | "assertion_id" | "awarded_on">> {
  readonly event: Exclude<BadgeAwardEvent, "begin">;
}

/** The row of the completed submission says that its badge is on the way, and that it waits. */
const completion = { recorded: "submission.completed" } as const;

/**
 * Moves an award on from where it is by now: another worker may have been at it. One that is awarded stays so. Its reason
 * and next try are those of the move alone.
 */
const move = ({ application_id }: AwardIds, moveOf: (award: StoredAward) => Move): Promise<void> =>
  retryWhenRaced({ raced: "state.changed", attempts: ATTEMPTS }, async () => {
    const award = await get(StoredAward, keys.badgeAward(application_id));
    if (award === undefined || award.status === "awarded") return;
    await transact(moveSteps(award, moveOf(award)));
  });

/** An audit row says where an award has come to, once; of one that fails again, when the reason is another one. */
function moveSteps(before: StoredAward, { event, ...said }: Move): Step[] {
  const moving = { before, set: { reason: undefined, next_try_on: undefined, ...said } };
  const isNews =
    nextState(badgeAwardMachine, before.status, event) !== before.status ||
    (event === "fail" && said.reason !== before.reason);
  if (!isNews) return amend(badgeAwardEntity, moving).steps;
  if (event === "wait") return transition(badgeAwardEntity, event, { ...moving, recordedBy: completion }).steps;
  return transition(badgeAwardEntity, event, { ...moving, actor_id: "system" }).steps;
}

const finish = (ids: AwardIds, { entityId: assertion_id }: Assertion): Promise<void> =>
  move(ids, () => ({ event: "award", assertion_id, awarded_on: now() }));

/** The badge service's refusal: tried again by schedule until the tries end. */
function failed({ failed_on = now() }: StoredAward, reason: string): Move {
  const isOver = clock.now() - Date.parse(failed_on) >= givenUpAfterMs;
  return isOver
    ? { event: "giveUp", reason: `${reason} ${givenUp}`, failed_on }
    : { event: "fail", reason, failed_on, next_try_on: nextRun() };
}

const soon = "We’ll try again within 15 minutes.";
const waitings: Partial<Record<ProblemCode, string>> = {
  "badgr.unavailable": `We couldn’t reach the badge service. ${soon}`,
  "badgr.throttled": `The badge service is limiting our requests. ${soon}`,
};

/** Writes down why an award was not made, for the admin to see; what passes by itself is thrown on, to be tried again. */
async function note(ids: AwardIds, error: unknown): Promise<void> {
  if (error instanceof Refused) {
    const reason = error.reasons.join(" ") || "The badge service refused the award.";
    return move(ids, (award) => failed(award, reason));
  }
  if (!(error instanceof Problem)) throw error;
  const { code } = error;
  const isOurs = code !== "badgr.not-connected" && code !== "badgr.expired";
  const next_try_on = isOurs ? later(QUEUE_MS) : undefined; // otherwise an admin has to connect the account
  await move(ids, () => ({
    event: "wait",
    reason: waitings[code] ?? messageOf(code),
    next_try_on,
    failed_on: undefined,
  }));
  if (isOurs) throw error;
}

/** A page of the awards that are still due, oldest first: of an organization, with those given up, or of all. */
export async function awardsDue(
  organization_id: string | undefined,
  cursor?: string,
): Promise<{ awards: StoredAward[]; cursor?: string }> {
  const page = await listPage({ view: views.badgesDue(organization_id), limit: PAGE, cursor, ascending: true });
  return { awards: page.items.map((item) => StoredAward.parse(item)), ...(page.cursor && { cursor: page.cursor }) };
}
