import * as z from "zod";
import { bodyLimits, call, Document, data, page, paging } from "../http/call.ts";
import { OrganizationId, organizationSelector } from "../http/fields.ts";
import { BillingRow, BillingTotals } from "../payment/payment.ts";
import { actions } from "../permissions.ts";
import { memberRole } from "../user/person.ts";
import { Analytics, Month } from "./analytics.ts";
import { Export } from "./export.ts";
import { Invitation, InvitationId, inviting, RoleId } from "./invitation.ts";
import {
  Organization,
  OrganizationRole,
  OrganizationUser,
  organizationFields,
  organizationName,
} from "./organization.ts";
import { roleFields } from "./role.ts";

const yesOrNo = z.enum(["true", "false"]);

export const list = call({
  route: "GET /organization/list",
  summary:
    "All organizations, active or archived, newest first; `search` narrows by the beginning of words of the name",
  allow: { permission: "organization:list", within: "platform" },
  input: z.object({ ...paging, isArchive: yesOrNo.default("false"), search: z.string().trim().max(100).optional() }),
  output: page("organizations", Organization),
});

export const search = call({
  route: "GET /organization/search",
  summary: "Find organizations by the beginning of words of the name",
  allow: { permission: "organization:search", within: "platform" },
  input: z.object({
    query: z.string().trim().min(1, "Type a name").max(100),
    isArchive: yesOrNo.default("false"),
  }),
  output: data(z.object({ organizations: z.array(Organization), total: z.number() })),
});

export const read = call({
  route: "GET /organization",
  summary: "One organization",
  allow: { permission: "organization:read", within: "organization" },
  input: z.object({ ...organizationSelector }),
  output: data(Organization),
  problems: ["resource.not-found"],
  whenArchived: "allowed",
});

export const create = call({
  route: "POST /organization",
  summary: "Create an organization",
  allow: { permission: "organization:create", within: "platform" },
  input: z.object(organizationFields),
  output: data(Organization),
  problems: ["organization.name-taken"],
  idempotent: true,
  bodyLimitBytes: bodyLimits.imageBytes,
});

export const setUp = call({
  route: "POST /organization/new",
  summary: "Give the organization of a newly invited account its name, once, from the account page",
  allow: { permission: "organization:set-up", within: "organization" },
  input: z.object({ ...organizationSelector, ...organizationFields }),
  output: data(Organization),
  problems: ["organization.name-taken", "organization.already-set-up"],
  idempotent: true,
  bodyLimitBytes: bodyLimits.imageBytes,
});

export const update = call({
  route: "PUT /organization",
  summary: "Change an organization",
  allow: { permission: "organization:update", within: "organization" },
  input: z.object({
    ...organizationSelector,
    ...organizationFields,
    isFromAdmin: z.boolean().optional(),
    version: z.number().int().optional(),
  }),
  output: data(Organization),
  problems: ["organization.name-taken", "state.changed"],
  bodyLimitBytes: bodyLimits.imageBytes,
});

export const rename = call({
  route: "PUT /organization/name",
  summary: "Set a new organization name",
  allow: { permission: "organization:rename", within: "organization" },
  input: z.object({ ...organizationSelector, orgName: organizationName }),
  output: data(Organization),
  problems: ["organization.name-taken"],
});

export const archive = call({
  route: "PUT /organization/archive",
  summary: "Archive an organization, or bring it back",
  allow: { permission: "organization:archive", within: "platform" },
  input: z.object({ id: OrganizationId, archiveStatus: z.boolean() }),
  output: data(Organization),
  problems: ["resource.not-found", "state.changed"],
});

export const remove = call({
  route: "DELETE /organization",
  summary: "Delete an archived organization in which nothing is under way and nothing is owed",
  allow: { permission: "organization:remove", within: "platform" },
  input: z.object({ organization_id: OrganizationId }),
  output: data(z.object({})),
  problems: ["resource.not-found", "organization.not-archived", "organization.in-use"],
});

export const listUsers = call({
  route: "GET /organization/user/list",
  summary: "Members and pending invitations of an organization",
  allow: { permission: "organization:list-users", within: "organization" },
  input: z.object({
    ...organizationSelector,
    ...paging,
    q: z.string().trim().max(100).optional(),
    role: memberRole.optional(),
    status: z.enum(["all", "active", "pending"]).default("all"),
  }),
  output: page("users", OrganizationUser),
});

export const inviteUsers = call({ route: "POST /organization/user", ...inviting });

export const reinviteUser = call({
  route: "PUT /organization/user",
  summary: "Send an invitation again: a new link, and the old one is dead",
  allow: { permission: "user:invite", within: "organization" },
  input: z.object({ ...organizationSelector, invite_id: InvitationId, base_url: z.string().max(2000).optional() }),
  output: data(Invitation),
  problems: ["resource.not-found", "user.role-not-allowed", "rate.exceeded", "input.foreign-url"],
});

