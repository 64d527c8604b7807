import * as z from "zod";
import { bodyLimits, call, Document, data, narrowing, Page, page, paging } from "../http/call.ts";
import { OrganizationId, organizationSelector, wholeNumber } from "../http/fields.ts";
import { BillingRow, BillingTotals, KindResults, LineKind } from "../payment/payment.ts";
import { actions } from "../permissions.ts";
import { emailAddress, memberRole } from "../platform/person.ts";
import { Analytics, Month } from "./analytics.ts";
import { Export, inlineRowsMax } from "./export.ts";
import { Invitation, InvitationId, invitationsMax, inviting, RefusedAddress, RoleId } from "./invitation.ts";
import {
  Organization,
  OrganizationRole,
  OrganizationUser,
  organizationFields,
  organizationName,
} from "./organization.ts";
import { roleFields } from "./role.ts";

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

export const readPermissions = call({
  route: "GET /permission/list",
  summary: "List the actions that custom roles are made of",
  allow: { permission: "organization:read-permissions", within: "organization" },
  input: () => z.object({ ...organizationSelector }),
  output: () =>
    data(z.object({ permissions: z.array(z.object({ action: z.enum(actions), description: z.string() })) })),
});

/** By name. Issuers get id and name alone. */
export const listRoles = call({
  route: "GET /orgroletypes",
  summary: "List custom roles",
  allow: { permission: "organization:list-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("roles", OrganizationRole),
});

export const createRole = call({
  route: "POST /orgroletype",
  summary: "Create a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...roleFields }),
  output: () => data(OrganizationRole),
  problems: ["role.name-taken", "role.too-many"],
  idempotent: true,
});

/** It holds for its members at once. */
export const updateRole = call({
  route: "PUT /orgroletype",
  summary: "Update a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, role_id: RoleId, ...roleFields }),
  output: () => data(OrganizationRole),
  problems: ["resource.not-found", "role.name-taken"],
});

/** Refused while somebody holds it. */
export const removeRole = call({
  route: "DELETE /orgroletype",
  summary: "Delete a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, role_id: RoleId }),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "role.in-use"],
  idempotent: true,
});

/** What asks for all rows of billing history at once. */
const allRows = 10_000_000;

const period = {
  year: wholeNumber({ min: 2000, max: 2999 }).optional(),
  /** 1 to 12, within `year`. */
  month: wholeNumber({ min: 1, max: 12 }).optional(),
};

/**
 * Charges with the reviewer's pay and the shares, newest first, of all time, a year or a month. A reviewer gets their
 * own pay. A key reads one kind of lines at a time, of `pay` none, and no sums: `sale` has each charge with its price, `refund`
 * what of it became product credit, as amounts below 0.
 */
export const listBillingHistory = call({
  route: "GET /organization/billinghistory",
  summary: "List billing history",
  allow: { permission: "organization:billing-history", within: "organization" },
  keys: "billing:read",
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** By the learner's name or email, or the credential's title. A reviewer's own pay by title. */
      ...narrowing,
      ...period,
      /** Only lines of this kind. Not asked of a reviewer's own pay, which is of one kind. */
      kind: LineKind.optional(),
      /** Beyond a hundred, as 10,000,000 is, it means all. */
      limit: wholeNumber({ min: 1, max: allRows }).default(10),
      /** From 1 on: `limit` rows each. 0 means all. All are at most a thousand per answer; the cursor leads on. */
      page: wholeNumber({ min: 0, max: 1000 }).optional(),
    }),
  inputByKey: (input) =>
    input.omit({ page: true }).extend({
      limit: paging.limit,
      /**
       * Which lines.
       * - `sale`: what learners paid (lines `charge`).
       * - `refund`: what became product credit, which its learner can spend on other credentials (lines `refund`).
       * - `dispute`: charges that were disputed, and what a lost dispute took back (lines `charge` and `reversal`).
       * - `credit`: of all these, lines that product credit had a part in.
       */
      kind: LineKind.exclude(["pay"]),
    }),
  output: () =>
    data(
      Page.extend({
        history: z.array(BillingRow).max(inlineRowsMax),
        /** Sums of all rows of the period, in dollars, not of this page or kind alone; absent where a key asks. */
        totals: BillingTotals.optional(),
        /** What each kind of the period's rows leaves the organization; absent from a reviewer's own pay, and where a key asks. */
        results: KindResults.optional(),
      }),
    ),
});

/**
 * Learners, applications, completions, time to the first decision, revenue and reviewers' hours, by month and by
 * credential.
 */
export const readAnalytics = call({
  route: "GET /analytics",
  summary: "Read analytics",
  allow: { permission: "organization:analytics", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** The first month; the last one is `to`, the present month unless named. At most 24 months. */
      from: Month.optional(),
      to: Month.optional(),
      /** The page of credentials. */
      ...paging,
    }),
  output: () => data(Analytics),
});

const billingExport = {
  allow: { permission: "organization:export-billing", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      ...period,
      offset: paging.offset,
      /** Up to a thousand with `page` or `offset`; anything beyond, such as 10,000,000, means all, as no limit does. */
      limit: wholeNumber({ min: 1, max: allRows }).optional(),
      /** From 1 on: `limit` rows each. 0 means all. */
      page: wholeNumber({ min: 0, max: 10_000 }).optional(),
    }),
  output: () => Document,
  problems: ["rate.exceeded"],
} as const;

export const exportBillingCsv = call({
  route: "GET /organization/billinghistorycsv",
  summary: "Export billing history as CSV",
  ...billingExport,
  answers: "csv",
});

export const exportBillingHtml = call({
  route: "GET /organization/billinghistoryhtml",
  summary: "Export billing history as HTML for printing",
  ...billingExport,
  answers: "html",
});

/** Newest first, those made after every month included, each with a download link once it is done. */
export const listExports = call({
  route: "GET /organization/exports",
  summary: "List exports",
  allow: { permission: "organization:list-exports", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("exports", Export),
});
