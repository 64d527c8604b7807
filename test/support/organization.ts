import { ulid } from "ulid";
import { seedPassword } from "../../bin/seed/people.ts";
import { type Action, type MemberRole, roleIds } from "../../shared/permissions.ts";
import type { Controls, WorldAddress } from "./controls.ts";
import { type Person, personAt } from "./people.ts";

/** Whom an organization of a test may have, as in the seeded Northwind: a first name always holds the same role. */
const members = {
  Ada: "admin",
  Abe: "admin",
  Ivan: "issuer",
  Isa: "issuer",
  Pia: "publisher",
  Rita: "reviewer",
  Ray: "reviewer",
  Rob: "reviewer",
  Ruth: "reviewer",
  Lena: "learner",
  Leo: "learner",
  Liv: "learner",
  Cy: "custom",
} as const satisfies Record<string, MemberRole>;

/** First name of a member of a test's organization. */
export type MemberName = keyof typeof members;

/** An organization made for one test file, with people of its own. */
export interface Organization {
  readonly organization_id: string;
  readonly name: string;
  /**
   * A member: Ada and Abe are admins, Ivan and Isa issuers, Pia publisher, Rita, Ray, Rob and Ruth reviewers without
   * any application yet, Lena, Leo and Liv learners, Cy has a custom role. Each is made at the first call.
   */
  as(name: MemberName): Person;
  /** The id of Cy's custom role, which allows Read, Create and Update. */
  readonly role_id: string;
}

const cyMay: readonly Action[] = ["Read", "Create", "Update"];

/** Makes an organization in a world; names and addresses are nobody else's. */
export async function organizationIn(
  { origin }: WorldAddress,
  control: Controls,
  base = "Riverside Academy",
): Promise<Organization> {
  const mark = ulid();
  const organization_id = `org_${mark}`;
  const role_id = `rol_${ulid()}`;
  const name = `${base} ${mark.slice(-8)}`;
  const domain = `${base.split(" ")[0]!.toLowerCase()}-${mark.slice(-10).toLowerCase()}.test`;
  await control.makeOrganization({
    organization_id,
    name,
    roles: { [role_id]: { name: "Course assistant", role_perms: cyMay } },
  });
  const people = new Map<MemberName, Person>();

  function member(first_name: MemberName): Person {
    const role = members[first_name];
    const identity = {
      user_id: `usr_${ulid()}`,
      first_name,
      last_name: "Rivers",
      email: `${first_name.toLowerCase()}@${domain}`,
      password: seedPassword,
    };
    const place = { organization_id, role: roleIds[role], ...(role === "custom" && { role_id }) };
    return personAt(origin, { ...identity, before: () => control.makePerson({ ...identity, place }) });
  }

  return {
    organization_id,
    name,
    role_id,
    as(first_name) {
      const person = people.get(first_name) ?? member(first_name);
      people.set(first_name, person);
      return person;
    },
  };
}
