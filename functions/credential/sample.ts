import { usualClock } from "../../shared/credential/rules.ts";
import type { StoredCriteria, StoredDetails, StoredSection } from "./record.ts";

const teachers = 1;

/** What the sample of a credential says: a whole one, from what is to be done to what its reviewers are told. */
export const sample = {
  title: "Sample: Leading a Class Discussion",
  priceCents: 6000,
  hourlyRateCents: 3000,
  details: {
    description:
      "<p>Show that you can lead a discussion in which every student speaks and answers what others have said.</p><p>You plan one discussion, lead it with your class, and look back on it.</p>",
    score_description:
      "<p>A reviewer who has taught reads each section against its rubric. Both must pass. A section that does not pass comes back with feedback, and you revise only that section.</p>",
    credential_resources: "<p>Leave out students' names, and show no faces in recordings.</p>",
    attachments: [],
  } satisfies StoredDetails,
  criteria: {
    category: teachers,
    skills: [{ skill_id: 1024, name: "Classroom discussion" }],
    job_description:
      "<p>Review the plan and the reflection of a teacher who has led a class discussion. You have led many yourself.</p>",
    notes:
      "<p>Look for students who answer each other. A discussion in which every answer goes to the teacher does not pass.</p>",
    support_link: "",
    support_attachment: null,
    clock: usualClock,
  } satisfies StoredCriteria,
  sections: [
    {
      position: 0,
      title: "The plan",
      description:
        "<p>Upload your plan: the question the discussion is about, who speaks when, and what you do when nobody does.</p>",
      rubric:
        "<p>Passing: the question has more than one good answer, and the plan says how quiet students come to speak.</p><p>Not passing: the question has one right answer, or only volunteers speak.</p>",
      rubric_ext: null,
      response_type: "0,1",
      options: [],
      options_multiple: false,
      review_estimate: 15,
    },
    {
      position: 1,
      title: "The reflection",
      description: "<p>Describe two moments of the discussion, and what you would do otherwise next time.</p>",
      rubric: "",
      rubric_ext: {
        criteria: [
          {
            criteria_id: "1",
            criteria: "Moments",
            achieved: "Both moments are told with what students said.",
            notachieved: "Moments are told in general words.",
            score: 5,
          },
          {
            criteria_id: "2",
            criteria: "Next time",
            achieved: "Names one change and why it would help.",
            notachieved: "Names no change, or none that follows from the moments.",
            score: 5,
          },
        ],
        count: 2,
        making_progress: 4,
        completed: 8,
        tableValid: true,
      },
      response_type: "0",
      options: [],
      options_multiple: false,
      review_estimate: 15,
    },
  ] satisfies readonly Omit<StoredSection, "section_id">[],
} as const;
