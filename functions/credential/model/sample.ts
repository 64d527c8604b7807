import { usualClock } from "../../../shared/credential/decision-days.ts";
import type { StoredCriteria, StoredDetails, StoredSection } from "./record.ts";

const teachers = 1;

/** What the sample of a credential says: a whole one, from what is to be done to what its reviewers are told. */
export const sample = {
  title: "Sample: Leading a Class Discussion",
  priceCents: 6000,
  hourlyRateCents: 3000,
  details: {
    description:
      "<p>Show that you can lead a discussion in which every student speaks and responds to others.</p><p>You’ll plan one discussion, lead it with your class, and reflect on it.</p>",
    score_description:
      "<p>An experienced teacher reviews each section against its rubric. Both must pass. If one doesn’t, you get feedback and revise only that section.</p>",
    credential_resources: "<p>Leave out students’ names, and don’t show faces in recordings.</p>",
    attachments: [],
  } satisfies StoredDetails,
  criteria: {
    category: teachers,
    skills: [{ skill_id: 1024, name: "Classroom discussion" }],
    job_description:
      "<p>Review a teacher’s plan for a class discussion and their reflection on it. You should have led many yourself.</p>",
    notes:
      "<p>Look for students who respond to each other. A discussion in which every answer goes to the teacher doesn’t pass.</p>",
    support_link: "",
    support_attachment: null,
    clock: usualClock,
  } satisfies StoredCriteria,
  sections: [
    {
      position: 0,
      title: "The plan",
      description:
        "<p>Upload your plan: the discussion question, who speaks when, and what you’ll do when no one speaks.</p>",
      rubric:
        "<p>Passing: the question has more than one good answer, and the plan says how quiet students will get to speak.</p><p>Not passing: the question has one right answer, or only volunteers speak.</p>",
      rubric_ext: null,
      response_type: "0,1",
      options: [],
      options_multiple: false,
      review_estimate: 15,
    },
    {
      position: 1,
      title: "The reflection",
      description: "<p>Describe two moments from the discussion and what you’d do differently next time.</p>",
      rubric: "",
      rubric_ext: {
        criteria: [
          {
            criteria_id: "1",
            criteria: "Moments",
            achieved: "Describes both moments and quotes what students said.",
            notachieved: "Describes the moments only in general terms.",
            score: 5,
          },
          {
            criteria_id: "2",
            criteria: "Next time",
            achieved: "Names one change and explains why it would help.",
            notachieved: "Names no change, or one that doesn’t follow from the moments.",
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
