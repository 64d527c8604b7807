import type { CertificateDetails } from "../../shared/certificate/credential.ts";

/** The origin that the details below are issued at. */
export const origin = "https://laurel.example.org";

/** A certificate with everything a credential may say: two sections, one of them with a table, and findings. */
export const certificateDetails: CertificateDetails = {
  certificate_id: "crt_0a1b2c3d4e5f6g7h8j9k0m1n2p",
  subject_uuid: "4b3f9f4e-6f0c-4d1e-9a53-3b8f0f6f6d11",
  first_name: "Lena",
  last_name: "Lang",
  earned_on: "2026-11-21T04:05:07.000Z",
  organization: {
    organization_id: "org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC",
    name: "Northwind College",
    domain_url: "https://northwind.example.org",
    description: "A college for teachers.",
    logo: "/media/logo.png",
  },
  revision: {
    cred_id: "crd_01JD8Z4Q7M9V3K2T5W6X8Y0ABC",
    revision: 2,
    title: "Formative Assessment",
    description: "<p>Find out what students <strong>understand</strong> &amp; act on it.</p>",
    score_description: "<p>Every section must pass.</p>",
    scech: 3,
    badge: "/media/badge.png",
    sections: [
      {
        section_id: "sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB1",
        title: "Plan",
        description: "<p>Upload a plan:</p><ul><li>goals</li><li>checks</li></ul>",
        rubric: "",
        rubric_ext: {
          completed: 5,
          criteria: [
            { criteria_id: "c1", criteria: "Goals", achieved: "Clear.", notachieved: "Vague.", score: 4 },
            { criteria_id: "c2", criteria: "Checks", achieved: "They fit.", notachieved: "They do not.", score: 2 },
            { criteria_id: "c3", criteria: "Style", achieved: "Well written.", notachieved: "", score: 1 },
          ],
        },
      },
      {
        section_id: "sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB2",
        title: "Reflection",
        description: "<p>What changed?</p>",
        rubric: "<p>It names a change.</p>",
        rubric_ext: null,
      },
    ],
  },
  assessor: {
    id: "0d2c1f7a-95a3-4a53-8a0d-6a4c0a2b9f22",
    count: 1,
    known: { acceptedYear: 2025, category: "Teachers", band: 50 },
  },
  evidence: [
    {
      section_id: "sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB1",
      digestMultibase: "uEiAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHw",
    },
    {
      section_id: "sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB2",
      digestMultibase: "uEiAfHh0cGxoZGBcWFRQTEhEQDw4NDAsKCQgHBgUEAwIBAA",
    },
  ],
  status: { list_id: "org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC-1", index: 94_567 },
  findings: [
    {
      section_id: "sec_01JD8Z4Q7M9V3K2T5W6X8Y0AB1",
      marks: [
        { criteria_id: "c1", achieved: true },
        { criteria_id: "c2", achieved: true },
        { criteria_id: "c3", achieved: false },
      ],
      earned: 6,
    },
  ],
};

/** Words of no language that differ as those of a real text do, so that it is not compressed better than one. */
const words = Array.from({ length: 1500 }, (_, at) =>
  Array.from({ length: 2 + (at % 8) }, (_, place) =>
    String.fromCharCode(97 + ((at * 7919 + place * 104_729 + at * at * 31) % 26)),
  ).join(""),
);

/** Varied text of so many characters; the same number gives the same text. */
export function variedText(seed: number, characters: number): string {
  let [state, text] = [seed + 1, ""];
  while (text.length < characters) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${words[Math.floor((state / 2_147_483_648) ** 2 * words.length)]} `;
  }
  return `${text.slice(0, characters - 1)}.`;
}

/** The sections of {@link variedDetails} as an author would send them. */
export const largestSections = Array.from({ length: 10 }, (_, at) => ({
  title: `Section ${at + 1}`,
  description: `<p>${variedText(at, 600)}</p>`,
  response_type: "0",
  review_estimate: 5,
  rubric_ext: {
    making_progress: 20,
    completed: 30,
    criteria: Array.from({ length: 20 }, (_, row) => {
      const seed = 1000 + 60 * at + 3 * row;
      return {
        criteria_id: `c${row}`,
        criteria: variedText(seed, 130),
        achieved: variedText(seed + 1, 130),
        notachieved: variedText(seed + 2, 130),
        score: 2,
      };
    }),
  },
}));

/** The details of a certificate of ten sections with twenty criteria each, every text as long as a rubric takes it. */
export function largestDetails(): CertificateDetails {
  const text = "Each goal names what students will be able to do, and how anybody would see it in their work. ".repeat(
    2,
  );
  const cell = text.slice(0, 130);
  const sections = Array.from({ length: 10 }, (_, at) => ({
    section_id: `sec_01JD8Z4Q7M9V3K2T5W6X8Y0A${String(at).padStart(2, "0")}`,
    title: `Section ${at + 1}`,
    description: `<p>${text.repeat(5)}</p>`,
    rubric: "",
    rubric_ext: {
      completed: 30,
      criteria: Array.from({ length: 20 }, (_, row) => ({
        criteria_id: `c${row}`,
        criteria: `${at}.${row} ${cell}`.slice(0, 130),
        achieved: `${row}.${at} ${cell}`.slice(0, 130),
        notachieved: `not ${row}.${at} ${cell}`.slice(0, 130),
        score: 2,
      })),
    },
  }));
  return {
    ...certificateDetails,
    revision: { ...certificateDetails.revision, sections },
    evidence: sections.map(({ section_id }) => ({
      section_id,
      digestMultibase: certificateDetails.evidence[0]!.digestMultibase,
    })),
    findings: sections.map(({ section_id, rubric_ext }) => ({
      section_id,
      marks: rubric_ext.criteria.map(({ criteria_id }) => ({ criteria_id, achieved: true })),
      earned: 40,
    })),
  };
}

/** The same with every text in varied words, as long as credentials take them: no page is longer. */
export function variedDetails(): CertificateDetails {
  const details = largestDetails();
  return {
    ...details,
    revision: {
      ...details.revision,
      title: variedText(1, 100),
      description: `<p>${variedText(2, 4000)}</p>`,
      score_description: `<p>${variedText(3, 2000)}</p>`,
      sections: details.revision.sections.map((section, at) => ({
        ...section,
        title: variedText(4 + at, 100),
        description: largestSections[at]!.description,
        rubric_ext: largestSections[at]!.rubric_ext,
      })),
    },
  };
}
