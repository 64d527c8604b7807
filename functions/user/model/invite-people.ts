import { Problem } from "../../../shared/http/problem.ts";
import type { Invitation, InvitationRefusal, InvitationRow } from "../../../shared/organization/invitation.ts";
import { defaultTimezone } from "../../../shared/organization/timezone.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { mayGiveRole, mayKeyManage } from "../../../shared/user/rules.ts";
import type { Actor } from "../../chain/actor.ts";
import type { Context } from "../../chain/implement.ts";
import { requirePortalAddress } from "../../chain/portal-address.ts";
import { newId, now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { consumeRate, isUsedUp, rateKey } from "../../data/rate.ts";
import { create, type Step } from "../../data/steps.ts";
import { batchGet, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { createOrganization } from "../../organization/model/organization.ts";
import {
  AddressRecord,
  type InvitationRecord,
  invitationEnd,
  invitationOf,
  OrganizationRecord,
} from "../../organization/model/record.ts";
import { describeError, log } from "../../runtime/log.ts";
import { invitationEntity } from "./invitation-entity.ts";
import { countHolders } from "./membership.ts";

/** Nine items and two counters a row: more would not fit the hundred of a transaction. */
const ROWS_PER_TRANSACTION = 8;

/**
 * Invites people: every row is checked before the first is written, and what is wrong is told by row; then none is sent.
 * What fits one transaction is all or none. Of more rows, one that somebody else was faster with is told beside those that
 * were sent. Without an organization (a super administrator's) a new one is made, which its people name on the account page.
 */
export async function invitePeople(
  { invitations: rows, base_url }: { invitations: readonly InvitationRow[]; base_url?: string },
  { actor, commit }: Pick<Context, "actor" | "commit">,
): Promise<{ data: { invitations: Invitation[]; refused: InvitationRefusal[] } }> {
  requirePortalAddress("base_url", base_url);
  const founded = actor.organization === undefined ? newOrganization() : undefined;
  const organization = founded ?? OrganizationRecord.parse(actor.organization);
  if (organization.status !== "active") throw new Problem("organization.archived");
  await requireInvitable(rows, organization, actor);

  const { organization_id } = organization;
  const records = rows.map((row) => newInvitation({ ...row, organization_id, invited_by: actor.user_id }));
  const [first = [], ...later] = Array.from({ length: Math.ceil(records.length / ROWS_PER_TRANSACTION) }, (_, index) =>
    records.slice(index * ROWS_PER_TRANSACTION, (index + 1) * ROWS_PER_TRANSACTION),
  );
  const founding = founded ? createOrganization(founded, actor.user_id) : [];
  const steps = [...founding, ...batchSteps(first, records)];
  const answerWith = (refused: InvitationRefusal[]) => {
    const sent = records.filter((_, row) => !refused.some((each) => each.row === row));
    return { data: { invitations: sent.map((record) => invitationOf(record, organization.name)), refused } };
  };
  if (later.length === 0) return commit(steps, answerWith([]));
  await transact(steps);
  const refused: InvitationRefusal[] = [];
  for (const batch of later) refused.push(...(await sendWhatCanBe(batch, records)));
  return commit([], answerWith(refused));
}

/** Sends rows after others were: together, and where that is refused each on its own. Answers those that were not sent. */
async function sendWhatCanBe(
  batch: readonly InvitationRecord[],
  all: readonly InvitationRecord[],
): Promise<InvitationRefusal[]> {
  try {
    await transact(batchSteps(batch, all));
    return [];
  } catch (error) {
    if (batch.length > 1) {
      const refused: InvitationRefusal[] = [];
      for (const record of batch) refused.push(...(await sendWhatCanBe([record], all)));
      return refused;
    }
    if (!(error instanceof Problem)) log("error", "unforeseen", { error: describeError(error) });
    const [{ email }] = batch as [InvitationRecord];
    const told = error instanceof Problem ? Object.values(error.fields ?? {})[0] : undefined;
    const row = all.findIndex((each) => each.email === email);
    return [{ row, email, message: told ?? "We couldn’t send this invitation. Try again in a moment." }];
  }
}

async function requireInvitable(
  rows: readonly InvitationRow[],
  organization: OrganizationRecord,
  { role, isKey }: Actor,
) {
  const { organization_id, roles } = organization;
  const fields: Record<string, string> = {};
  const emails = rows.map(({ email }) => email);
  const [[ofOrganization], refused] = await Promise.all([
    batchGet([rateKey("invitationsPerOrganization", organization_id)]),
    refusedAddresses(emails, organization_id),
  ]);
  rows.forEach((row, index) => {
    const custom = row.role === roleIds.custom;
    const role_perms = row.role_id === undefined ? undefined : roles[row.role_id]?.role_perms;
    if (custom ? role_perms === undefined : row.role_id !== undefined)
      fields[`invitations.${index}.role`] = "Role field can not be empty";
    else if (!mayGiveRole(role, { role: row.role, role_perms }) || (isKey && !mayKeyManage(row.role)))
      fields[`invitations.${index}.role`] = "You can’t invite people to this role.";
    const message = refused.get(row.email);
    if (message) fields[`invitations.${index}.email`] = message;
  });
  if (Object.keys(fields).length > 0) throw new Problem("invitation.refused", { fields });
  if (isUsedUp("invitationsPerOrganization", ofOrganization, rows.length)) throw new Problem("rate.exceeded");
}

/** Which addresses cannot be invited into an organization as things stand, each with what is said of it. */
export async function refusedAddresses(
  emails: readonly string[],
  organization_id: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await batchGet(
    emails.flatMap((email) => [
      organizationKeys.addressIn(organization_id, email),
      rateKey("invitationMailsPerRecipient", `${organization_id}#${email}`),
    ]),
  );
  const refused = new Map<string, string>();
  for (const [index, email] of emails.entries()) {
    const [address, mails] = [found[2 * index], found[2 * index + 1]];
    const taken = address && AddressRecord.parse(address);
    if (taken) refused.set(email, taken.user_id ? "This user is already a member." : alreadyInvited);
    else if (isUsedUp("invitationMailsPerRecipient", mails)) refused.set(email, tooManyMails);
  }
  return refused;
}

const alreadyInvited = "This user has already been invited. You can resend the invitation from the Users list.";
const tooManyMails = "This address got three invitations in the last hour. Try again later.";
const refusedAt = (index: number, message: string) =>
  new Problem("invitation.refused", { fields: { [`invitations.${index}.email`]: message } });

function batchSteps(batch: readonly InvitationRecord[], all: readonly InvitationRecord[]): Step[] {
  const organization_id = batch[0]!.organization_id;
  const custom = batch.flatMap(({ role_id }) => role_id ?? []);
  return [
    consumeRate("invitationsPerOrganization", organization_id, { by: batch.length }),
    ...[...new Set(custom)].map((role_id) =>
      countHolders(organization_id, role_id, custom.filter((each) => each === role_id).length),
    ),
    ...batch.flatMap((record) => invitationSteps(record, all.indexOf(record))),
  ];
}

function invitationSteps(record: InvitationRecord, index: number): Step[] {
  const { invite_id, organization_id, email, role, invited_by } = record;
  return [
    ...transition(invitationEntity, "send", { set: record, actor_id: invited_by, details: { role } }).steps,
    create(
      organizationKeys.addressIn(organization_id, email),
      { invite_id },
      { otherwise: refusedAt(index, alreadyInvited) },
    ),
    consumeRate("invitationMailsPerRecipient", `${organization_id}#${email}`, {
      otherwise: refusedAt(index, tooManyMails),
    }),
  ];
}

/** An invitation as it is sent now. */
export const newInvitation = ({
  role_id,
  ...invited
}: Pick<InvitationRecord, "email" | "organization_id" | "role" | "role_id" | "invited_by"> &
  Partial<Pick<InvitationRecord, "first_name" | "last_name" | "employer" | "credential_id">>): InvitationRecord => ({
  invite_id: newId("inv"),
  ...invited,
  ...(invited.role === roleIds.custom && { role_id }),
  status: "pending",
  self: false,
  created_on: now(),
  expires_on: invitationEnd(),
  version: 1,
});

/** The steps that send one invitation by itself, whatever its organization may send in a day; refused as a form's row is. */
export const inviteOne = (record: InvitationRecord): Step[] => [
  ...(record.role_id ? [countHolders(record.organization_id, record.role_id, 1)] : []),
  ...invitationSteps(record, 0),
];

function newOrganization(): OrganizationRecord {
  return {
    organization_id: newId("org"),
    name: "",
    description: "",
    timezone: defaultTimezone,
    status: "active",
    is_set_up: false,
    roles: {},
    created_on: now(),
    version: 1,
  };
}
