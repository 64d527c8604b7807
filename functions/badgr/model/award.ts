import * as z from "zod";
import { Certificate } from "../../../shared/certificate/certificate.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Assertion, BadgeService } from "../../clients/badgr/badgr.ts";
import { Refused } from "../../clients/badgr/requests.ts";
import { now } from "../../data/ids.ts";
import { certificateKeys, certificateViews } from "../../data/keys/certificate.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { listPage } from "../../data/list.ts";
import { change } from "../../data/steps.ts";
import { batchGet, get, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { clock } from "../../runtime/clock.ts";
import { log } from "../../runtime/log.ts";
import { UserRecord } from "../../user/model/record.ts";
import { badgeAwardEntity } from "./award-entity.ts";
import { type AwardIds, completion, later, type Move, move, nextRun, QUEUE_MS, waitingFor } from "./award-moves.ts";
import { badgeFor } from "./badge.ts";
import { atBadgeService } from "./connection.ts";
import { awardsBadge, BadgeTerms, evidenceOf, StoredAward } from "./record.ts";
import { withoutFormer } from "./taking-back.ts";

const PAGE = 50;
/** What is refused for so long is given up. */
const givenUpAfterMs = 14 * 86_400_000;
const duplicate = /previous award of this badge already exists/i;

const Completed = z.object({
  application_id: z.string(),
  organization_id: z.string(),
  cred_id: z.string(),
  user_id: z.string(),
  status: z.string(),
  completed_on: z.string().optional(),
  certificate_id: z.string().optional(),
  /** The application whose certificate it renews. */
  renews: z.string().optional(),
});
type Completed = z.infer<typeof Completed>;

/**
 * Awards the badge of a completed submission, once however often it is asked, and revokes it when its certificate is no
 * longer good. Without a connection it waits; what the badge service refuses has failed, with the service's reason, and is
 * given up after two weeks. Throws only where another try soon may help.
 */
export async function awardBadge(ids: AwardIds): Promise<void> {
  const { application_id, cred_id, user_id } = ids;
  const [application, stored, terms, learner] = await batchGet([
    submissionKeys.application(application_id),
    certificateKeys.badgeAward(application_id),
    credentialKeys.credential(cred_id),
    organizationKeys.user(user_id),
  ]);
  const completed = Completed.parse(application);
  const before = stored && StoredAward.parse(stored);
  const credential = BadgeTerms.parse(terms);
  if (completed.status !== "completed" || !(before || awardsBadge(credential))) return;
  const certificate = completed.certificate_id
    ? await get(Certificate, certificateKeys.certificate(completed.certificate_id))
    : undefined;
  const award = await withoutFormer(before ?? (await begin(completed)), certificate);
  if (award?.status === "awarded" || award === undefined || !awardsBadge(credential)) return;
  const person = learner && UserRecord.parse(learner);
  if (person === undefined || person.status === "deleted")
    return move(award, () => ({ event: "giveUp", reason: noLearner }));
  const { email } = person;
  try {
    const assertion = await atBadgeService(ids.organization_id, async (service) => {
      const badge_id = await badgeFor(credential, service);
      return give(service, award, { badge_id, email, completed, expires: certificate?.valid_until });
    });
    await finish(award, assertion);
  } catch (error) {
    return note(award, error);
  }
  await awardBadge(ids); // the certificate may have been revoked while the service was asked
}

const noLearner = "The learner deleted their account, so there’s no one to award it to.";
const givenUp =
  "The badge service refused it for two weeks, so we stopped trying. Fix the problem at the badge service, then reconnect the account in Organization details to try again.";

/** Makes the badge of a credential that goes live, so that its settings are locked before anybody earns it. */
export async function prepareBadge({ organization_id, cred_id }: Pick<AwardIds, "organization_id" | "cred_id">) {
  const [terms] = await batchGet([credentialKeys.credential(cred_id)]);
  const credential = BadgeTerms.parse(terms);
  if (credential.entity_type === "BadgeClass" || !awardsBadge(credential)) return;
  try {
    await atBadgeService(organization_id, (service) => badgeFor(credential, service));
  } catch (error) {
    const code = error instanceof Refused ? "refused-there" : error instanceof Problem ? error.code : undefined;
    if (!["refused-there", "badgr.not-connected", "badgr.expired", "badgr.not-verified"].includes(code ?? ""))
      throw error;
    log("warn", "badge_not_made", { organization_id, code }); // its first award tries again, and says why
  }
}

async function begin(completed: Completed): Promise<StoredAward> {
  const { application_id, organization_id, cred_id, user_id, certificate_id } = completed;
  const set = { application_id, organization_id, cred_id, user_id, certificate_id, asked: false, created_on: now() };
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
  {
    badge_id,
    email,
    completed,
    expires,
  }: { badge_id: string; email: string; completed: Completed; expires: string | undefined },
): Promise<Assertion> {
  const { completed_on = now(), renews } = completed;
  const isRenewal = renews !== undefined;
  const awardedOn = isRenewal ? completed_on : undefined; // the badge of before stands beside it
  const before = award.asked ? await service.awardTo(badge_id, email, awardedOn) : undefined;
  if (before) return before;
  if (!award.asked) {
    const where = { version: award.version };
    const otherwise = new Problem("state.changed");
    await transact([
      change(certificateKeys.badgeAward(award.application_id), { set: { asked: true } }, { where, otherwise }),
    ]);
  }
  const evidenceUrl = evidenceOf(award);
  try {
    return await service.award(badge_id, { email, issuedOn: completed_on, expires, evidenceUrl, isRenewal });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 404) throw new Refused(404, ["The connected account doesn’t have this badge."]);
    if (!error.reasons.some((reason) => duplicate.test(reason))) throw error;
    const twin = await service.awardTo(badge_id, email);
    if (!twin) throw error;
    return twin;
  }
}

const finish = (ids: AwardIds, { entityId: assertion_id }: Assertion): Promise<void> =>
  move(ids, ({ status }) =>
    status === "revoking" || status === "not-revoked" || status === "revoked"
      ? { event: "takeBack", assertion_id }
      : { event: "award", assertion_id, awarded_on: now() },
  );

/** The badge service's refusal: tried again by schedule until the tries end. */
function failed({ failed_on = now() }: StoredAward, reason: string): Move {
  const isOver = clock.now() - Date.parse(failed_on) >= givenUpAfterMs;
  return isOver
    ? { event: "giveUp", reason: `${reason} ${givenUp}`, failed_on }
    : { event: "fail", reason, failed_on, next_try_on: nextRun() };
}

/** Writes down why an award was not made, for the admin to see; what passes by itself is thrown on, to be tried again. */
async function note(ids: AwardIds, error: unknown): Promise<void> {
  if (error instanceof Refused) {
    const reason = error.reasons.join(" ") || "The badge service refused the award.";
    return move(ids, (award) => failed(award, reason));
  }
  if (!(error instanceof Problem) || error.code === "state.changed") throw error;
  const { isOurs, ...waiting } = waitingFor(error);
  await move(ids, () => ({ event: "wait", ...waiting, failed_on: undefined }));
  if (isOurs) throw error;
}

/** A page of the awards that are still due, oldest first: of an organization, with those given up, or of all. */
export async function awardsDue(
  organization_id: string | undefined,
  cursor?: string,
): Promise<{ awards: StoredAward[]; cursor?: string }> {
  const page = await listPage({
    view: certificateViews.badgesDue(organization_id),
    limit: PAGE,
    cursor,
    ascending: true,
  });
  return { awards: page.items.map((item) => StoredAward.parse(item)), ...(page.cursor && { cursor: page.cursor }) };
}
