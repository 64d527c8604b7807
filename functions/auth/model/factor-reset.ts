import * as z from "zod";
import type { Role } from "../../../shared/permissions.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import { type FactorReset, factorResetDays } from "../../../shared/user/factor-reset.ts";
import { audit } from "../../data/audit.ts";
import { type Deadlines, daysAfter, schedule } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import type { Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";
import { UserRecord } from "../../user/model/record.ts";
import type { Member } from "../../user/model/store.ts";

/** That a second factor is to be turned off, as it is stored with it. */
export const ResetRecord = z.object({
  asked_at: z.string(),
  /** The user id of who asked. */
  asked_by: z.string(),
  /** The organization whose admin asked; "" where a super administrator did. */
  organization_id: z.string(),
  /** When the clock turns it off. */
  ends_at: z.string(),
});
export type ResetRecord = z.infer<typeof ResetRecord>;

/** A second factor, as far as it is to be turned off. */
interface Resettable {
  readonly user_id: string;
  readonly reset?: ResetRecord | undefined;
}

/**
 * Whether somebody in this role may have a person's second factor turned off: a super administrator, and an admin of the
 * only organization. Whoever can't sign in for now couldn't stop it.
 */
export function mayReset(role: Role, { user, membership }: Member): boolean {
  if (user.status !== "active") return false;
  if (role === "superadmin") return true;
  const isOnlyHere = user.organization_ids.length === 1 && membership?.status === "active";
  return role === "admin" && isOnlyHere && !user.superadmin;
}

/** A reset that begins now. */
export function newReset(asked_by: string, organization_id: string): ResetRecord {
  const asked_at = now();
  return { asked_at, asked_by, organization_id, ends_at: daysAfter(asked_at, factorResetDays) };
}

/** When the clock has to look at a second factor. */
export const factorDeadlines = ({ reset }: Resettable): Deadlines => (reset ? { "factor-reset": reset.ends_at } : {});

/** The step that takes a second factor, which changes to `after` or goes, off the clock's list or puts it there. */
export const followReset = (before: Resettable, after?: Resettable): Step[] =>
  schedule(organizationKeys.factor(before.user_id), factorDeadlines(before), after ? factorDeadlines(after) : {});

/** What goes with the change that takes a reset out of its factor; nothing where none runs. */
export function stopSteps({ user_id, reset }: Resettable, actor_id: string): Step[] {
  if (reset === undefined) return [];
  const { organization_id, asked_by: asker_id } = reset;
  const stopped = { organization_id, actor_id, subject_id: user_id, user_id, asker_id };
  return [...followReset({ user_id, reset }), audit("user.factor-reset-stopped", stopped)];
}

/** A reset as it is told to its person, and to those who may stop it. */
export async function shownReset({ asked_by, asked_at, ends_at }: ResetRecord): Promise<FactorReset> {
  const asker = await get(UserRecord, organizationKeys.user(asked_by));
  return { asked_at, ends_at, asked_by: asker ? fullName(asker) : "" };
}
