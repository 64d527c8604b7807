import { roleIds } from "../../../../shared/permissions.ts";
import type { EventName } from "../../../../shared/platform/events.ts";
import { dollars } from "../../../../shared/platform/money.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import { idOf } from "../../../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../../../data/keys/organization.ts";
import { listReferences } from "../../../data/list.ts";
import { batchGet } from "../../../data/table.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";
import { MembershipRecord } from "../../../user/model/record.ts";
import type { EventContext } from "../event-context.ts";

const PEOPLE_MAX = 100;

/** What a person is told of an event: by mail, as a notice, or both. */
export interface Notification {
  readonly user_id: string;
  /** The mail's subject and the notice's title. */
  readonly title: string;
  /** Plain sentences; the first is the notice's text. */
  readonly lines: readonly string[];
  /** A path of the portal, and what its button says. */
  readonly link: string;
  readonly label: string;
}

/** Whom to tell what, of the facts of an event. */
export type NotificationRule = (context: EventContext) => readonly Notification[] | Promise<readonly Notification[]>;

/** The learner's own page of the submission that an event is about. */
export const submissionPage = ({ event }: EventContext): string => paths.mySubmission(idIn(event, "application_id"));

/** By type of event. A type that is not there tells nobody. */
export type NotificationRules = Partial<Record<EventName, NotificationRule>>;

/** Active members of the event's organization in one of the roles. */
export async function members({ event }: EventContext, ...roles: number[]): Promise<string[]> {
  const lists = await Promise.all(
    roles.map((role) =>
      listReferences({
        view: organizationViews.organizationUsers(event.organization_id, { status: "active", role }),
        limit: PEOPLE_MAX,
      }),
    ),
  );
  return lists.flatMap(({ references }) => references.map(({ pk }) => idOf(pk)));
}

/** Active members of the event's organization whose custom role lets them approve. */
export async function approvers({ event }: EventContext): Promise<string[]> {
  const { organization_id } = event;
  const view = organizationViews.organizationUsers(organization_id, { status: "active", role: roleIds.custom });
  const { references } = await listReferences({ view, limit: PEOPLE_MAX });
  const [place, ...places] = await batchGet([organizationKeys.organization(organization_id), ...references]);
  const roles = place ? OrganizationRecord.parse(place).roles : {};
  return places.flatMap((item) => {
    const { user_id, role_id = "" } = MembershipRecord.parse(item);
    return roles[role_id]?.role_perms.includes("Approve") ? [user_id] : [];
  });
}

/** The same to each of several people. */
export const each = (people: readonly string[], notification: Omit<Notification, "user_id">): Notification[] =>
  people.map((user_id) => ({ ...notification, user_id }));

/** What a review pays, in a sentence. */
export const payWords = (cents: number): string =>
  cents > 0 ? `This job pays ${money(cents)}.` : "This job is unpaid.";

/** Cents as dollars: `$12.50`. */
export const money = (cents: unknown): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(dollars(Number(cents)));
