import { newKeyText } from "../../functions/chain/key-text.ts";
import { createAccount, setPassword } from "../../functions/clients/cognito.ts";
import { daysAfter } from "../../functions/data/deadlines.ts";
import { now } from "../../functions/data/ids.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { create } from "../../functions/data/steps.ts";
import { transact } from "../../functions/data/table.ts";
import { transition } from "../../functions/data/transition.ts";
import { keyEntity } from "../../functions/key/model/key-entity.ts";
import { createOrganization } from "../../functions/organization/model/organization.ts";
import type { OrganizationRecord } from "../../functions/organization/model/record.ts";
import { CustomRoles } from "../../functions/organization/model/record.ts";
import { signUp } from "../../functions/user/model/account.ts";
import { enrol, flagOf, type Place } from "../../functions/user/model/membership.ts";
import { acceptedTerms } from "../../functions/user/model/terms.ts";
import { keyScopes } from "../../shared/http/key-scopes.ts";
import { keyDays } from "../../shared/key/key.ts";
import { defaultTimezone } from "../../shared/organization/timezone.ts";
import type { Action } from "../../shared/permissions.ts";
import { termsVersion } from "../../shared/platform/terms.ts";

/** An organization to be there before anybody has signed in. */
export interface OrganizationToMake {
  readonly organization_id: string;
  readonly name: string;
  readonly description?: string;
  readonly address?: string;
  readonly phone?: string;
  readonly timezone?: string;
  readonly colour?: string;
  /** Custom roles by id. */
  readonly roles?: Readonly<Record<string, { readonly name: string; readonly role_perms: readonly Action[] }>>;
}

/** Makes an organization as its super administrator would, without asking for one. */
export async function makeOrganization({ roles = {}, ...organization }: OrganizationToMake): Promise<void> {
  const { organization_id, name, description = "", address, phone, timezone = defaultTimezone, colour } = organization;
  const record: OrganizationRecord = {
    organization_id,
    name,
    description,
    address,
    phone,
    timezone,
    colour,
    status: "active",
    is_set_up: true,
    roles: CustomRoles.parse(roles),
    created_on: now(),
    version: 1,
  };
  await transact([
    ...createOrganization(record, "system"),
    ...Object.keys(roles).map((role_id) =>
      create(organizationKeys.roleHolders(organization_id, role_id), { count: 0 }),
    ),
  ]);
}

/** A key to be there before anybody has made one: whoever has its secret has the key. */
export interface KeyToMake {
  readonly key_id: string;
  readonly organization_id: string;
  readonly created_by: string;
  readonly name: string;
  readonly secret: Buffer;
}

/** Makes an organization's key with all scopes, good for a year. */
export async function makeKey({ secret, ...key }: KeyToMake): Promise<void> {
  const { secret_hash } = newKeyText(key.key_id, secret);
  const created_on = now();
  const dates = { created_on, expires_on: daysAfter(created_on, keyDays.offered) };
  const { created_by: actor_id } = key;
  const set = { ...key, ...dates, secret_hash, scopes: [...keyScopes] };
  await transact(transition(keyEntity, "make", { set, actor_id, details: { user_id: actor_id } }).steps);
}

/** Somebody to be there before anybody has signed in. Without a place: a super administrator. */
export interface PersonToMake {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly password: string;
  readonly place?: Place;
}

/** Makes an account with its password and membership, as an accepted invitation would. */
export async function makePerson({ password, place, ...person }: PersonToMake): Promise<void> {
  await createAccount(person.email, person.user_id);
  await setPassword(person.email, password);
  const organization_id = place?.organization_id ?? "";
  const signing = signUp(
    {
      ...person,
      ...(place ? flagOf(place.role) : { superadmin: true }),
      organization_ids: place ? [organization_id] : [],
      ...acceptedTerms(termsVersion),
      created_on: now(),
    },
    { actor_id: person.user_id, organization_id },
  );
  await transact([...signing.steps, ...(place ? enrol(person, place, signing) : [])]);
}
