import { roleIds } from "../../shared/permissions.ts";
import { scheduled } from "../chain/scheduled.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change, check, type Step } from "../data/steps.ts";
import { batchGet, get, transact } from "../data/table.ts";
import { MembershipRecord, UserRecord } from "../user/model/record.ts";
import { FactorRecord, onVersion } from "./model/factor.ts";
import { factorOff } from "./model/factor-off.ts";
import { factorDeadlines, mayReset, type ResetRecord, stopSteps } from "./model/factor-reset.ts";

/** Turns two-step sign-in off where that was asked for a day ago. shared/auth/README.md. */
export const handler = scheduled({ "factor-reset": end });

async function end(deadline: Deadline): Promise<void> {
  const factor = await get(FactorRecord, deadline.reference);
  const { reset } = factor ?? {};
  if (!factor || !reset || factorDeadlines(factor)["factor-reset"] !== deadline.at) return drop(deadline);
  await transact((await endSteps(factor, reset)) ?? givenUp(factor));
}

/**
 * What turns it off, if who asked could still ask: undefined where they are no admin any more, or where the person has
 * joined another organization or can't sign in for now.
 */
async function endSteps(factor: FactorRecord, reset: ResetRecord): Promise<Step[] | undefined> {
  const { user_id } = factor;
  const { organization_id, asked_by: asker_id } = reset;
  const isInside = organization_id !== "";
  const [own, askers] = [user_id, asker_id].map(organizationKeys.user);
  const places = [user_id, asker_id].map((whose) => organizationKeys.membership(whose, organization_id));
  const [person, account, ...found] = await batchGet([own!, askers!, ...(isInside ? places : [])]);
  const user = UserRecord.parse(person);
  const [membership, office] = found.map((item) => item && MembershipRecord.parse(item));
  const asker = account && UserRecord.parse(account);
  const mayAsk = isInside ? office?.status === "active" && office.role === roleIds.admin : asker?.superadmin;
  if (asker?.status !== "active" || !mayAsk) return undefined;
  if (!mayReset(isInside ? "admin" : "superadmin", { user, ...(membership && { membership }) })) return undefined;
  return [
    ...factorOff(factor, { endsSessions: true, where: { version: user.version } }),
    check(askers!, { where: { status: "active" } }),
    ...(isInside
      ? [
          check(places[0]!, { where: { status: "active" } }),
          check(places[1]!, { where: { status: "active", role: roleIds.admin } }),
        ]
      : []),
    audit("user.factor-reset-done", { organization_id, actor_id: "system", subject_id: user_id, user_id, asker_id }),
  ];
}

const givenUp = (factor: FactorRecord): Step[] => [
  change(organizationKeys.factor(factor.user_id), { remove: ["reset"] }, onVersion(factor)),
  ...stopSteps(factor, "system"),
];
