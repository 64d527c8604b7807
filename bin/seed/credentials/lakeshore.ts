import type { WrittenCredential } from "./credential.ts";

/** What Lakeshore Learning Network wrote before it was archived. */
export const lakeshore: readonly WrittenCredential[] = [
  {
    author: "Ann",
    outcome: "published",
    title: "Adult Literacy Tutor",
    description: "<p>Tutor one adult for twenty hours and show what they can now read for themselves.</p>",
    scoring: "<p>One section.</p>",
    resources: "<p>Three texts your learner chose.</p>",
    scech: 0,
    category: 2,
    skills: [2001],
    jobDescription: "<p>Read the account of twenty hours of tutoring.</p>",
    notes: "<p>The learner's own choice of texts matters.</p>",
    hourlyRateDollars: 0,
    priceDollars: 0,
    sections: [
      {
        title: "Twenty hours",
        description: "<p>Tell about the twenty hours and attach one text your learner can now read.</p>",
        minutes: 15,
        responseType: "0",
        rubric: "<p>The learner chose the texts. Progress is shown in what they do, not in levels alone.</p>",
      },
    ],
  },
];
