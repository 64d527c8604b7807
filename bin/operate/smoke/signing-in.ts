import { contract } from "../../../shared/contract.ts";
import type { Reply } from "../../seed/client.ts";
import { strangerAt } from "./person.ts";
import { noLearner, refused, type Step } from "./step.ts";

const { auth } = contract;

export const wrongPassword: Step = {
  name: "wrong-password",
  proves: "a wrong password is refused as one",
  otherwise: "lib/runbooks/sign-ins-failing.md",
  absent: noLearner,
  async look(course) {
    const { origin, learner } = course;
    const wrong = { email: learner.email, password: "not the password", isRemember: false };
    const reply = await strangerAt(origin).call(auth.login, wrong);
    refused(reply, 400, "A wrong password");
    course.refusedAt = Date.parse(String(reply.headers.date));
  },
};

export const signIn: Step = {
  name: "sign-in",
  proves: "the access token has our user id and scope, is renewed, twice by two tabs at once, and ends at the sign-out",
  otherwise: "the pre-token trigger and the attributes that the client may read (lib/identity.ts)",
  absent: noLearner,
  async look({ origin, learner }) {
    const stranger = strangerAt(origin);
    const signed = await stranger.call(auth.login, { ...learner, isRemember: false });
    refused(signed, 200, "The right password");
    const [, claims = ""] = signed.body.data.token.split(".");
    const { user_id, scope } = JSON.parse(Buffer.from(claims, "base64url").toString());
    if (user_id !== signed.body.data.user_id) throw new Error(`The token names ${user_id}.`);
    if (String(scope).includes("aws.cognito.signin.user.admin")) throw new Error(`The token's scope is ${scope}.`);
    const headers = { cookie: cookieOf(signed) };
    const renewed = await stranger.call(auth.refresh, {}, { headers });
    refused(renewed, 200, "The renewal");
    // within the grace of ten seconds that lib/identity.ts gives a token that was renewed
    refused(await stranger.call(auth.refresh, {}, { headers }), 200, "A second renewal with the same token");
    const after = { headers: { cookie: cookieOf(renewed) } };
    refused(await stranger.call(auth.logout, {}, after), 200, "The sign-out");
    refused(await stranger.call(auth.refresh, {}, after), 401, "A renewal after the sign-out");
  },
};

/** All that an answer sets, as it is sent back. */
const cookieOf = ({ headers }: Reply): string =>
  [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
