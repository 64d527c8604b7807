import { Problem } from "../../../shared/http/problem.ts";
import type { RowFault, RowResult } from "../../../shared/roster/import.ts";
import { columnNames } from "../../../shared/roster/rules.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { rosterKeys } from "../../data/keys/roster.ts";
import { change, check, type Step } from "../../data/steps.ts";
import { batchGet, get, transact } from "../../data/table.ts";
import { AddressRecord, InvitationRecord, isWaiting, OrganizationRecord } from "../../organization/model/record.ts";
import { endInvitation } from "../../user/model/invitation.ts";
import { inviteOne, newInvitation } from "../../user/model/invite-people.ts";
import { isActingAdmin, MembershipRecord } from "../../user/model/record.ts";
import { faultSteps } from "./check.ts";
import type { ImportRecord, ImportRow } from "./record.ts";

type Outcome = Pick<ImportRow, "result"> & Partial<Pick<ImportRow, "faults" | "invite_id">>;

/** The steps that write what a row has come to, once. */
function settle(import_id: string, row: ImportRow, outcome: Outcome): Step[] {
  const settled = change(
    rosterKeys.importRow(import_id, row.position),
    { set: { ...outcome } },
    { where: { result: row.result } },
  );
  return [settled, ...(outcome.result === "error" ? faultSteps(import_id, row.position) : [])];
}

const failed = (message: string, column: RowFault["column"] = ""): Outcome => ({
  result: "error",
  faults: [{ column, message }],
});

/** Why nobody of an import may be invited any more; undefined while they may. */
export async function hindrance({ organization_id, confirmed_by = "" }: ImportRecord): Promise<string | undefined> {
  const [organization, membership] = await batchGet([
    organizationKeys.organization(organization_id),
    organizationKeys.membership(confirmed_by, organization_id),
  ]);
  if (organization === undefined || OrganizationRecord.parse(organization).status !== "active")
    return "The organization was archived before this invitation was sent.";
  const confirmer = membership && MembershipRecord.parse(membership);
  if (!confirmer || !isActingAdmin(confirmer)) return "The admin who confirmed this import is no longer one.";
  return undefined;
}

/**
 * Sends the invitation of a row, unless it was before; answers what the row has come to. Of an import that is being taken
 * back it sends none, however late it comes: `state.changed`.
 */
export async function sendRow(record: ImportRecord, row: ImportRow, hindered?: string): Promise<RowResult> {
  if (row.result !== "ready") return row.result;
  const { import_id, organization_id, confirmed_by = "" } = record;
  const stillSends = check(rosterKeys.import(import_id), { where: { status: "sending" } });
  const keep = async (outcome: Outcome, steps: readonly Step[] = []) => {
    await transact([stillSends, ...steps, ...settle(import_id, row, outcome)]);
    return outcome.result;
  };
  if (hindered !== undefined) return keep(failed(hindered));
  const { email, role, role_id, first_name, last_name, employer, credential_id } = row;
  const closed = new Problem("state.changed");
  const isOpen =
    credential_id === undefined
      ? []
      : [check(credentialKeys.credential(credential_id), { where: { status: "published" }, otherwise: closed })];
  const invitation = newInvitation({
    email,
    organization_id,
    role: role!,
    role_id,
    invited_by: confirmed_by,
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(employer !== undefined && { employer }),
    ...(credential_id !== undefined && { credential_id }),
  });
  try {
    return await keep({ result: "invited", invite_id: invitation.invite_id }, [...inviteOne(invitation), ...isOpen]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error === closed) return keep(failed("This credential is no longer published.", columnNames.credential));
    if (error.code === "user.role-not-allowed")
      return keep(failed("Your organization no longer has this role.", columnNames.role));
    if (error.code !== "invitation.refused") throw error;
    const taken = await get(AddressRecord, organizationKeys.addressIn(organization_id, email));
    if (taken) return keep({ result: taken.user_id ? "member" : "waiting" });
    return keep(failed(Object.values(error.fields ?? {})[0] ?? error.message, columnNames.email));
  }
}

/** Withdraws the invitation of a row where nobody has accepted it; answers what the row has come to. */
export async function undoRow({ import_id, undone_by = "" }: ImportRecord, row: ImportRow): Promise<RowResult> {
  if (row.result !== "invited") return row.result;
  const invitation = await get(InvitationRecord, organizationKeys.invitation(row.invite_id!));
  const result = invitation?.status === "used" ? "joined" : "withdrawn";
  const ended = invitation && isWaiting(invitation) ? endInvitation(invitation, "withdraw", undone_by) : [];
  await transact([...ended, ...settle(import_id, row, { result })]);
  return result;
}
