import * as z from "zod";
import { call, data } from "../http/call.ts";
import { organizationSelector, UserId } from "../http/fields.ts";
import { FactorReset } from "../user/factor-reset.ts";
import { Session } from "./calls.ts";
import { recoveryCodeCount } from "./factor.ts";

/** The account's present password. */
const password = () => z.string("Please enter valid Password").min(1, "Please enter valid Password").max(256);
/** Six digits of the app, or a recovery code; spaces and dashes do not count. */
const code = () => z.string("Enter a code.").trim().min(1, "Enter a code.").max(40, "Enter a code.");

const aCode = () => ({
  /** Six digits of the app, or a recovery code. */
  code: code(),
});

/** A browser in which sign-in does not ask for a code. */
export const RememberedDevice = z.object({
  /** Names it to `DELETE /user/factor/device`. */
  device_id: z.string(),
  /** Browser and system, as far as they can be told. */
  name: z.string(),
  /** When its person asked for it, in UTC. */
  remembered_on: z.string(),
  expires_on: z.string(),
  /** The one that asks. */
  is_this: z.boolean(),
});
export type RememberedDevice = z.infer<typeof RememberedDevice>;

/** Finishes a sign-in that was answered `auth.code-needed`: its HttpOnly cookie says which one, for five minutes. */
export const loginCode = call({
  route: "POST /user/login/code",
  summary: "Finish signing in with a code",
  allow: "anyone",
  input: () =>
    z.object({
      /** Six digits of the app, or a recovery code. */
      code: code(),
      /** Ask for no code in this browser for 30 days. */
      remember_device: z.boolean().optional(),
    }),
  output: () => data(Session),
  problems: [
    "auth.wrong-code",
    "auth.sign-in-anew",
    "ERRUSRDELETED",
    "ERRORGDELETE",
    "user.disabled",
    "user.suspended",
    "state.changed",
  ],
});

/**
 * For ten minutes this session may then do what is refused with `auth.proof-needed` otherwise: by the password, and where two-step
 * sign-in is on by a code alone.
 */
export const prove = call({
  route: "POST /user/proof",
  summary: "Confirm that it is oneself",
  allow: "account",
  input: () =>
    z.object({
      /** The account's present password, where two-step sign-in is off. */
      password: password().optional(),
      /** Six digits of the app, or a recovery code, where two-step sign-in is on. */
      code: code().optional(),
    }),
  output: () => data(z.object({})),
  problems: ["auth.wrong-password", "auth.code-needed", "auth.wrong-code", "state.changed"],
});

/** Whether signing in asks for a code, what is left of the recovery codes, and where no code is asked for. */
export const readFactor = call({
  route: "GET /user/factor",
  summary: "Read the own two-step sign-in",
  allow: "account",
  input: () => z.object({}),
  output: () =>
    data(
      z.object({
        /** Whether signing in asks for a code. */
        is_on: z.boolean(),
        /** When it was turned on. */
        since: z.string().optional(),
        /** How many recovery codes have not been used. */
        recovery_codes_left: z.number().int(),
        devices: z.array(RememberedDevice),
        /** It is to be turned off, because somebody asked for that. */
        reset: FactorReset.optional(),
      }),
    ),
  problems: [],
});

/** The secret is answered once. Nothing is asked for at sign-in until a code of it has been confirmed. */
export const startFactor = call({
  route: "POST /user/factor",
  summary: "Begin to set up an authenticator app",
  allow: "account",
  input: () => z.object({ password: password() }),
  output: () =>
    data(
      z.object({
        /** The key to type into the app, as base32. */
        secret: z.string(),
        /** The same as an `otpauth:` address, to be shown as a QR code. */
        uri: z.string(),
      }),
    ),
  problems: ["auth.wrong-password", "auth.factor-on"],
});

/** Turns it on by a code of the app, and answers the recovery codes, once. */
export const confirmFactor = call({
  route: "PUT /user/factor",
  summary: "Turn two-step sign-in on",
  allow: "account",
  input: () =>
    z.object({
      /** Six digits that the app shows for the secret. */
      code: code(),
    }),
  output: () =>
    data(
      z.object({
        /** Each signs in once instead of a code. */
        recovery_codes: z.array(z.string()).length(recoveryCodeCount),
      }),
    ),
  problems: ["auth.wrong-code", "auth.factor-start-anew", "auth.factor-on"],
});

/** Ends the recovery codes that are left, and answers ten new ones, once. */
export const renewRecoveryCodes = call({
  route: "PUT /user/factor/recovery",
  summary: "Replace the own recovery codes",
  allow: "account",
  input: () => z.object({ password: password(), ...aCode() }),
  output: () =>
    data(
      z.object({
        /** Each signs in once instead of a code. */
        recovery_codes: z.array(z.string()).length(recoveryCodeCount),
      }),
    ),
  problems: ["auth.wrong-password", "auth.wrong-code", "auth.factor-off", "state.changed"],
});

/** The secret, the recovery codes and the remembered devices are gone with it. */
export const endFactor = call({
  route: "DELETE /user/factor",
  summary: "Turn two-step sign-in off",
  allow: "account",
  input: () => z.object({ password: password(), ...aCode() }),
  output: () => data(z.object({})),
  problems: ["auth.wrong-password", "auth.wrong-code", "auth.factor-off", "state.changed"],
});

/**
 * For somebody who has lost phone and recovery codes. A super administrator asks for anybody, an admin for a member of no
 * other organization. The person is told at once and has a day to stop it. Asking again answers what runs already.
 */
export const askFactorReset = call({
  route: "POST /user/factor/reset",
  summary: "Have somebody’s two-step sign-in turned off in a day",
  allow: { permission: "user:reset-factor", within: "organization" },
  proof: true,
  input: () => z.object({ ...organizationSelector, user_id: UserId }),
  output: () => data(FactorReset),
  problems: ["resource.not-found", "user.not-oneself", "user.not-editable", "auth.factor-off", "state.changed"],
});

/**
 * The person stops it, or whoever may ask for it. A code of the person's app does the same, at sign-in or elsewhere. Where
 * none runs this answers alike.
 */
export const stopFactorReset = call({
  route: "DELETE /user/factor/reset",
  summary: "Keep two-step sign-in that is to be turned off",
  allow: { permission: "user:stop-factor-reset", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Whose; left out, the caller's own. */
      user_id: UserId.optional(),
    }),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "user.not-editable", "auth.factor-off", "state.changed"],
  whenArchived: "allowed",
});

/** The next sign-in there asks for a code. */
export const forgetDevice = call({
  route: "DELETE /user/factor/device",
  summary: "Forget a remembered device",
  allow: "account",
  input: () =>
    z.object({
      /** As `GET /user/factor` names it. */
      device_id: z.string().min(1).max(100),
    }),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "state.changed"],
});
