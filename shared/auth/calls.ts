import * as z from "zod";
import { bodyLimits, call, data } from "../http/call.ts";
import { OrganizationId } from "../http/fields.ts";
import { roleIds } from "../permissions.ts";
import { emailAddress, lastName, personName, picture, TermsVersion } from "../platform/person.ts";
import { User } from "../user/user.ts";
import { newPassword } from "./password.ts";

/** What signing in answers: an access token, and the person. */
export const Session = User.extend({
  /** The access token, to be sent as `Authorization: Bearer …`. */
  token: z.string(),
  /** When the token ends, in milliseconds since 1970. */
  expires_at: z.number(),
});
export type Session = z.infer<typeof Session>;

/** The token of a mailed link: 256 random bits as base64url. */
const mailedToken = z.string("Invalid Token").min(1, "Invalid Token").max(200, "Invalid Token");
/** A link of the portal that the client would like mailed. The server builds its own and refuses a foreign one. */
const portalUrl = z.string().max(2000);

/** The sign-in form. The server takes any text as e-mail and answers ERRINVALIDEMAIL by name. */
export const SignIn = z.object({
  email: emailAddress("Enter a Valid Email"),
  password: z.string("Please enter valid Password").min(1, "Please enter valid Password").max(256),
  /** Stay signed in for 30 days; left out, as it was before. */
  isRemember: z.boolean().optional(),
});

/**
 * Answers the access token and sets the refresh cookie. An unknown address and a wrong password are refused alike; that
 * an account or its organization is deleted is told only after the right password. Where a code is needed besides, the
 * refusal says so and sets the cookie that `POST /user/login/code` goes on with.
 */
export const login = call({
  route: "POST /user/login",
  summary: "Sign in with email and password",
  allow: "anyone",
  input: () =>
    SignIn.extend({
      email: z.string().max(1000),
      password: z.string().max(256),
      /** Of an invitation: lets somebody in who has no organization any more, to join by it. */
      token: mailedToken.optional(),
    }),
  output: () => data(Session),
  problems: [
    "ERRINVALIDEMAIL",
    "ERRLOGIN",
    "auth.code-needed",
    "ERRUSRDELETED",
    "ERRORGDELETE",
    "user.disabled",
    "user.suspended",
  ],
});

/**
 * Answers the person as they are now, with a new access token. The HttpOnly cookie that signing in has set is the
 * credential: no body, no bearer token.
 */
export const refresh = call({
  route: "POST /user/refresh",
  summary: "Get a new access token by the refresh cookie",
  allow: "anyone",
  input: () => z.object({}),
  output: () => data(Session),
  problems: ["access.no-token"],
});

/** Ends the session of the refresh cookie, and that of the bearer token where one is sent; takes the cookie away. */
export const logout = call({
  route: "POST /user/logout",
  summary: "Sign out",
  allow: "anyone",
  input: () => z.object({}),
  output: () => data(z.object({})),
});

/** The link is good for ten minutes, and once. */
export const requestPasswordReset = call({
  route: "POST /user/password/reset",
  summary: "Mail a link to set a new password",
  allow: "anyone",
  input: () => z.object({ email: emailAddress("Please enter valid Email"), reset_url: portalUrl.optional() }),
  output: () => data(z.object({})),
  problems: ["auth.unknown-email", "input.foreign-url"],
});

export const validatePasswordReset = call({
  route: "POST /user/password/validate",
  summary: "Check a password reset link",
  allow: "anyone",
  input: () => z.object({ email: emailAddress("Please enter valid Email"), token: mailedToken }),
  output: () => data(z.object({ email: z.string() })),
  problems: ["auth.invalid-reset-link"],
});

/** Every session of the account ends. */
export const resetPassword = call({
  route: "PUT /user/password/reset",
  summary: "Set a new password by a mailed link",
  allow: "anyone",
  input: () =>
    z.object({
      email: emailAddress("Please enter valid Email"),
      password: newPassword("Please enter valid Password"),
      token: mailedToken,
    }),
  output: () => data(z.object({})),
  problems: ["auth.invalid-reset-link", "auth.common-password"],
});

