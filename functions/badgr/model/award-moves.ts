import { type BadgeAwardEvent, badgeAwardMachine } from "../../../shared/badgr/states.ts";
import type { Problem } from "../../../shared/http/problem.ts";
import { messageOf, type ProblemCode } from "../../../shared/http/problems.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import type { Step } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import { clock } from "../../runtime/clock.ts";
import { badgeAwardEntity } from "./award-entity.ts";
import { StoredAward } from "./record.ts";

/** The longest that a message waits in its queue before it is tried again. */
export const QUEUE_MS = 15 * 60_000;
/** The schedule tries again what the badge service refused: at midnight, six, noon and six, UTC. */
const SCHEDULE_MS = 6 * 3_600_000;

/** The ids an award is about; they travel as the event of the completed submission. */
export type AwardIds = Pick<StoredAward, "application_id" | "organization_id" | "cred_id" | "user_id">;

/** Milliseconds from now, as a time. */
export const later = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
/** When the schedule is next at it. */
export const nextRun = () => new Date((Math.floor(clock.now() / SCHEDULE_MS) + 1) * SCHEDULE_MS).toISOString();

/** What happens to an award, and what is then said of it. */
export interface Move
  extends Partial<
    Pick<
      StoredAward,
      "reason" | "next_try_on" | "failed_on" | "assertion_id" | "awarded_on" | "asked" | "certificate_id"
    >
  > {
  readonly event: Exclude<BadgeAwardEvent, "begin">;
}

/** The row of the completed submission says that its badge is on the way, and that it waits. */
export const completion = { recorded: "submission.completed" } as const;
/** The row of the certificate that is no longer good says that its award is taken back, and that another follows. */
const replacement = { recorded: "certificate.replaced" } as const;

/**
 * Moves an award on from where it is by now: another worker may have been at it, and what cannot happen there any more does
 * not. Its reason and next try are those of the move alone.
 */
export const move = ({ application_id }: AwardIds, moveOf: (award: StoredAward) => Move): Promise<void> =>
  retryWhenRaced(async () => {
    const award = await get(StoredAward, certificateKeys.badgeAward(application_id));
    const next = award && moveOf(award);
    if (next === undefined || badgeAwardMachine[award!.status]?.[next.event] === undefined) return;
    await transact(moveSteps(award!, next));
  });

/** An audit row says where an award has come to, once; of one that fails again, when the reason is another one. */
function moveSteps(before: StoredAward, { event, ...said }: Move): Step[] {
  const moving = { before, set: { reason: undefined, next_try_on: undefined, ...said } };
  const isNews =
    nextState(badgeAwardMachine, before.status, event) !== before.status ||
    ((event === "fail" || event === "refuse") && said.reason !== before.reason);
  if (!isNews) return amend(badgeAwardEntity, moving).steps;
  if (event === "wait") return transition(badgeAwardEntity, event, { ...moving, recordedBy: completion }).steps;
  if (event === "takeBack" || event === "renew")
    return transition(badgeAwardEntity, event, { ...moving, recordedBy: replacement }).steps;
  return transition(badgeAwardEntity, event, { ...moving, actor_id: "system" }).steps;
}

const soon = "We’ll try again within 15 minutes.";
/** What an award that could not be asked for is said to wait for. */
const waitings: Partial<Record<ProblemCode, string>> = {
  "badgr.unavailable": `We couldn’t reach the badge service. ${soon}`,
  "badgr.throttled": `The badge service is limiting our requests. ${soon}`,
};

/** What keeps an award, or its revocation, waiting; `isOurs` where another try soon may help, and no admin has to act. */
export function waitingFor({ code }: Problem): { reason: string; next_try_on?: string; isOurs: boolean } {
  const isOurs = !["badgr.not-connected", "badgr.expired", "badgr.not-verified"].includes(code);
  const next_try_on = isOurs ? later(QUEUE_MS) : code === "badgr.not-verified" ? nextRun() : undefined;
  return { reason: waitings[code] ?? messageOf(code), ...(next_try_on && { next_try_on }), isOurs };
}
