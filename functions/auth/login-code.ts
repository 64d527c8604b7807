import { loginCode } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { type Context, implement } from "../chain/implement.ts";
import { proofStep } from "../chain/proof.ts";
import { refreshTokens } from "../clients/cognito.ts";
import { alone } from "../data/alone.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change, remove } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { log } from "../runtime/log.ts";
import { readPerson } from "../user/model/person.ts";
import { type Challenge, clearChallenge, readChallenge } from "./model/challenge.ts";
import { rememberDevice } from "./model/device.ts";
import { acceptedCode, type FactorRecord, onVersion, readFactor } from "./model/factor.ts";
import { recoveryHash } from "./model/one-time-code.ts";
import { deviceOf, newDevice, withDevice } from "./model/remembered-device.ts";
import { freshTokens, requireActive, sessionOf, setRefreshCookie } from "./model/session.ts";

/** A code that was right is kept with its sign-in until the session is answered: sent again by the same browser, it finishes it. */
export const handler = implement(loginCode, async (input, { request, reply }) => {
  const anew = new Problem("auth.sign-in-anew");
  const challenge = await readChallenge(request);
  if (challenge === undefined) throw anew;
  const { user_id, email, remember, key } = challenge;
  const [factor, found] = await Promise.all([readFactor(user_id), readPerson(user_id)]);
  const person = await requireActive(found, challenge.invited);
  if (factor === undefined) throw anew; // it was turned off meanwhile: the password is enough
  const remembered = input.remember_device ? newDevice(request, challenge) : undefined;
  const isRepeat = challenge.passed === recoveryHash(user_id, input.code);
  if (!isRepeat) await pass({ factor, challenge, code: input.code, remembered: remembered?.device, request }, anew);
  const isKept = !isRepeat || factor.devices.some(({ hash }) => hash === remembered?.device.hash);
  if (remembered && isKept) reply.setCookie(remembered.header);
  const first = await refreshTokens(challenge.refreshToken);
  if (first === undefined) throw anew; // the password was changed meanwhile
  const refreshToken = first.refreshToken ?? challenge.refreshToken;
  const tokens = await freshTokens({ ...first, refreshToken }, person);
  await rememberDevice({ request, reply }, email);
  await alone(remove(key));
  setRefreshCookie(reply, { refreshToken: tokens.refreshToken ?? refreshToken, remember });
  clearChallenge(reply);
  log("security", "authn_login_success", { requestId: request.requestId, viewer: request.viewer, user_id });
  return { data: sessionOf(tokens, person) };
});

interface Attempt {
  readonly factor: FactorRecord;
  readonly challenge: Challenge;
  readonly code: string;
  readonly remembered: FactorRecord["devices"][number] | undefined;
  readonly request: Context["request"];
}

/** Spends a code that is right, with the sign-in it was typed for. */
async function pass({ factor, challenge, code, remembered, request }: Attempt, anew: Problem): Promise<void> {
  const { user_id, key, auth_time: authTime } = challenge;
  const accepted = await acceptedCode(factor, code).catch((refusal) => {
    log("security", "authn_login_fail", { requestId: request.requestId, viewer: request.viewer, user_id });
    throw refusal;
  });
  const devices = remembered && withDevice(factor, deviceOf(request, factor), remembered);
  const about = { organization_id: "", actor_id: user_id, subject_id: user_id, user_id };
  const set = { ...accepted.set, ...(devices && { devices }) };
  const where = { user_id, passed: { absent: true } } as const;
  await transact([
    change(key, { set: { passed: recoveryHash(user_id, code) } }, { where, otherwise: anew }),
    change(organizationKeys.factor(user_id), { set }, onVersion(factor)),
    ...accepted.steps,
    proofStep({ user_id, authTime, factor_since: factor.since }),
    ...(remembered ? [audit("user.device-remembered", about)] : []),
  ]);
}
