import * as z from "zod";
import { singleLine, Timestamp } from "../http/fields.ts";
import { emailAddress } from "./person.ts";

/** What two people can be to each other that keeps one from judging the other's work. */
export const tieKinds = ["family", "business", "supervisor", "coauthor"] as const;
/** One of {@link tieKinds}. */
export type TieKind = (typeof tieKinds)[number];

/** Most employers and most people that somebody may name. */
export const tiesMax = { employers: 5, people: 50 } as const;

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

/** What somebody has declared, as stored; `version` is 0 before the first. */
export const Ties = z.object({ ...tieFields, version: z.number().int(), updated_on: Timestamp.optional() });
export type Ties = z.infer<typeof Ties>;
