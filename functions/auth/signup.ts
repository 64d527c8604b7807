import { signup } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { createAccount, deleteAccount, findAccount, setPassword, signIn } from "../clients/cognito.ts";
import { newId, now } from "../data/ids.ts";
import { transact } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { signUp } from "../user/model/account.ts";
import { flagOf } from "../user/model/membership.ts";
import { ownOrganization } from "../user/model/person.ts";
import type { UserRecord } from "../user/model/record.ts";
import { acceptedTerms } from "../user/model/terms.ts";
import { rememberDevice } from "./model/device.ts";
import { acceptSteps, findInvitation } from "./model/open-invitation.ts";
import { requireGoodPassword } from "./model/password.ts";
import { sessionOf, setRefreshCookie } from "./model/session.ts";

const ABANDONED_MS = 60_000;

const inUse = () => {
  return new Problem("auth.email-in-use", { field: "email" });
};

/**
 * The pool's account is made first and carries our id; one transaction then uses the invitation up and makes person and
 * membership. When it fails the account is taken back, so that of two sign-ups at once one stands and nothing is left.
 */
export const handler = implement(signup, async (input, { request, reply }) => {
  const { email, password, first_name, last_name, role, org, token } = input;
  const open = await findInvitation(email, token);
  if (open === undefined) throw new Problem("invitation.invalid-token");
  const { invitation, organization, account } = open;
  const { organization_id } = organization;
  if ((role !== undefined && role !== invitation.role) || (org !== undefined && org !== organization_id))
    throw new Problem("invitation.invalid-token");
  if (account !== undefined) throw inUse();
  requireGoodPassword(password, email);

  const user_id = newId("usr");
  const person: UserRecord = {
    user_id,
    email,
    first_name,
    last_name,
    image: input.image && (await keptPhoto(input.image, user_id)),
    status: "active",
    superadmin: false,
    is_issuer: false,
    is_reviewer: false,
    is_learner: false,
    ...flagOf(invitation.role),
    ...acceptedTerms(input.terms_version),
    organization_ids: [organization_id],
    tokens_valid_after: 0,
    created_on: now(),
    version: 1,
  };
  await makeAccount(email, user_id);
  try {
    await setPassword(email, password);
    const signing = signUp(person, { actor_id: person.user_id, organization_id, otherwise: inUse() });
    await transact([...signing.steps, ...(await acceptSteps(open, person))]);
  } catch (error) {
    // without an answer the person may be there all the same: an account that nobody has is replaced by the next sign-up
    if (error instanceof Problem) await deleteAccount(email);
    throw error;
  }
  const tokens = await signIn(email, password);
  if (tokens === undefined) throw new Problem("server.busy");
  await rememberDevice({ request, reply }, email);
  if (tokens.refreshToken) setRefreshCookie(reply, { refreshToken: tokens.refreshToken, remember: false });
  const own = ownOrganization(invitation, organization);
  return { data: sessionOf(tokens, { user: person, organizations: own ? [own] : [] }) };
});

/** Most sign up without a photo: what keeps one is loaded with the first. */
const keptPhoto = async (dataUrl: string, user_id: string): Promise<string> =>
  (await import("../pictures/store-image.ts")).storeImage({ dataUrl, kind: "avatar", user_id });

/** Makes the pool's account; one that a broken sign-up left is replaced. */
async function makeAccount(email: string, user_id: string): Promise<void> {
  if (await createAccount(email, user_id)) return;
  const present = await findAccount(email);
  const abandonedAtMs = (present?.createdAtMs ?? 0) + ABANDONED_MS;
  const retryAfterSeconds = Math.ceil((abandonedAtMs - clock.now()) / 1000);
  if (retryAfterSeconds > 0) throw new Problem("auth.signing-up", { retryAfterSeconds }); // another may be under way
  await deleteAccount(email);
  if (!(await createAccount(email, user_id))) throw new Problem("auth.signing-up");
}