export const withdrawInvitation = call({
  route: "DELETE /organization/user",
  summary: "Withdraw an invitation; its link is dead",
  allow: { permission: "organization:withdraw-invitation", within: "organization" },
  input: z.object({ ...organizationSelector, invite_id: InvitationId }),
  output: data(z.object({})),
  problems: ["resource.not-found", "user.role-not-allowed"],
});

export const readPermissions = call({
  route: "GET /permission/list",
  summary: "The actions a custom role is made of, each with a sentence",
  allow: { permission: "organization:read-permissions", within: "organization" },
  input: z.object({ ...organizationSelector }),
  output: data(z.object({ permissions: z.array(z.object({ action: z.enum(actions), description: z.string() })) })),
});

export const listRoles = call({
  route: "GET /orgroletypes",
  summary: "The custom roles of an organization, by name; an issuer sees id and name only",
  allow: { permission: "organization:list-roles", within: "organization" },
  input: z.object({ ...organizationSelector, ...paging }),
  output: page("roles", OrganizationRole),
});

export const createRole = call({
  route: "POST /orgroletype",
  summary: "Create a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: z.object({ ...organizationSelector, ...roleFields }),
  output: data(OrganizationRole),
  problems: ["role.name-taken", "role.too-many"],
  idempotent: true,
});

export const updateRole = call({
  route: "PUT /orgroletype",
  summary: "Change a custom role; it holds for its people at once",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: z.object({ ...organizationSelector, role_id: RoleId, ...roleFields }),
  output: data(OrganizationRole),
  problems: ["resource.not-found", "role.name-taken"],
});

export const removeRole = call({
  route: "DELETE /orgroletype",
  summary: "Delete a custom role that nobody holds",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: z.object({ ...organizationSelector, role_id: RoleId }),
  output: data(z.object({})),
  problems: ["resource.not-found", "role.in-use"],
});

/** What asks for all rows of billing history at once (specification, section 9). */
const allRows = 10_000_000;

const period = {
  year: z.coerce.number<number>().int().min(2000).max(2999).optional(),
  /** 1 to 12, within `year`. */
  month: z.coerce.number<number>().int().min(1).max(12).optional(),
};

export const listBillingHistory = call({
  route: "GET /organization/billinghistory",
  summary: "Charges with reviewer pay and shares, newest first, of all time, a year or a month; a reviewer's own pay",
  allow: { permission: "organization:billing-history", within: "organization" },
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    ...paging,
    ...period,
    /** Beyond a hundred, as 10,000,000 is, it means all. */
    limit: z.coerce.number<number>().int().min(1).max(allRows).default(10),
    /** From 1 on: `limit` rows each. 0 means all. All are at most a thousand per answer; the cursor leads on. */
    page: z.coerce.number<number>().int().min(0).max(1000).optional(),
  }),
  output: data(
    z.object({
      history: z.array(BillingRow),
      total: z.number().int(),
      cursor: z.string().optional(),
      /** Sums of all rows of the period, in dollars, not of this page alone. */
      totals: BillingTotals,
    }),
  ),
});

export const readAnalytics = call({
  route: "GET /analytics",
  summary: "Learners, applications, completions, time to first decision, revenue and reviewers' hours of some months",
  allow: { permission: "organization:analytics", within: "organization" },
  input: z.object({
    ...organizationSelector,
    /** The first month; the last one is `to`, the present month unless named. At most 24 months. */
    from: Month.optional(),
    to: Month.optional(),
    /** The page of credentials. */
    ...paging,
  }),
  output: data(Analytics),
});

const billingExport = {
  allow: { permission: "organization:export-billing", within: "organization" },
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    ...period,
    offset: paging.offset,
    /** Up to a thousand with `page` or `offset`; anything beyond, such as 10,000,000, means all, as no limit does. */
    limit: z.coerce.number<number>().int().min(1).max(allRows).optional(),
    /** From 1 on: `limit` rows each. 0 means all. */
    page: z.coerce.number<number>().int().min(0).max(10_000).optional(),
  }),
  output: Document,
  problems: ["rate.exceeded"],
  answers: "document",
} as const;

export const exportBillingCsv = call({
  route: "GET /organization/billinghistorycsv",
  summary: "Billing history as CSV; more than a thousand rows answer 202 with the id of a background export",
  ...billingExport,
});

export const exportBillingHtml = call({
  route: "GET /organization/billinghistoryhtml",
  summary: "Billing history as HTML for print; more than a thousand rows answer 202 as the CSV does",
  ...billingExport,
});

export const listExports = call({
  route: "GET /organization/exports",
  summary:
    "Exports of the organization, newest first, with a download link each once done; those of every month included",
  allow: { permission: "organization:list-exports", within: "organization" },
  whenArchived: "allowed",
  input: z.object({ ...organizationSelector, ...paging }),
  output: page("exports", Export),
});
