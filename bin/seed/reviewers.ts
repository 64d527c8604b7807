import { contract } from "../../shared/contract.ts";
import { type SeedDocument, uploaded } from "./files.ts";
import type { SeedName } from "./people.ts";
import type { Sessions } from "./session.ts";

const { reviewer } = contract;

/** A reviewer of the seeded world. Ids are those of the lookups. */
export interface SeedReviewer {
  readonly title: string;
  readonly overview: string;
  readonly category: 1 | 2 | 3;
  readonly skills: readonly number[];
  readonly educations: readonly SeedEducation[];
  readonly license?: { readonly certification_id: number; readonly issued_on: string; readonly document: SeedDocument };
  /** Who accepts the application; without them it is left pending. */
  readonly acceptedBy?: SeedName;
}

interface SeedEducation {
  readonly degree_id: number;
  readonly field_id: number;
  readonly institution: string;
  readonly study_began: string;
  readonly study_complete: string;
}

/** The reviewers of the seeded world. */
export const seedReviewers: Partial<Record<SeedName, SeedReviewer>> = {
  Rita: {
    title: "Instructional coach for grades 6 to 12",
    overview:
      "<p>I taught English and history for fourteen years and have coached teachers in three districts since. I read work closely, I quote what I refer to, and I answer within three days.</p><p>What I look for: a change in teaching that came from something a student said or did.</p>",
    category: 1,
    skills: [1036, 1025, 1046, 1089, 1092, 1043, 1024, 1001],
    educations: [
      {
        degree_id: 22,
        field_id: 26,
        institution: "Western Michigan University",
        study_began: "2008-09-01",
        study_complete: "2010-05-15",
      },
      {
        degree_id: 8,
        field_id: 42,
        institution: "Kalamazoo College",
        study_began: "2000-09-01",
        study_complete: "2004-06-12",
      },
    ],
    license: {
      certification_id: 9,
      issued_on: "2004-08-20",
      document: {
        name: "teaching-license.pdf",
        title: "Secondary teaching license (7-12)",
        lines: ["Rita Delgado", "English language arts and history, grades 7 to 12", "First issued August 20, 2004"],
      },
    },
    acceptedBy: "Ada",
  },
  Ray: {
    title: "School counselor and supervisor of counselors in training",
    overview:
      "<p>Nineteen years in middle and high schools, the last six training restorative practices in two counties. I hold a school counselor's license and supervise four candidates a year.</p>",
    category: 2,
    skills: [2082, 2055, 2001, 2121, 2002],
    educations: [
      {
        degree_id: 25,
        field_id: 88,
        institution: "Wayne State University",
        study_began: "2003-09-01",
        study_complete: "2005-12-17",
      },
    ],
    license: {
      certification_id: 22,
      issued_on: "2006-01-09",
      document: {
        name: "counselor-license.pdf",
        title: "School counselor license",
        lines: ["Ray Thompson", "Kindergarten to grade 12", "First issued January 9, 2006"],
      },
    },
    acceptedBy: "Ivan",
  },
  Rob: {
    title: "Mathematics teacher and department chair",
    overview:
      "<p>I teach algebra and statistics and lead a department of nine. I would like to review credentials about number talks and assessment in mathematics.</p>",
    category: 1,
    skills: [1101, 1036, 1005],
    educations: [
      {
        degree_id: 23,
        field_id: 69,
        institution: "Grand Valley State University",
        study_began: "2011-09-01",
        study_complete: "2013-05-04",
      },
    ],
  },
  Ron: {
    title: "Master instructor in skilled trades",
    overview:
      "<p>Twenty-two years between a shipyard and a training hall. I have certified welding instructors since 2012 and lead changeover workshops for small manufacturers.</p>",
    category: 3,
    skills: [3011, 3013, 3034, 3036, 3145],
    educations: [
      {
        degree_id: 6,
        field_id: 57,
        institution: "Portland Community College",
        study_began: "1998-09-01",
        study_complete: "2000-06-10",
      },
    ],
    acceptedBy: "Abe",
  },
};

/**
 * Fills the reviewer's profile, applies, and has the application decided: in the time of `before`, for who is accepted
 * reviews what was handed in since.
 */
export async function applyAsReviewer(
  as: Sessions,
  before: Sessions,
  name: SeedName,
  seeded: SeedReviewer,
): Promise<void> {
  const { title, overview, category, skills, educations, license, acceptedBy } = seeded;
  const person = as(name);
  const wanted = skills.map((skill_id) => ({ skill_id, name: "" }));
  await person.ask(reviewer.create, { professionalTitle: title, overview, category, skills: wanted });
  const certifications = license && [
    {
      certification_id: license.certification_id,
      issued_on: license.issued_on,
      attachment: await uploaded(person, "certificates", license.document),
    },
  ];
  await person.ask(reviewer.saveProfile, { title, overview, educations: [...educations], certifications });
  await (acceptedBy ? before : as)(name).ask(reviewer.submit, {});
  const decision = { user_id: person.user_id, status: "accepted" } as const;
  if (acceptedBy) await before(acceptedBy).ask(reviewer.decideApplication, decision);
}
