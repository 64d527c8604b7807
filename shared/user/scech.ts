import * as z from "zod";
import { singleLine } from "../http/fields.ts";
import { emailAddress } from "../platform/person.ts";

/** Characters of a PIC number. */
export const picLength = 6;

/** Whether a text is a PIC, the number by which the state knows an educator: six digits, zeros in front included. */
export const isPic = (text: string): boolean => /^\d{6}$/.test(text);

/** Whether a text is a telephone number as the SCECH form takes it: digits and plus only, 7 to 15 digits. */
export const isScechPhone = (text: string): boolean => /^\+?\d{7,15}$/.test(text);

/** What a learner writes on the SCECH form. */
export const scechFields = {
  full_name: singleLine("Enter Full Name").min(1, "Enter Full Name").max(100, "Enter Full Name"),
  email: emailAddress("Enter a valid email"),
  pic: z.string("Enter a valid PIC number").trim().refine(isPic, "Enter a valid PIC number"),
  phone: z.string("Enter a valid Phone number").trim().refine(isScechPhone, "Enter a valid Phone number"),
};

/** A learner's continuing-education credit profile. */
export const ScechProfile = z.object({ user_id: z.string(), ...scechFields });
export type ScechProfile = z.infer<typeof ScechProfile>;

/** Columns of the list of eligible learners; the order of the file is the order asked for. */
export const scechColumns = ["name", "pic", "email", "phone", "hours", "date"] as const;
/** One of {@link scechColumns}. */
export type ScechColumn = (typeof scechColumns)[number];

/** Columns as they travel in a query: `pic,name,hours`, each at most once. */
export const chosenColumns = (text: string): ScechColumn[] | undefined => {
  const chosen = text.split(",").map((each) => scechColumns.find((column) => column === each.trim()));
  const known = chosen.filter((each) => each !== undefined);
  return known.length === chosen.length && new Set(known).size === known.length ? known : undefined;
};
