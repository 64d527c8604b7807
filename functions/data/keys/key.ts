/** Where an item lives. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A key of the one table: `pk` and `sk`, no secondary index. */
export const key = (pk: string, sk: string): Key => ({ pk, sk });

/** Those items of a partition whose sort keys begin so. */
export const beginning = (pk: string, prefix: string) => ({ pk, prefix });

/** A key as one text. */
export const textOf = ({ pk, sk }: Key): string => `${pk}|${sk}`;

/** A number as keys have it, so that they stand in its order. */
export const ordinal = (round: number) => String(round).padStart(6, "0");

/** The id that a partition key or a sort key ends with: `job_…` of `JOB#job_…`, `usr_…` of `app_…#usr_…`. */
export const idOf = (keyOrSort: string): string => keyOrSort.slice(keyOrSort.lastIndexOf("#") + 1);

type Searchable = "certificate" | "organization" | "credential" | "invitation" | "application" | "job" | "billing";

/** By the beginning of its key. */
const searchable: Readonly<Record<string, Searchable>> = {
  ORG: "organization",
  CREDENTIAL: "credential",
  INVITE: "invitation",
  APPLICATION: "application",
  JOB: "job",
  ISSUED: "certificate",
  BILLING: "billing",
};

/** What a key leads to, of the things that are searched for. */
export const kindOf = ({ pk, sk }: Key): Searchable | "membership" | undefined =>
  sk.startsWith("MEMBER#") ? "membership" : searchable[pk.split("#", 1)[0]!];

/** A person in an organization. */
export interface PersonOfOrganization {
  readonly user_id: string;
  readonly organization_id: string;
}

/** Whose membership or reviewer application a key leads to, and of which organization. */
export const placeOf = ({ pk, sk }: Key): PersonOfOrganization => ({ user_id: idOf(pk), organization_id: idOf(sk) });

/** Where a thing stands in lists, which may mix kinds: by the age of its id. */
export const ageSort = (id: string): string => id.slice(id.indexOf("_") + 1);
