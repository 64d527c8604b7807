import { login, SignIn } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { type Context, implement } from "../chain/implement.ts";
import { revoke, signIn, type Tokens } from "../clients/cognito.ts";
import { alone } from "../data/alone.ts";
import { consumeRate, forget, returnRate } from "../data/rate.ts";
import { transact } from "../data/table.ts";
import { log } from "../runtime/log.ts";
import { type Person, readPerson } from "../user/model/person.ts";
import { retiredAddressOf } from "../user/model/pseudonym.ts";
import { askForCode } from "./model/challenge.ts";
import { knownDevice, rememberDevice } from "./model/device.ts";
import { readFactor } from "./model/factor.ts";
import { findInvitation } from "./model/open-invitation.ts";
import { deviceOf } from "./model/remembered-device.ts";
import { freshTokens, readRefreshCookie, requireActive, sessionOf, setRefreshCookie } from "./model/session.ts";
import { sourceOf } from "./model/source.ts";

/**
 * Every try is counted before the pool is asked, so that tries at once do not slip past; the right one is forgotten. A
 * refused one always asks the pool twice, so that how long it takes does not tell that an address was somebody's. Where an
 * address has signed in before, it is counted by the device alone: what strangers try locks its owner out of none.
 */
export const handler = implement(login, async ({ email: written, password, isRemember, token }, { request, reply }) => {
  const parsed = SignIn.shape.email.safeParse(written);
  if (!parsed.success) throw new Problem("ERRINVALIDEMAIL", { field: "email" });
  const email = parsed.data;
  const device = await knownDevice(request, email);
  const counters = device ? ([["signInsPerDevice", device]] as const) : strangersCounters(email, request.sourceIp);

  await transact(counters.map(([name, of]) => consumeRate(name, of)));
  const first = (await signIn(email, password)) ?? (await signIn(await retiredAddressOf(email), password));
  if (first === undefined) {
    log("security", "authn_login_fail", { requestId: request.requestId, viewer: request.viewer });
    throw new Problem("ERRLOGIN");
  }
  const [found, invitation] = await Promise.all([
    readPerson(first.user_id),
    token === undefined ? undefined : findInvitation(email, token),
    ...counters.map(([name, of]) => alone(name === "signInsPerSource" ? returnRate(name, of) : forget(name, of))),
  ]);
  const person = await requireActive(found, invitation?.account?.user_id).catch(async (refusal) => {
    if (first.refreshToken) await revoke(first.refreshToken);
    throw refusal;
  });
  const remember = isRemember ?? readRefreshCookie(request)?.remember ?? false;
  await requireCodeOf(person, { first, email, remember, invited: invitation?.account?.user_id }, { request, reply });
  const tokens = await freshTokens(first, person);
  await rememberDevice({ request, reply }, email);
  if (tokens.refreshToken) setRefreshCookie(reply, { refreshToken: tokens.refreshToken, remember });
  const { requestId, viewer } = request;
  log("security", "authn_login_success", { requestId, viewer, user_id: person.user.user_id });
  return { data: sessionOf(tokens, person) };
});

/** What a try is counted by where its address has not signed in before. */
const strangersCounters = (email: string, address: string) =>
  [
    ["signInsPerAccount", email],
    ["signInsPerSource", sourceOf(address)],
  ] as const;

/** Where a code is asked for besides, the pool's session waits for it: nobody gets a token by the password alone. */
async function requireCodeOf(
  { user: { user_id, factor_since } }: Person,
  { first, ...asked }: { first: Tokens; email: string; remember: boolean; invited?: string },
  { request, reply }: Pick<Context, "request" | "reply">,
): Promise<void> {
  if (factor_since === undefined) return;
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new Problem("server.busy"); // turned off in between, or lost: a password is not enough
  if (deviceOf(request, factor)) return;
  const { authTime: auth_time } = first.session;
  await askForCode(reply, { ...asked, user_id, auth_time, refreshToken: first.refreshToken! });
  throw new Problem("auth.code-needed");
}
