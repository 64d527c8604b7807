import * as z from "zod";
import { CertificateDecision } from "../certificate/decision.ts";
import { bodyLimits, call, Document, data, page, paging } from "../http/call.ts";
import { ApplicationId, CredentialId, multiLine, organizationSelector, singleLine, UserId } from "../http/fields.ts";
import { inviting, RoleId } from "../organization/invitation.ts";
import { roleIds } from "../permissions.ts";
import { emailAddress, lastName, memberRole, personName, phone, picture, TermsVersion } from "../platform/person.ts";
import { Notice } from "./notice.ts";
import { chosenColumns, ScechProfile, scechColumns, scechFields } from "./scech.ts";
import { FoundUser, LearnerProfile, OwnOrganization, PersonFound, Profile } from "./user.ts";

/** The caller's own, or a member's; an admin may also change the member's role. */
export const update = call({
  route: "PUT /user",
  summary: "Update a profile",
  allow: { permission: "user:update", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Whose; left out, the caller's own. */
      user_id: UserId.optional(),
      /** Taken, and without effect. */
      isSelfProfileUpdate: z.boolean().optional(),
      first_name: personName().optional(),
      last_name: lastName().optional(),
      phone: phone.optional(),
      /** A data URL; null takes the avatar away. */
      image: picture.nullish(),
      role: memberRole.optional(),
      role_id: RoleId.optional(),
      /** The terms of service that the caller accepts; nobody accepts them for others. */
      terms_version: TermsVersion.optional(),
    }),
  output: () => data(Profile),
  proof: ({ role }) => role === roleIds.admin,
  problems: [
    "resource.not-found",
    "user.not-editable",
    "user.role-not-allowed",
    "user.last-admin",
    "user.has-open-jobs",
    "user.has-paid-work",
    "user.member-suspended",
    "state.changed",
    "organization.archived",
    "image.refused",
  ],
  bodyLimitBytes: bodyLimits.imageBytes,
  whenArchived: "allowed",
});

/** The person is mailed how to choose a password. */
export const create = call({
  route: "POST /user",
  summary: "Create an account for an issuer, reviewer or learner",
  allow: { permission: "user:create", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      email: emailAddress("Please enter valid Email", "Email field can not be empty"),
      first_name: personName(),
      last_name: lastName(),
      phone: phone.optional(),
      /** Exactly one of the three: the role in the organization. */
      is_issuer: z.boolean().default(false),
      is_reviewer: z.boolean().default(false),
      is_learner: z.boolean().default(false),
    }),
  output: () => data(Profile),
  problems: ["auth.email-in-use", "invitation.refused", "rate.exceeded"],
  idempotent: true,
});

/** Deletes the caller's own account, or ends a member's membership. A super administrator deletes the account. */
export const remove = call({
  route: "DELETE /user",
  summary: "Delete an account or end a membership",
  allow: { permission: "user:remove", within: "organization" },
  keys: "member:write",
  input: () =>
    z.object({
      ...organizationSelector,
      user_id: UserId,
      /** The address of the account, as a proof that this one is meant. */
      email: emailAddress("Please enter valid Email"),
      /** With the own account: what becomes of certificates. One that is not named stays public, or private where it is hidden. */
      certificates: z
        .array(z.object({ application_id: ApplicationId, decision: CertificateDecision }))
        .max(1000)
        .default([]),
    }),
  output: () => data(z.object({})),
  problems: [
    "resource.not-found",
    "user.email-differs",
    "user.last-admin",
    "user.has-open-jobs",
    "user.has-paid-work",
    "user.role-not-allowed",
    "organization.archived",
  ],
  whenArchived: "allowed",
  idempotent: true,
});

/**
 * A super administrator disables an account and enables it again; an admin suspends a member of the organization and lets
 * them in again. A repeat answers the same.
 */
export const setStatus = call({
  route: "PUT /user/status",
  summary: "Disable an account, or suspend a member",
  allow: { permission: "user:set-status", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      user_id: UserId,
      /** `disabled` is of the account, `suspended` of the membership. */
      status: z.enum(["active", "disabled", "suspended"]),
    }),
  output: () => data(z.object({ user_id: UserId, status: z.enum(["active", "disabled", "suspended"]) })),
  problems: [
    "resource.not-found",
    "user.not-oneself",
    "user.last-admin",
    "user.has-open-jobs",
    "user.has-paid-work",
    "state.changed",
  ],
});

/** By the beginning of words. */
export const search = call({
  route: "GET /user/search",
  summary: "Search members by name or email",
  allow: { permission: "user:search", within: "organization" },
  input: () => z.object({ ...organizationSelector, q: z.string().trim().min(1, "Enter a name or email").max(100) }),
  output: () => data(z.object({ users: z.array(FoundUser), total: z.number() })),
});