/** `token` is the present password. All other sessions end, this one goes on. */
export const changePassword = call({
  route: "PUT /user/password",
  summary: "Change the own password",
  allow: "account",
  endsSession: true,
  input: () =>
    z.object({
      email: emailAddress("Please enter valid Email").optional(),
      password: newPassword("Please enter valid Password"),
      /** The present password. */
      token: z.string("Please enter valid Password").min(1, "Please enter valid Password").max(256),
    }),
  output: () => data(Session),
  problems: [
    "auth.wrong-password",
    "auth.common-password",
    "ERRUSRDELETED",
    "ERRORGDELETE",
    "user.disabled",
    "user.suspended",
  ],
});

/** Answers what it invites to, and whether the address has an account already. */
export const validateSignup = call({
  route: "POST /user/signup/validate",
  summary: "Check an invitation link",
  allow: "anyone",
  input: () => z.object({ email: emailAddress("Enter a Valid Email"), token: mailedToken }),
  output: () =>
    data(
      z.object({
        email: z.string(),
        /** As the organization's file of people has it, where the invitation came of one. */
        first_name: z.string().optional(),
        last_name: z.string().optional(),
        /** Where they work, as that file has it: signing up or joining declares it among their ties. */
        employer: z.string().optional(),
        /** The published credential that they are invited to. */
        credential: z
          .object({
            /** The id of the credential. */
            cred_id: z.string(),
            title: z.string(),
          })
          .optional(),
        role: z.number(),
        /** Of a custom role, what the organization calls it. */
        role_name: z.string().optional(),
        organization_id: z.string(),
        organization_name: z.string(),
        logo: z.string().optional(),
        /** The name of who sent it, while they have an account; nobody's where the visitor asked for it. */
        invited_by: z.string().optional(),
        /** Somebody with an account signs in and joins (`POST /user/invitation/accept`) instead of signing up. */
        has_account: z.boolean(),
      }),
    ),
  problems: ["invitation.invalid-token"],
});

/**
 * Makes the account, joins the organization of the invitation in the role it names, and signs in. The invitation is one
 * that somebody else sent, or one asked for with `POST /user/selfinvite`.
 */
export const signup = call({
  route: "POST /user/signup",
  summary: "Sign up by an invitation",
  allow: "anyone",
  input: () =>
    z.object({
      first_name: personName(),
      last_name: lastName(),
      email: emailAddress("Enter a Valid Email"),
      password: newPassword("Please enter a valid Password"),
      token: mailedToken,
      image: picture.optional(),
      /** Sent by the self sign-up; the invitation decides, and another value is refused. */
      role: z.number().optional(),
      org: OrganizationId.optional(),
      /** The terms of service that were accepted. Left out, they are asked for after signing in. */
      terms_version: TermsVersion.optional(),
    }),
  output: () => data(Session),
  problems: [
    "invitation.invalid-token",
    "auth.signing-up",
    "auth.email-in-use",
    "auth.common-password",
    "image.refused",
  ],
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** The request sign-up form. */
export const RequestSignup = z.object({ email: emailAddress("Please enter valid Email") });

/** The link is mailed. Whoever asks gets the same answer. */
export const inviteSelf = call({
  route: "POST /user/selfinvite",
  summary: "Ask for a sign-up link as a learner",
  allow: "anyone",
  input: () =>
    z.object({
      invitations: z
        .array(
          RequestSignup.extend({
            organization_id: OrganizationId.optional(),
            /** Finds the organization where a sign-in page names it and nothing more is known of it. */
            organization_name: z.string().trim().min(1).max(200).optional(),
            role: z.literal(roleIds.learner).optional(),
            base_url: portalUrl.optional(),
          })
            .strict()
            .refine(({ organization_id, organization_name }) => organization_id ?? organization_name, {
              path: ["organization_id"],
              message: "Name the organization.",
            }),
        )
        .length(1, "Request one sign-up link at a time."),
    }),
  output: () => data(z.object({})),
  problems: ["input.foreign-url"],
});
