import type { SeedName, seedOrganizations } from "../people.ts";

/** A criterion of a rubric table: what is looked at, how passing and not passing read, and its points. */
type CriterionText = readonly [criteria: string, achieved: string, notAchieved: string, score: number];

/** A section as a teacher would write it. Either `rubric` text or `criteria` with their minimums. */
export interface SeedSection {
  readonly title: string;
  readonly description: string;
  readonly minutes: number;
  /** Comma-separated: 0 text, 1 upload file, 2 option. */
  readonly responseType: string;
  readonly rubric?: string;
  readonly criteria?: readonly CriterionText[];
  readonly makingProgress?: number;
  readonly completed?: number;
  readonly options?: readonly string[];
}

/** A credential as somebody wrote it, and the state it is brought to. */
export interface WrittenCredential {
  /** Who writes it. What an issuer writes is approved or sent back by the organization's admin. */
  readonly author: SeedName;
  readonly outcome: "draft" | "submitted" | "rejected" | "published" | "closed";
  readonly title: string;
  readonly description: string;
  readonly scoring: string;
  readonly resources: string;
  readonly scech: number;
  /** For how many months its certificates are valid; for good where it is left out. */
  readonly validityMonths?: number;
  /** Job category: 1 Teachers, 2 Counselors, 3 Leadership. */
  readonly category: 1 | 2 | 3;
  /** Ids of the wanted skills, of that category. */
  readonly skills: readonly number[];
  readonly jobDescription: string;
  readonly notes: string;
  readonly hourlyRateDollars: number;
  /** Whole dollars; 0 is free. */
  readonly priceDollars: number;
  readonly sections: readonly SeedSection[];
  /** Which share of rounds is reviewed a second time; none unless told. */
  readonly secondReviewPercent?: number;
  /** What learners pay to appeal a rejection; they may not where it is left out. */
  readonly appealFee?: "none" | "reviewerPay";
  /** Its reviewers practice on anchors first. */
  readonly isCalibrated?: true;
  /** Whether learners may use AI tools; nothing is said of it where it is left out. */
  readonly aiPolicy?: { readonly rule: "allowed" | "declared" | "parts" | "not-allowed"; readonly parts?: string };
  /** Why an admin sent it back. */
  readonly feedback?: string;
}

/** A credential of the seeded world. */
export interface SeedCredential extends WrittenCredential {
  readonly organization: keyof typeof seedOrganizations;
}

/** What a draft is that nobody has gone on with after its first page. */
export const begun = {
  outcome: "draft",
  jobDescription: "",
  notes: "",
  hourlyRateDollars: 0,
  priceDollars: 0,
  sections: [],
} as const satisfies Partial<WrittenCredential>;

/** The section with which many a credential ends: what was learned from the work before. */
export const reflection = (prompt: string, minutes = 15): SeedSection => ({
  title: "Reflect on your practice",
  description: `<p>${prompt}</p><p>Write 400 to 600 words. Name one thing you would do again and one you would change, and say why.</p>`,
  minutes,
  responseType: "0",
  rubric:
    "<p>A passing reflection is specific: it names moments, students' words or data, and draws a conclusion from them. A summary of what happened, without a conclusion, does not pass.</p>",
});
