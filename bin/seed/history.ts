import { contract } from "../../shared/contract.ts";
import type { SeedName } from "./people.ts";
import type { Sessions } from "./session.ts";
import { lenasConferences, lenasWelcome, leosAssessment, ritasVerdictsForLena, ritasVerdictsForLeo } from "./texts.ts";
import { answer, begin, grade, type SeedAnswer, type SeedDeclaration, type SeedVerdict } from "./work.ts";

/** Takes the world back by some days and gives everybody a session of that time. */
export type Ago = (days: number) => Sessions;

/** Days ago on which the published credentials were written. */
export const writtenDaysAgo = 160;

interface Kind {
  readonly title: string;
  readonly answers: readonly SeedAnswer[];
  readonly verdicts: readonly SeedVerdict[];
  readonly declaration?: SeedDeclaration;
}

const assessment: Kind = {
  title: "Formative Assessment in the Secondary Classroom",
  answers: leosAssessment,
  verdicts: ritasVerdictsForLeo,
};
const conferences: Kind = {
  title: "Reading Conferences that Move Readers",
  answers: lenasConferences,
  verdicts: ritasVerdictsForLena.map((verdict) => ({ ...verdict, verdict: "accept", grade: "A" })),
  declaration: { used: false },
};
const welcome: Kind = {
  title: "Welcoming New Families",
  answers: lenasWelcome,
  verdicts: [{ verdict: "accept", grade: "A", feedback: "<p>One change, and everything about it told.</p>" }],
};

/**
 * A month of the past: who handed in what, and when it was decided. `decided` absent: handed in late, not finished. Those
 * before the last two are 32 days apart and more, so that they are of months of their own on whatever day it is seeded.
 */
interface Season {
  readonly daysAgo: number;
  readonly decidedAfterDays: number;
  /** When what reviewers had earned until then was paid out. */
  readonly paidOutAfterDays?: number;
  readonly finished: readonly (readonly [SeedName, Kind])[];
  readonly begun?: readonly (readonly [SeedName, Kind])[];
}

const seasons: readonly Season[] = [
  { daysAgo: 150, decidedAfterDays: 6, finished: [["Mia", assessment]], begun: [["Noah", welcome]] },
  {
    daysAgo: 117,
    decidedAfterDays: 4.5,
    finished: [
      ["Olu", assessment],
      ["Mia", welcome],
    ],
  },
  {
    daysAgo: 85,
    decidedAfterDays: 3,
    paidOutAfterDays: 10,
    finished: [
      ["Priya", assessment],
      ["Noah", conferences],
    ],
    begun: [["Olu", conferences]],
  },
  {
    daysAgo: 52,
    decidedAfterDays: 2.2,
    finished: [
      ["Quinn", assessment],
      ["Priya", welcome],
      ["Tess", conferences],
    ],
  },
  {
    daysAgo: 22,
    decidedAfterDays: 1.4,
    finished: [
      ["Tess", assessment],
      ["Quinn", conferences],
    ],
    begun: [["Mia", conferences]],
  },
];

const ritasTies = {
  employers: [{ name: "Northwind College" }],
  people: [{ email: "dana.webb@lakeside.test", kind: "coauthor" as const, ended_on: "2025-05-31" }],
  version: 0,
};
const lenasTies = { employers: [{ name: "Northwind College" }], people: [], version: 0 };
const ritasComments = [
  "<p>Say which page of the text this comes from.</p>",
  "<p>Your example shows it well. <strong>Keep it</strong> in the final version.</p>",
];
const ritasAccount = {
  bank_id: 7,
  account_holder: "Rita Delgado",
  address: "14 Maple Street, Kalamazoo",
  aba: "021000021",
  account_number: "000918273645",
} as const;

/**
 * What Northwind's learners did in the months before: so that its figures, its payments and its people have a past.
 * `payOut` pays reviewers what is due to them then.
 */
export async function makeHistory(
  ago: Ago,
  ids: (title: string) => string,
  payOut: () => Promise<unknown>,
): Promise<void> {
  await ago(writtenDaysAgo)("Rita").ask(contract.reviewer.saveBank, ritasAccount);
  await ago(writtenDaysAgo)("Rita").ask(contract.tie.save, ritasTies);
  for (const text of ritasComments) await ago(writtenDaysAgo)("Rita").ask(contract.review.keepComment, { text });
  await ago(writtenDaysAgo)("Lena").ask(contract.tie.save, lenasTies);
  for (const { daysAgo, decidedAfterDays, paidOutAfterDays, finished, begun = [] } of seasons) {
    const then = ago(daysAgo);
    const handedIn: { readonly work: Parameters<typeof grade>[1]; readonly verdicts: readonly SeedVerdict[] }[] = [];
    for (const [name, { title, answers, verdicts, declaration }] of finished) {
      const work = await begin(then(name), ids(title));
      const credential_job_id = await answer(then(name), work, answers, { declaration });
      handedIn.push({ work: { ...work, credential_job_id }, verdicts });
    }
    for (const [name, { title }] of begun) await begin(then(name), ids(title));
    const later = ago(daysAgo - decidedAfterDays);
    for (const { work, verdicts } of handedIn) await grade(later("Rita"), work, verdicts);
    if (paidOutAfterDays === undefined) continue;
    ago(daysAgo - paidOutAfterDays);
    await payOut();
  }
}

/** What Rita and Ray have in hand: Rita's decision is due in some days, Ray's is late and begun. */
export async function makeUnderReview(ago: Ago, ids: (title: string) => string): Promise<void> {
  const noahs = await begin(ago(19)("Noah"), ids(assessment.title));
  const late = await answer(ago(19)("Noah"), noahs, assessment.answers);
  await ago(13)("Ray").ask(contract.review.accept, { credential_job_id: late }); // the days for it are over, holidays or not
  const quinns = await begin(ago(3)("Quinn"), ids(welcome.title));
  const inTime = await answer(ago(3)("Quinn"), quinns, welcome.answers);
  await grade(ago(2)("Ray"), { ...noahs, credential_job_id: late }, assessment.verdicts.slice(0, 1));
  await grade(ago(1)("Rita"), { ...quinns, credential_job_id: inTime }, []);
}
