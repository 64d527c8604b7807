import * as z from "zod";
import { singleLine, Timestamp } from "../http/fields.ts";
import { emailAddress } from "../platform/person.ts";

/** What two people can be to each other that keeps one from judging the other's work. */
export const tieKinds = ["family", "business", "supervisor", "coauthor"] as const;
/** One of {@link tieKinds}. */
export type TieKind = (typeof tieKinds)[number];

/** Most employers and most people that somebody may name, and most people added or removed at a time. */
export const tiesMax = { employers: 5, people: 50, peopleChanged: 10 } as const;

/** Days that what was declared stands at least, from when it counts. */
export const tieDays = 30;

const day = z.iso.date("Choose a date.");

/** Where somebody works or worked. */
export const Employer = z.object({
  name: singleLine("Enter the employer’s name.")
    .min(1, "Enter the employer’s name.")
    .max(100, "At most 100 characters."),
  /** The last day; absent while they work there. */
  ended_on: day.optional(),
});

/** Somebody a person is tied to: by e-mail address, which nobody is told of and need not be known here. */
export const DeclaredTie = z.object({
  email: emailAddress("Enter a valid email"),
  /** What this person is to the declarer. */
  kind: z.enum(tieKinds),
  /** When it ended; it counts for a supervisor and a co-author alone. */
  ended_on: day.optional(),
});
export type DeclaredTie = z.infer<typeof DeclaredTie>;

/** What somebody declares, all of it at once. */
export const tieFields = {
  employers: z.array(Employer).max(tiesMax.employers, "At most 5 employers."),
  people: z.array(DeclaredTie).max(tiesMax.people, "At most 50 people."),
};

/** From when it counts, until it is taken back; absent where that was before there was such a moment. */
const standing = { counts_from: Timestamp.optional() };
/** Until when what was taken back counts. */
const ending = { ...standing, ends_on: Timestamp };

/** What somebody has declared, as stored; `version` is 0 before the first. */
export const Ties = z.object({
  employers: z.array(Employer.extend(standing)),
  people: z.array(DeclaredTie.extend(standing)),
  /** What they have taken back and what still counts, or is about to. */
  taken_back: z
    .object({ employers: z.array(Employer.extend(ending)), people: z.array(DeclaredTie.extend(ending)) })
    .optional(),
  version: z.number().int(),
  updated_on: Timestamp.optional(),
});
export type Ties = z.infer<typeof Ties>;

interface Counted {
  readonly counts_from?: string | undefined;
  readonly ends_on?: string | undefined;
}

/** Everything declared of which `counts` is true, whether it was taken back or not. */
const declared = (ties: Pick<Ties, "employers" | "people" | "taken_back">, counts: (each: Counted) => boolean) => ({
  employers: [...ties.employers, ...(ties.taken_back?.employers ?? [])].filter(counts),
  people: [...ties.people, ...(ties.taken_back?.people ?? [])].filter(counts),
});

/** What of somebody's declarations counts at a moment. */
export const countingAt = (ties: Ties, at: string): Pick<Ties, "employers" | "people"> =>
  declared(ties, ({ counts_from = "", ends_on }) => counts_from <= at && (ends_on === undefined || at < ends_on));

/** What of it counts at a moment, or will. */
export const declaredAt = (ties: Ties, at: string): Pick<Ties, "employers" | "people"> =>
  declared(ties, ({ ends_on }) => ends_on === undefined || at < ends_on);

const DAY_MS = 86_400_000;

/** The next midnight (UTC). */
export const nextMidnight = (at: string): string =>
  new Date((Math.floor(Date.parse(at) / DAY_MS) + 1) * DAY_MS).toISOString();

