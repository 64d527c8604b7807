import type * as z from "zod";
import type { SectionInput } from "../../../shared/credential/steps.ts";

/** A section in the form: its minutes are null while nothing is typed. */
export type SectionValues = Omit<z.input<typeof SectionInput>, "review_estimate"> & {
  review_estimate: number | null;
};

/** The form of step 1. */
export interface SectionsValues {
  sections: SectionValues[];
}
