import { feedback } from "../calibration.ts";
import { begun, reflection, type WrittenCredential } from "./credential.ts";
import { published } from "./northwind-published.ts";

/** Northwind College's: in every state. */
export const northwind: readonly WrittenCredential[] = [
  ...published,
  feedback,
  {
    author: "Ivan",
    outcome: "submitted",
    title: "Science Notebooks as Thinking Tools",
    description: "<p>Use notebooks so that students return to what they thought before and mend it.</p>",
    scoring: "<p>Both sections must pass.</p>",
    resources: "<p>Photographs of six notebook pages.</p>",
    scech: 2,
    category: 1,
    skills: [1032, 1036],
    jobDescription: "<p>Review notebook pages and a plan for their use.</p>",
    notes: "<p>Neat is not the point.</p>",
    hourlyRateDollars: 30,
    priceDollars: 80,
    sections: [
      {
        title: "Six pages that changed",
        description: "<p>Upload six pages on which a student revised an idea, with a sentence on each.</p>",
        minutes: 25,
        responseType: "1",
        criteria: [
          ["Revision", "Each page shows the earlier and the later idea.", "Pages show one idea only.", 6],
          ["Cause", "The sentence names what caused the change.", "The cause is missing.", 4],
        ],
        makingProgress: 4,
        completed: 8,
      },
      reflection("How do students find an old idea again when they need it?"),
    ],
  },
  {
    author: "Ivan",
    outcome: "rejected",
    feedback:
      "Good bones. Please say in section 1 how many lessons you expect, and give the second section a rubric that a reviewer outside mathematics can use.",
    title: "Number Talks, Every Day",
    description: "<p>Ten minutes a day in which students explain how they see a number.</p>",
    scoring: "<p>Each section passes or comes back with feedback.</p>",
    resources: "<p>Board photographs.</p>",
    scech: 1,
    category: 1,
    skills: [1101, 1024],
    jobDescription: "<p>Review a set of number talks in grades 2 to 8.</p>",
    notes: "<p>Look at who speaks.</p>",
    hourlyRateDollars: 28,
    priceDollars: 60,
    sections: [
      {
        title: "A week of number talks",
        description: "<p>Hand in the five problems, the board, and why you chose that order.</p>",
        minutes: 20,
        responseType: "0,1",
        rubric:
          "<p>The problems build on each other. The board shows at least three strategies with students' own words.</p>",
      },
      reflection("Which strategy surprised you?"),
    ],
  },
  {
    author: "Ivan",
    ...begun,
    title: "Co-Teaching with an Interpreter",
    description: "<p>Plan and teach together with a sign language interpreter.</p>",
    scoring: "<p>To be written with the interpreters' guild.</p>",
    resources: "<p>One lesson plan made by both.</p>",
    scech: 0,
    category: 1,
    skills: [1064],
  },
  {
    author: "Cy",
    ...begun,
    title: "Field Trips that Teach",
    description: "<p>Plan a day out of school so that students come back with an answer they did not have before.</p>",
    scoring: "<p>To be agreed with the museum.</p>",
    resources: "<p>A route, a question and six students' answers.</p>",
    scech: 0,
    category: 1,
    skills: [1063],
  },
  {
    author: "Pia",
    outcome: "closed",
    title: "Remote Learning Essentials",
    description:
      "<p>Keep a class together from afar. Closed to new applicants since schools reopened; running work is still reviewed.</p>",
    scoring: "<p>One section.</p>",
    resources: "<p>A link to one recorded lesson.</p>",
    scech: 1,
    category: 1,
    skills: [1021, 1022],
    jobDescription: "<p>Watch fifteen minutes of a remote lesson.</p>",
    notes: "<p>Sound matters more than picture.</p>",
    hourlyRateDollars: 24,
    priceDollars: 40,
    sections: [
      {
        title: "One remote lesson",
        description: "<p>Link to a recording and name the two moments in which students did the thinking.</p>",
        minutes: 20,
        responseType: "0",
        rubric: "<p>Both moments can be found in the recording and show students, not the teacher, at work.</p>",
      },
    ],
  },
];