/** By the whole address. */
export const find = call({
  route: "GET /user/find",
  summary: "Find a person by address across organizations",
  allow: { permission: "user:find", within: "platform" },
  input: () =>
    z.object({
      /** Of the account that is looked for. */
      email: emailAddress("Please enter valid Email", "Email field can not be empty"),
    }),
  output: () => data(z.object({ /** Null where no account has the address. */ person: PersonFound.nullable() })),
});

export const invite = call({ route: "POST /user/invite", ...inviting });

/** For somebody who has an account already. */
export const joinOrganization = call({
  route: "POST /user/invitation/accept",
  summary: "Join another organization by its invitation",
  allow: "member",
  input: () => z.object({ token: z.string("Invalid Token").min(1, "Invalid Token").max(200, "Invalid Token") }),
  output: () =>
    data(
      z.object({
        organizations: z.array(OwnOrganization),
        selected_org: z.object({ organization_id: z.string() }),
      }),
    ),
  problems: ["invitation.invalid-token", "invitation.already-member"],
  idempotent: true,
});

export const saveLearnerProfile = call({
  route: "POST /learner-profile",
  summary: "Save the own learner profile",
  allow: { permission: "user:save-learner-profile", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      first_name: personName().optional(),
      last_name: lastName().optional(),
      phone: phone.optional(),
      image: picture.nullish(),
      title: singleLine().max(100, "The title should not exceed 100 characters").optional(),
      overview: multiLine().max(2000, "The overview should not exceed 2000 characters").optional(),
    }),
  output: () => data(LearnerProfile),
  problems: ["image.refused"],
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** The caller's own, a member's, or the card of an accepted reviewer. */
export const readProfile = call({
  route: "GET /user/profile",
  summary: "Read a profile",
  allow: { permission: "user:read-profile", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Whose; left out, the caller's own. */
      user_id: UserId.optional(),
    }),
  output: () => data(Profile),
  problems: ["resource.not-found"],
  whenArchived: "allowed",
});

/** Newest first. */
export const listNotices = call({
  route: "GET /user/notices",
  summary: "List the own notices",
  allow: "account",
  input: () =>
    z.object({
      ...paging,
      /** `true` for unread ones alone; `false`, as left out, for all. */
      unread: z.enum(["true", "false"]).optional(),
    }),
  output: () => page("notices", Notice),
});

/** All, or with `unread=true` the unread ones. */
export const countNotices = call({
  route: "GET /user/notices/count",
  summary: "Count the own notices",
  allow: "account",
  input: () =>
    z.object({
      /** `true` for unread ones alone; `false`, as left out, for all. */
      unread: z.enum(["true", "false"]).optional(),
    }),
  output: () => data(z.object({ count: z.number() })),
});

/** Without ids, the newest hundred unread ones. */
export const markNoticesRead = call({
  route: "PUT /user/notices",
  summary: "Mark notices as read",
  allow: "account",
  input: () =>
    z.object({
      /** Which; left out, the newest hundred unread ones. */
      notice_ids: z.array(z.string().max(60)).min(1).max(100).optional(),
    }),
  output: () => data(z.object({ unread: z.number() })),
});

/** Null while there is none. */
export const readScech = call({
  route: "GET /scech/user",
  summary: "Read the own continuing-education credit profile",
  allow: { permission: "user:own-scech", within: "organization" },
  input: () => z.object({ ...organizationSelector }),
  output: () => data(ScechProfile.nullable()),
});

export const saveScech = call({
  route: "POST /scech/user",
  summary: "Save the own continuing-education credit profile",
  allow: { permission: "user:own-scech", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** The caller's own; anybody else's is not found. */
      user_id: UserId.optional(),
      ...scechFields,
    }),
  output: () => data(ScechProfile),
  problems: ["resource.not-found"],
});

/** Who completed a credential with credit hours and has a credit profile, with the columns asked for. */
export const exportScech = call({
  route: "GET /scech/export",
  summary: "Export who is eligible for continuing-education credit",
  allow: { permission: "user:export-scech", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      credential_id: CredentialId,
      /** Of name, pic, email, phone, hours, date: in the order wanted, with commas between. */
      columns: z
        .string()
        .max(100)
        .default(scechColumns.join())
        .refine((text) => chosenColumns(text) !== undefined, "Choose from name, pic, email, phone, hours, and date."),
    }),
  output: () => Document,
  problems: ["resource.not-found", "rate.exceeded"],
  answers: "csv",
});
