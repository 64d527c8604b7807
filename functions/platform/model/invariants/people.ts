import { roleIds, roleOf } from "../../../../shared/permissions.ts";
import { kinds } from "../../../data/keys/kinds.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import type { Invariant, Verify } from "./invariant.ts";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/** The invariants of people and their organizations: I16 to I18 and I24. */
export const people: readonly Invariant[] = [
  {
    id: "I16",
    says: "an address, an organization's name and a short link's code are there once",
    within: {
      address({ of, get }, verify) {
        for (const { pk, user_id } of of(kinds.email)) {
          const user = get(organizationKeys.user(String(user_id)));
          verify(
            user === undefined || organizationKeys.email(String(user.email)).pk === pk,
            `${user_id} has another address`,
          );
        }
        const people = of(kinds.user).filter(({ status, email }) => status === "active" && typeof email === "string");
        for (const [email, all] of Map.groupBy(people, (each) => String(each.email).toLowerCase())) {
          verify(all.length === 1, `${all.map(({ user_id }) => user_id)} share an address`);
          verify(
            get(organizationKeys.email(email))?.user_id === all[0]!.user_id,
            `${all[0]!.user_id}: the address is not kept`,
          );
        }
      },
      organization({ of, get }, verify) {
        const organizations = of(kinds.organization).filter(
          ({ status, is_set_up }) => status !== "deleted" && is_set_up !== false,
        );
        for (const { organization_id, name } of organizations) {
          const places = [
            organizationKeys.organizationName(String(name)),
            organizationKeys.formerOrganizationName(String(name)),
          ].map(get);
          const isKept = places.some((place) => place?.organization_id === organization_id);
          verify(isKept, `${organization_id}: its name is not kept`);
        }
      },
      link({ of }, verify) {
        for (const [code, all] of Map.groupBy(of(kinds.shortLink), ({ pk }) => pk)) verify(all.length === 1, code);
      },
    },
  },
  {
    id: "I17",
    says: "an invitation is used once, and who used it is a member",
    within: {
      invitation({ of, audits }, verify) {
        const joined = Map.groupBy(audits, ({ invite_id }) => String(invite_id));
        for (const { invite_id, status } of of(kinds.invitation)) {
          const uses = joined.get(String(invite_id))?.length ?? 0;
          verify(uses === (status === "used" ? 1 : 0), `${invite_id} is ${status} and was used ${uses} times`);
        }
      },
      person({ get, audits }, verify) {
        const left = new Set(
          audits.flatMap(({ type, user_id }) =>
            /^(?:member\.removed|user\.deleted)$/.test(String(type)) ? [user_id] : [],
          ),
        );
        for (const { user_id, organization_id } of audits.filter(({ type }) => type === "member.joined")) {
          const member = get(organizationKeys.membership(String(user_id), String(organization_id))) !== undefined;
          verify(member || left.has(user_id), `${user_id} joined ${organization_id} and is no member`);
        }
      },
    },
  },
  {
    id: "I18",
    says: "an active organization has an admin or a pending invitation of one",
    within: {
      organization({ of, get }, verify) {
        const members = Map.groupBy(of(kinds.membership), (each) => each.organization_id);
        const invited = new Set(of(kinds.invitation).map((each) => each.organization_id));
        for (const { organization_id, status } of of(kinds.organization)) {
          const kept = get(organizationKeys.admins(String(organization_id)));
          if (status !== "active" || kept === undefined) continue; // one nobody was ever brought into
          const admins = members.get(organization_id)?.length ?? 0;
          verify(kept.count === admins, `${organization_id} counts ${kept.count} admins of ${admins}`);
          verify(admins > 0 || invited.has(organization_id), `${organization_id} has no admin`);
        }
      },
      person({ of }, verify) {
        const disabled = new Set(
          of(kinds.user).flatMap(({ status, user_id }) => (status === "disabled" ? user_id : [])),
        );
        for (const { pk, sk, user_id, is_disabled = false } of of(kinds.membership))
          verify(is_disabled === disabled.has(user_id), `${pk} ${sk} says otherwise of its account than that does`);
      },
    },
  },
  {
    id: "I24",
    says: "a role is one of the seven; a custom one exists",
    within: {
      person(table, verify) {
        for (const item of table.of(kinds.membership)) checkRole(table, item, verify);
      },
      invitation(table, verify) {
        for (const item of table.of(kinds.invitation)) checkRole(table, item, verify);
      },
    },
  },
];

/** Of a membership or an invitation, that its role is one there is, and a custom one its organization's. */
function checkRole({ get }: Table, { pk, sk, role, role_id, organization_id }: Item, verify: Verify): void {
  verify(roleOf(role) !== undefined, `${pk} ${sk}: the role ${role}`);
  if (role !== roleIds.custom) return;
  const roles = get(organizationKeys.organization(String(organization_id)))?.roles as
    | Record<string, unknown>
    | undefined;
  verify(roles === undefined || Object.hasOwn(roles, String(role_id)), `${pk} ${sk}: no role ${role_id}`);
}
