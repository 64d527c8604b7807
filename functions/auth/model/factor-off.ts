import { organizationKeys } from "../../data/keys/organization.ts";
import { change, remove, type Step, type Where } from "../../data/steps.ts";
import { nextSecond } from "../../runtime/clock.ts";
import { type FactorRecord, onVersion } from "./factor.ts";
import { followReset } from "./factor-reset.ts";

/**
 * The steps that turn somebody's two-step sign-in off as it was read: with it go the recovery codes, the remembered devices
 * and a reset. Where others do it, all sessions end: who has the lost phone may be signed in there.
 */
export function factorOff(
  factor: FactorRecord,
  { endsSessions = false, where = {} }: { readonly endsSessions?: boolean; readonly where?: Where } = {},
): Step[] {
  const { user_id } = factor;
  const set = endsSessions ? { session_left: { began: 0, before: nextSecond() } } : {};
  return [
    remove(organizationKeys.factor(user_id), onVersion(factor)),
    ...followReset(factor),
    change(organizationKeys.user(user_id), { set, remove: ["factor_since"] }, { where }),
  ];
}
