import type { MemberRole } from "../../shared/permissions.ts";

/** The one password of everybody in the seeded world. */
export const seedPassword = "Laurel-and-Hardy-1927";

/** An organization of the seeded world. */
export interface SeedOrganization {
  readonly organization_id: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly phone: string;
  readonly timezone: string;
  readonly colour: string;
  /** It is archived once everything else is made. */
  readonly ended?: true;
}

const id = (prefix: string, name: string) => `${prefix}_${name.toUpperCase().padStart(26, "0")}`;

/** The organizations of the seeded world. */
export const seedOrganizations = {
  northwind: {
    organization_id: id("org", "northwind"),
    name: "Northwind College",
    description:
      "A teachers' college that awards credentials for classroom practice, counseling and school leadership.",
    address: "1200 Harbor Avenue, Traverse City, MI 49684",
    phone: "(231) 555-0142",
    timezone: "America/Detroit",
    colour: "#1f4e9e",
  },
  fabrikam: {
    organization_id: id("org", "fabrikam"),
    name: "Fabrikam Institute",
    description: "Short courses for teachers and counselors in adult education.",
    address: "48 Mill Street, Portland, OR 97209",
    phone: "(503) 555-0117",
    timezone: "America/Los_Angeles",
    colour: "#7a2a6b",
  },
  lakeshore: {
    organization_id: id("org", "lakeshore"),
    name: "Lakeshore Learning Network",
    description: "A regional network of schools that has ended its work.",
    address: "7 Pier Road, Muskegon, MI 49440",
    phone: "(231) 555-0190",
    timezone: "America/Detroit",
    colour: "#0b6b74",
    ended: true,
  },
} as const satisfies Record<string, SeedOrganization>;

/** Somebody of the seeded world. Whoever has no organization is a super administrator. */
export interface SeedPerson {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly organization?: keyof typeof seedOrganizations;
  readonly role?: MemberRole;
  /** In a few words, for the list that is printed at the start. */
  readonly about: string;
}

const person = (
  organization: keyof typeof seedOrganizations,
  domain: string,
  role: MemberRole,
  first_name: string,
  last_name: string,
  about: string,
): SeedPerson => ({
  user_id: id("usr", first_name),
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@${domain}.test`,
  organization,
  role,
  about,
});
const northwind = (role: MemberRole, first: string, last: string, about: string) =>
  person("northwind", "northwind", role, first, last, about);
const fabrikam = (role: MemberRole, first: string, last: string, about: string) =>
  person("fabrikam", "fabrikam", role, first, last, about);
const lakeshore = (role: MemberRole, first: string, last: string, about: string) =>
  person("lakeshore", "lakeshore", role, first, last, about);

/** The people of the seeded world, by first name. */
export const seedPeople = {
  Sam: {
    user_id: id("usr", "sam"),
    first_name: "Sam",
    last_name: "Okafor",
    email: "sam@laurel.test",
    about: "super administrator",
  },
  Ada: northwind("admin", "Ada", "Lindqvist", "admin"),
  Ivan: northwind("issuer", "Ivan", "Petrov", "issuer"),
  Pia: northwind("publisher", "Pia", "Moreau", "publisher"),
  Rita: northwind("reviewer", "Rita", "Delgado", "accepted reviewer"),
  Ray: northwind("reviewer", "Ray", "Thompson", "accepted reviewer"),
  Rob: northwind("reviewer", "Rob", "Keller", "reviewer whose application is pending"),
  Lena: northwind("learner", "Lena", "Vogel", "learner with work under way"),
  Leo: northwind("learner", "Leo", "Marchetti", "learner with a certificate"),
  Mia: northwind("learner", "Mia", "Castellanos", "learner who has finished"),
  Noah: northwind("learner", "Noah", "Lindgren", "learner who has finished"),
  Olu: northwind("learner", "Olu", "Adebayo", "learner who has finished"),
  Priya: northwind("learner", "Priya", "Raman", "learner who has finished"),
  Quinn: northwind("learner", "Quinn", "Harper", "learner who has finished"),
  Tess: northwind("learner", "Tess", "Morgan", "learner who has finished"),
  Cy: northwind("custom", "Cy", "Adeyemi", "custom role: Read, Create, Update"),
  Abe: fabrikam("admin", "Abe", "Nakamura", "admin"),
  Isa: fabrikam("issuer", "Isa", "Brandt", "issuer"),
  Ron: fabrikam("reviewer", "Ron", "Whitfield", "accepted reviewer"),
  Liv: fabrikam("learner", "Liv", "Sorensen", "learner"),
  Ann: lakeshore("admin", "Ann", "Kowalski", "admin of an archived organization"),
  Lou: lakeshore("learner", "Lou", "Fontaine", "learner with a certificate of an archived organization"),
} as const satisfies Record<string, SeedPerson>;

/** Northwind's key: the same in every seeded world, and good in none that is not on somebody's own machine. */
export const seedKey = {
  key_id: id("key", "northwind"),
  name: "Student records",
  secret: Buffer.alloc(32, "Northwind College"),
  text: "laurel_local_00000000000000000NORTHWIND_IbAE81xO1VXnsMHFdBp1hsmzN5t2sFvUndgGfZc1MBh_1ITx2b",
} as const;

/** The first name of somebody of the seeded world. */
export type SeedName = keyof typeof seedPeople;
