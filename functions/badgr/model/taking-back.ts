import type { Certificate } from "../../../shared/certificate/certificate.ts";
import type { RevocationCode } from "../../../shared/certificate/status-list.ts";
import { reasonWords } from "../../../shared/certificate/words.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { Refused } from "../../clients/badgr/requests.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { get } from "../../data/table.ts";
import { move, nextRun, waitingFor } from "./award-moves.ts";
import { atBadgeService } from "./connection.ts";
import { BadgeLink, evidenceOf, StoredAward } from "./record.ts";

/**
 * The award that stands, or is to be made, for the certificate as it is; undefined when none may be, or when a former one
 * could not be revoked yet. Throws only where another try soon may help.
 */
export async function withoutFormer(
  award: StoredAward,
  certificate: Certificate | undefined,
): Promise<StoredAward | undefined> {
  if (certificate === undefined) return award;
  const code = codeOf(award, certificate);
  if (code === undefined) return award;
  if (!isSettled(award) && !(await takeBack(award, code))) return undefined;
  if (code !== "replaced") return undefined;
  const { certificate_id } = certificate;
  await move(award, () => ({
    ...{ event: "renew", certificate_id, asked: false, assertion_id: undefined },
    ...{ awarded_on: undefined, failed_on: undefined },
  }));
  return get(StoredAward, certificateKeys.badgeAward(award.application_id));
}

/** Why an award may not stand: the first certificate of an application replaces none. */
function codeOf(award: StoredAward, certificate: Certificate): RevocationCode | undefined {
  const { status, visibility, revocation, certificate_id, replaces } = certificate;
  if (status === "revoked") return revocation ?? "issued-in-error";
  if (visibility === "erased") return "holder's-wish";
  const isOfFormer =
    award.certificate_id === undefined ? replaces !== undefined : award.certificate_id !== certificate_id;
  return isOfFormer ? "replaced" : undefined;
}

/** Revoked, and nothing is left open there: what was asked for is known. */
const isSettled = ({ status, asked, assertion_id }: StoredAward): boolean =>
  status === "revoked" && (!asked || assertion_id !== undefined);

/** Revokes an award at the badge service; false when that has to wait for something else than another try soon. */
async function takeBack(award: StoredAward, code: RevocationCode): Promise<boolean> {
  await move(award, () => ({ event: "takeBack" }));
  try {
    const assertion_id = award.asked || award.assertion_id ? await revokeThere(award, code) : undefined;
    await move(award, () => ({ event: "revoke", failed_on: undefined, ...(assertion_id && { assertion_id }) }));
    return true;
  } catch (error) {
    if (error instanceof Refused) {
      const reason = error.status === 404 ? "The connected account doesn’t have this award." : error.reasons.join(" ");
      await move(award, () => ({ event: "refuse", reason, next_try_on: nextRun() }));
      return false;
    }
    if (!(error instanceof Problem) || error.code === "state.changed") throw error;
    const { isOurs, ...waiting } = waitingFor(error);
    await move(award, () => ({ event: "takeBack", ...waiting }));
    if (isOurs) throw error;
    return false;
  }
}

/** Revokes the award, also one whose answer was lost, and gives its id; undefined where there is none. */
const revokeThere = (award: StoredAward, code: RevocationCode): Promise<string | undefined> =>
  atBadgeService(award.organization_id, async (service) => {
    const badge_id = award.assertion_id
      ? undefined
      : (await get(BadgeLink, certificateKeys.badge(award.cred_id)))?.badge_id;
    const found = badge_id ? (await service.awardFor(badge_id, evidenceOf(award)))?.entityId : undefined;
    const assertion_id = award.assertion_id ?? found;
    if (assertion_id !== undefined) await service.revoke(assertion_id, `${reasonWords[code]}.`);
    return assertion_id;
  });