/** What is wrong with a change, by field: too much at a time, or too much that would count. */
function changeFaults(employers: Change, people: Change): Readonly<Record<string, string>> {
  const { added, removed } = people;
  const { people: max, employers: employersMax, peopleChanged } = tiesMax;
  const isFull = (change: Change, most: number) =>
    change.added > 0 && change.standing.length + change.ending.length > most;
  if (added > peopleChanged) return { people: `Add at most ${peopleChanged} people at a time. These are ${added}.` };
  if (removed > peopleChanged)
    return { people: `Remove at most ${peopleChanged} people at a time. These are ${removed}.` };
  if (isFull(people, max)) return { people: `At most ${max} people, including those you removed that still count.` };
  return isFull(employers, 2 * employersMax)
    ? { employers: `At most ${2 * employersMax} employers, including those you removed that still count.` }
    : {};
}

/** A change of one field, in numbers. */
interface Change {
  readonly added: number;
  readonly removed: number;
  readonly standing: readonly unknown[];
  readonly ending: readonly unknown[];
}

/**
 * What somebody has declared once they changed it at a moment: what is new counts from the next midnight, what is gone until
 * it has stood thirty days, at least until then. What comes back before that has never gone. `faults` are of its fields.
 */
export function declaredAnew(
  before: Ties | undefined,
  { employers, people }: { readonly employers: z.infer<typeof Employer>[]; readonly people: DeclaredTie[] },
  at: string,
): { ties: Pick<Ties, "employers" | "people" | "taken_back">; faults: Readonly<Record<string, string>> } {
  const stored = <Field extends "employers" | "people">(field: Field) => ({
    stood: before?.[field],
    ending: before?.taken_back?.[field],
  });
  const ofEmployers = changed(stored("employers"), employers, at);
  const ofPeople = changed(stored("people"), people, at);
  const taken_back = { employers: ofEmployers.ending, people: ofPeople.ending };
  const isNothing = taken_back.employers.length === 0 && taken_back.people.length === 0;
  return {
    ties: { employers: ofEmployers.standing, people: ofPeople.standing, ...(!isNothing && { taken_back }) },
    faults: changeFaults(ofEmployers, ofPeople),
  };
}

interface Stored<Declared> {
  /** What stands, and what was taken back. */
  readonly stood: readonly (Declared & Counted)[] | undefined;
  readonly ending: readonly (Declared & Counted & { readonly ends_on: string })[] | undefined;
}

/** What stands of one field once it is said anew, and what ends. */
function changed<Declared extends Identified>(
  { stood = [], ending: before = [] }: Stored<Declared>,
  said: readonly Declared[],
  at: string,
) {
  const midnight = nextMidnight(at);
  const ended = before.filter(({ ends_on }) => at < ends_on);
  const standing = said.map((each) => {
    const known = [...stood, ...ended].find((other) => sameOf(other) === sameOf(each));
    return { ...each, counts_from: known ? known.counts_from : midnight };
  });
  const isThere = (each: Identified) => standing.some((other) => sameOf(other) === sameOf(each));
  const gone = stood.filter((each) => !isThere(each));
  return {
    standing,
    ending: [
      ...ended.filter((each) => !isThere(each)),
      ...gone.map((each) => ({ ...each, ends_on: endOf(each, midnight) })),
    ],
    added: said.filter((each) => !stood.some((other) => sameOf(other) === sameOf(each))).length,
    removed: gone.length,
  };
}

/** When something ends that is taken back before a midnight. */
function endOf({ counts_from = "" }: Counted, midnight: string): string {
  const stands = counts_from && new Date(Date.parse(counts_from) + tieDays * DAY_MS).toISOString();
  return stands > midnight ? stands : midnight;
}

/** Whether what is said is what was declared, in its order. */
export const isDeclared = (before: Ties, { employers, people }: Pick<Ties, "employers" | "people">): boolean =>
  JSON.stringify([before.employers.map(sameOf), before.people.map(sameOf)]) ===
  JSON.stringify([employers.map(sameOf), people.map(sameOf)]);

/** By what a declaration is the same as another. */
interface Identified {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly kind?: string | undefined;
  readonly ended_on?: string | undefined;
}
const sameOf = ({ name, email, kind, ended_on }: Identified): string => JSON.stringify([name, email, kind, ended_on]);
