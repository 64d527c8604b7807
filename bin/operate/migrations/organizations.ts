import { schedule } from "../../../functions/data/deadlines.ts";
import { organizationKeys } from "../../../functions/data/keys/organization.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { submissionViews } from "../../../functions/data/keys/submission.ts";
import { readTotal } from "../../../functions/data/list.ts";
import { change, check, type Step } from "../../../functions/data/steps.ts";
import { batchGet, type Item, transactGet } from "../../../functions/data/table.ts";
import { organizationEntity } from "../../../functions/organization/model/organization-entity.ts";
import { OrganizationRecord } from "../../../functions/organization/model/record.ts";
import { withoutAddress } from "../../../functions/user/model/invitation.ts";
import { noteDisabled } from "../../../functions/user/model/membership.ts";
import { MembershipRecord } from "../../../functions/user/model/record.ts";

/** What an organization lacks that was archived with work under way: that its people are told, and that the work ends. */
export async function archiveSteps(item: Item): Promise<Step[]> {
  const organization = OrganizationRecord.parse(item);
  const { status, archived_at = "", organization_id } = organization;
  const deadlines = organizationEntity.deadlines?.(organization) ?? {};
  const ends = deadlines["archive-end"];
  if (ends === undefined || (await readTotal(submissionViews.underWay(organization_id))) === 0) return [];
  const isOver = ends <= new Date().toISOString();
  const wanted = isOver ? { "archive-end": ends } : deadlines; // nobody is told of a day that has passed
  const [known] = await batchGet([platformKeys.deadline("archive-end", ends, item)]);
  return known === undefined
    ? [check(item, { where: { status, archived_at } }), ...schedule({ pk: item.pk, sk: item.sk }, {}, wanted)]
    : [];
}

/** An invitation that is over keeps no address. */
export function invitationSteps({ pk, sk, status, email }: Item): Step[] {
  const isOver = status === "used" || status === "withdrawn";
  return isOver && email !== "" ? [change({ pk, sk }, { set: withoutAddress }, { where: { status } })] : [];
}

/** What a membership lacks whose account is disabled: that it says so, and counts as none of the organization's admins. */
export async function memberSteps(item: Item): Promise<Step[]> {
  const account = organizationKeys.user(String(item.user_id));
  const [person, member] = await transactGet([account, item]);
  if (!person || !member) return [];
  const { status } = person;
  const steps = noteDisabled(MembershipRecord.parse(member), status === "disabled", { guarded: false });
  return steps.length === 0 ? [] : [check(account, { where: { status: String(status) } }), ...steps];
}
