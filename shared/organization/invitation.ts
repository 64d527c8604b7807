import * as z from "zod";
import { data } from "../http/call.ts";
import { organizationSelector, Timestamp } from "../http/fields.ts";
import { roleIds } from "../permissions.ts";
import { emailAddress, memberRole } from "../platform/person.ts";

/** Invitations one request may send. */
export const invitationsMax = 20;

/** The id of an invitation, `inv_…`. */
export const InvitationId = z.string().regex(/^inv_[0-9A-Za-z]{1,40}$/, "This ID isn’t valid.");
/** The id of a custom role, `rol_…`. */
export const RoleId = z.string().regex(/^rol_[0-9A-Za-z]{1,40}$/, "This ID isn’t valid.");

/** One row of the invitation form: who, as what. `role_id` names the custom role when `role` is 7. */
export const InvitationRow = z.object({
  email: emailAddress("Please enter valid Email", "Email field can not be empty"),
  role: memberRole,
  role_id: RoleId.optional(),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

/** The rows of an invitation form: at least one, at most 20, each address once. */
const invitationRows = z
  .array(InvitationRow.strict())
  .min(1, "Email field can not be empty")
  .max(invitationsMax, `Send at most ${invitationsMax} invitations at once.`)
  .superRefine((rows, context) => {
    rows.forEach(({ email }, index) => {
      if (rows.findIndex((row) => row.email === email) < index) {
        context.addIssue({ code: "custom", path: [index, "email"], message: "This address is already in the list." });
      }
    });
  });

/** An invitation that waits for its answer. The token in its mail is never shown here. */
export const Invitation = z.object({
  /** The id of the invitation. */
  invite_id: z.string(),
  email: z.string(),
  organization_id: z.string(),
  organization_name: z.string(),
  role: z.number(),
  role_id: z.string().optional(),
  status: z.enum(["pending", "expired"]),
  created_on: Timestamp,
  /** Until when it may be answered. */
  expires_on: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

/** Why a row of the form was not invited, although others were. */
export const InvitationRefusal = z.object({
  /** The row's place in what was sent, from 0. */
  row: z.number().int(),
  email: z.string(),
  /** What is said of it at the row. */
  message: z.string(),
});
export type InvitationRefusal = z.infer<typeof InvitationRefusal>;

/** An address that cannot be invited, with what is said of it. */
export const RefusedAddress = InvitationRefusal.omit({ row: true });

/** What both calls that invite people have in common: the page after sign-up and the lists of users do the same. */
export const inviting = {
  summary: "Invite people into the organization",
  allow: { permission: "user:invite", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      invitations: invitationRows,
      base_url: z.string().max(2000).optional(),
    }),
  output: () =>
    data(
      z.object({
        /** Those that were sent. */
        invitations: z.array(Invitation),
        /** Rows that somebody else was faster with while the others were sent; none of these was invited here. */
        refused: z.array(InvitationRefusal),
      }),
    ),
  /** Whoever makes an admin. */
  proof: ({ invitations }: { invitations: readonly InvitationRow[] }) =>
    invitations.some(({ role }) => role === roleIds.admin),
  problems: ["invitation.refused", "rate.exceeded", "input.foreign-url"],
  idempotent: true,
} as const;
