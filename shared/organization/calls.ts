import * as z from "zod";
import { bodyLimits, call, data, narrowing, page, paging } from "../http/call.ts";
import { OrganizationId, organizationSelector } from "../http/fields.ts";
import { emailAddress, memberRole } from "../platform/person.ts";
import { Invitation, InvitationId, invitationsMax, inviting, RefusedAddress } from "./invitation.ts";
import { Organization, OrganizationUser, organizationFields, organizationName } from "./organization.ts";

const yesOrNo = z.enum(["true", "false"]);

/** Newest first; `search` narrows by the beginning of words of the name. */
export const list = call({
  route: "GET /organization/list",
  summary: "List organizations",
  allow: { permission: "organization:list", within: "platform" },
  input: () =>
    z.object({
      ...paging,
      /** `true` for archived ones, `false` for the others. */
      isArchive: yesOrNo.default("false"),
      search: z.string().trim().max(100).optional(),
    }),
  output: () => page("organizations", Organization),
});

/** By the beginning of words. */
export const search = call({
  route: "GET /organization/search",
  summary: "Search organizations by name",
  allow: { permission: "organization:search", within: "platform" },
  input: () =>
    z.object({
      /** The beginning of words of the name. */
      query: z.string().trim().min(1, "Enter a name").max(100),
      /** `true` for archived ones, `false` for the others. */
      isArchive: yesOrNo.default("false"),
    }),
  output: () => data(z.object({ organizations: z.array(Organization), total: z.number() })),
});

export const read = call({
  route: "GET /organization",
  summary: "Read an organization",
  allow: { permission: "organization:read", within: "organization" },
  input: () => z.object({ ...organizationSelector }),
  output: () => data(Organization),
  problems: ["resource.not-found"],
  whenArchived: "allowed",
});

export const create = call({
  route: "POST /organization",
  summary: "Create an organization",
  allow: { permission: "organization:create", within: "platform" },
  input: () => z.object(organizationFields),
  output: () => data(Organization),
  problems: ["organization.name-taken", "image.refused"],
  idempotent: true,
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** Gives it its name and details, once. */
export const setUp = call({
  route: "POST /organization/new",
  summary: "Set up the organization of a newly invited account",
  allow: { permission: "organization:set-up", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...organizationFields }),
  output: () => data(Organization),
  problems: ["organization.name-taken", "organization.already-set-up", "image.refused"],
  idempotent: true,
  bodyLimitBytes: bodyLimits.imageBytes,
});

export const update = call({
  route: "PUT /organization",
  summary: "Update an organization",
  allow: { permission: "organization:update", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      ...organizationFields,
      /** Taken, and without effect. */
      isFromAdmin: z.boolean().optional(),
      version: z.number().int().optional(),
    }),
  output: () => data(Organization),
  problems: ["organization.name-taken", "state.changed", "image.refused"],
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** Of which roles two-step sign-in is required: shared/auth/README.md, "Two-step sign-in". Whoever asks it of a role of their own has it. */
export const requireFactor = call({
  route: "PUT /organization/factor",
  summary: "Require two-step sign-in of roles",
  allow: { permission: "organization:update", within: "organization" },
  proof: true,
  input: () =>
    z.object({
      ...organizationSelector,
      /** Numbers of roles; empty requires it of nobody. */
      factor_roles: z.array(memberRole).max(6),
      version: z.number().int(),
    }),
  output: () => data(Organization),
  problems: ["state.changed"],
});

export const rename = call({
  route: "PUT /organization/name",
  summary: "Rename an organization",
  allow: { permission: "organization:rename", within: "organization" },
  input: () => z.object({ ...organizationSelector, orgName: organizationName }),
  output: () => data(Organization),
  problems: ["organization.name-taken"],
});

export const archive = call({
  route: "PUT /organization/archive",
  summary: "Archive an organization, or restore it",
  allow: { permission: "organization:archive", within: "platform" },
  input: () =>
    z.object({
      id: OrganizationId,
      /** True archives it, false brings it back. */
      archiveStatus: z.boolean(),
    }),
  output: () => data(Organization),
  problems: ["resource.not-found", "state.changed"],
});

/** Refused while work is under way in it or money is owed. */
export const remove = call({
  route: "DELETE /organization",
  summary: "Delete an archived organization",
  allow: { permission: "organization:remove", within: "platform" },
  input: () => z.object({ organization_id: OrganizationId }),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "organization.not-archived", "organization.in-use"],
});

export const listUsers = call({
  route: "GET /organization/user/list",
  summary: "List members and pending invitations",
  allow: { permission: "organization:list-users", within: "organization" },
  keys: "member:read",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** The beginning of words of the name or address. */
      q: z.string().trim().max(100).optional(),
      role: memberRole.optional(),
      /** Only members, or only invitations. */
      status: z.enum(["all", "active", "suspended", "pending"]).default("all"),
      /** By when a member joined or was invited: newest first, or oldest first. */
      sort: narrowing.sort,
    }),
  output: () => page("users", OrganizationUser),
});

export const inviteUsers = call({ route: "POST /organization/user", ...inviting, keys: "member:write" });

/** Members, who is invited already and who was written to too often, before anybody is sent an invitation. */
export const checkInvitees = call({
  route: "GET /organization/user/invitable",
  summary: "Check which addresses can’t be invited",
  allow: { permission: "user:invite", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Addresses with commas between them, at most 20. */
      emails: z
        .string()
        .max(6000)
        .transform((text) => text.split(","))
        .pipe(
          z
            .array(emailAddress("Please enter valid Email", "Email field can not be empty"))
            .max(invitationsMax, `Check at most ${invitationsMax} addresses at once.`),
        ),
    }),
  output: () => data(z.object({ refused: z.array(RefusedAddress) })),
});

/** With a new link; the former one stops working. */
export const reinviteUser = call({
  route: "PUT /organization/user",
  summary: "Send an invitation again",
  allow: { permission: "user:invite", within: "organization" },
  input: () =>
    z.object({ ...organizationSelector, invite_id: InvitationId, base_url: z.string().max(2000).optional() }),
  output: () => data(Invitation),
  problems: ["resource.not-found", "user.role-not-allowed", "rate.exceeded", "input.foreign-url"],
});

/** Its link stops working. */
export const withdrawInvitation = call({
  route: "DELETE /organization/user",
  summary: "Withdraw an invitation",
  allow: { permission: "organization:withdraw-invitation", within: "organization" },
  keys: "member:write",
  input: () => z.object({ ...organizationSelector, invite_id: InvitationId }),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "user.role-not-allowed"],
  idempotent: true,
});
