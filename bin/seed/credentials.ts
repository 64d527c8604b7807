import type { SeedName, seedOrganizations } from "./people.ts";

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

/** A credential of the seeded world and the state it is brought to. */
export interface SeedCredential {
  readonly organization: keyof typeof seedOrganizations;
  /** Who writes it. What an issuer writes is approved or sent back by the organization's admin. */
  readonly author: SeedName;
  readonly outcome: "draft" | "submitted" | "rejected" | "published" | "closed";
  readonly title: string;
  readonly description: string;
  readonly scoring: string;
  readonly resources: string;
  readonly scech: number;
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
  /** Why an admin sent it back. */
  readonly feedback?: string;
}

const reflection = (prompt: string, minutes = 15): SeedSection => ({
  title: "Reflect on your practice",
  description: `<p>${prompt}</p><p>Write 400 to 600 words. Name one thing you would do again and one you would change, and say why.</p>`,
  minutes,
  responseType: "0",
  rubric:
    "<p>A passing reflection is specific: it names moments, students' words or data, and draws a conclusion from them. A summary of what happened, without a conclusion, does not pass.</p>",
});

/** Fifteen credentials in every state. The first published one of Northwind is what Leo holds and Lena works on. */
export const seedCredentials: readonly SeedCredential[] = [
  {
    organization: "northwind",
    author: "Ivan",
    outcome: "published",
    title: "Formative Assessment in the Secondary Classroom",
    description:
      "<p>Show that you can find out what students understand <strong>while</strong> they are learning, and change your teaching because of it.</p><p>You will plan a short cycle of checks for understanding, carry it out with one class, and explain what you changed and what difference it made.</p>",
    scoring:
      "<p>A reviewer who teaches or coaches in your field reads each section against its rubric. Every section must pass. A section that does not pass comes back with feedback, and you revise only that section.</p>",
    resources:
      "<p>Remove students' names from everything you upload. Photographs of student work are fine when no face can be seen.</p>",
    scech: 3,
    category: 1,
    skills: [1036, 1025, 1046],
    jobDescription:
      "<p>Review the plan, the evidence and the reflection of a secondary teacher. You have taught grades 6 to 12 and know the difference between a check for understanding and a quiz for marks.</p>",
    notes:
      "<p>Look for a change in teaching, not for a pretty plan. If the evidence shows only correct answers, ask what the teacher learned from them.</p>",
    hourlyRateDollars: 36,
    priceDollars: 120,
    sections: [
      {
        title: "Plan a cycle of checks for understanding",
        description:
          "<p>Upload a plan for three lessons. For each lesson name the learning goal, the check you will use, and what you will do if a third of the class has not understood.</p>",
        minutes: 20,
        responseType: "0,1",
        criteria: [
          [
            "Learning goals",
            "Each goal names what students will be able to do.",
            "Goals name topics or activities only.",
            4,
          ],
          [
            "Fit of the checks",
            "Each check shows the thinking the goal asks for.",
            "Checks show recall although the goal asks for more.",
            4,
          ],
          [
            "Planned response",
            "Each plan B is different teaching, not more of the same.",
            "There is no plan B, or it repeats the lesson.",
            4,
          ],
        ],
        makingProgress: 4,
        completed: 8,
      },
      {
        title: "Evidence from your class",
        description:
          "<p>Hand in work from at least six students, before and after you changed your teaching. Add a link to a recording if you have one.</p>",
        minutes: 30,
        responseType: "1",
        criteria: [
          [
            "Range of students",
            "The six students stand for the range of the class.",
            "Only the strongest or only the weakest work is shown.",
            3,
          ],
          ["Before and after", "The same skill is visible in both pieces.", "The pieces cannot be compared.", 5],
          [
            "Annotations",
            "Notes say what each piece shows about understanding.",
            "Notes are missing or praise only.",
            4,
          ],
        ],
        makingProgress: 5,
        completed: 8,
      },
      reflection("What did the checks tell you that you did not expect, and what did you change in the next lesson?"),
    ],
  },
  {
    organization: "northwind",
    author: "Ivan",
    outcome: "published",
    title: "Reading Conferences that Move Readers",
    description:
      "<p>Hold one-to-one conferences in which a reader leaves with one thing to try. You will record two conferences, mark the turning points, and follow one reader for three weeks.</p>",
    scoring: "<p>Both sections are judged by the rubric shown. The recording counts more than the notes.</p>",
    resources: "<p>Ask families for permission before you record. Sound alone is enough.</p>",
    scech: 2,
    category: 1,
    skills: [1089, 1092, 1043],
    jobDescription:
      "<p>Listen to two short conferences and read the notes that go with them. You have taught reading in grades K to 5.</p>",
    notes: "<p>The child should speak more than the teacher. Count if you are in doubt.</p>",
    hourlyRateDollars: 30,
    priceDollars: 75,
    sections: [
      {
        title: "Two recorded conferences",
        description: "<p>Link to or upload two recordings of three to seven minutes with different readers.</p>",
        minutes: 25,
        responseType: "0,1",
        criteria: [
          [
            "Listening first",
            "The teacher finds out what the reader does before teaching.",
            "Teaching begins before anything is found out.",
            5,
          ],
          [
            "One teaching point",
            "There is one clear point, tried out at once.",
            "There are several points, or none is tried.",
            5,
          ],
        ],
        makingProgress: 5,
        completed: 10,
      },
      reflection("Follow one of the two readers for three weeks. What became of the teaching point?", 20),
    ],
  },
  {
    organization: "northwind",
    author: "Pia",
    outcome: "published",
    title: "Welcoming New Families",
    description:
      "<p>A short, free credential for anyone who meets families at the door, on the telephone or at a desk. Show one thing you changed so that a family new to the school found its way.</p>",
    scoring: "<p>One section, judged by its rubric.</p>",
    resources: "<p>No names of families, please.</p>",
    scech: 1,
    category: 2,
    skills: [2121],
    jobDescription: "<p>Read one short account of a changed first meeting with a family.</p>",
    notes: "<p>This credential is free for learners. Be generous with style and strict about the change.</p>",
    hourlyRateDollars: 0,
    priceDollars: 0,
    sections: [
      {
        title: "One change at the door",
        description:
          "<p>Describe how a new family was received before, what you changed, and what the family said or did.</p>",
        minutes: 10,
        responseType: "0",
        rubric:
          "<p>The change is real and was tried with at least one family. The family's own words or actions are told.</p>",
      },
    ],
  },
  {
    organization: "northwind",
    author: "Ivan",
    outcome: "published",
    title: "Restorative Conversations for School Counselors",
    description:
      "<p>Lead a conversation after harm has been done so that those who were hurt are heard and those who did it repair what they can.</p><p>The credential asks for the preparation, an account of one conversation, and the agreement that came of it.</p>",
    scoring: "<p>Reviewers are practising counselors. Each section must reach its minimum.</p>",
    resources: "<p>Change names, grades and places. Do not hand in signed agreements.</p>",
    scech: 4,
    category: 2,
    skills: [2082, 2055, 2001],
    jobDescription:
      "<p>Review the preparation and the account of a restorative conversation. You hold a school counselor's license.</p>",
    notes: "<p>Watch for an apology that was demanded. It does not count as repair.</p>",
    hourlyRateDollars: 42,
    priceDollars: 160,
    sections: [
      {
        title: "Prepare each person",
        description: "<p>How did you prepare everyone who took part, apart from each other? Answer in writing.</p>",
        minutes: 20,
        responseType: "0",
        criteria: [
          ["Consent", "Everyone could say no, and knew it.", "Taking part was a condition of something.", 4],
          ["Questions", "The questions were told beforehand.", "Questions came as a surprise.", 3],
        ],
        makingProgress: 3,
        completed: 7,
      },
      {
        title: "The conversation and the agreement",
        description: "<p>Tell what was said in order, and attach the agreement in your own words.</p>",
        minutes: 35,
        responseType: "0,1",
        rubric:
          "<p>The person who was hurt speaks first and longest. The agreement names who does what by when, and how it will be checked.</p>",
      },
      {
        title: "Where it took place",
        description: "<p>Which setting did you choose?</p>",
        minutes: 5,
        responseType: "2",
        rubric: "<p>Any setting passes when the account shows that nobody was overheard.</p>",
        options: ["My office", "A classroom after school", "A place the students chose", "By video"],
      },
    ],
  },
  {
    organization: "northwind",
    author: "Pia",
    outcome: "published",
    title: "Coaching a Teacher through a Lesson Cycle",
    description:
      "<p>Coach one colleague through planning, teaching and looking back on a lesson. For team leads, coaches and principals.</p>",
    scoring: "<p>The coaching counts, not the lesson.</p>",
    resources: "<p>Your colleague must have agreed to be quoted.</p>",
    scech: 5,
    category: 3,
    skills: [3034, 3036, 3035],
    jobDescription: "<p>Review the coaching of one lesson cycle. You have coached teachers for two years or more.</p>",
    notes: "<p>Advice given in the first two minutes is a warning sign.</p>",
    hourlyRateDollars: 48,
    priceDollars: 210,
    sections: [
      {
        title: "Planning conversation",
        description:
          "<p>Upload a transcript or recording of ten minutes and mark three questions you are content with and one you are not.</p>",
        minutes: 30,
        responseType: "1",
        criteria: [
          ["Questions", "Questions open the teacher's own thinking.", "Questions hide advice.", 5],
          ["Goal", "The goal is the teacher's and can be seen in students.", "The goal is the coach's.", 5],
        ],
        makingProgress: 5,
        completed: 10,
      },
      reflection("What did you hold back from saying, and was it right to?", 25),
    ],
  },
  {
    organization: "northwind",
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
    organization: "northwind",
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
    organization: "northwind",
    author: "Ivan",
    outcome: "draft",
    title: "Co-Teaching with an Interpreter",
    description: "<p>Plan and teach together with a sign language interpreter.</p>",
    scoring: "<p>To be written with the interpreters' guild.</p>",
    resources: "<p>One lesson plan made by both.</p>",
    scech: 0,
    category: 1,
    skills: [1064],
    jobDescription: "",
    notes: "",
    hourlyRateDollars: 0,
    priceDollars: 0,
    sections: [],
  },
  {
    organization: "northwind",
    author: "Cy",
    outcome: "draft",
    title: "Field Trips that Teach",
    description: "<p>Plan a day out of school so that students come back with an answer they did not have before.</p>",
    scoring: "<p>To be agreed with the museum.</p>",
    resources: "<p>A route, a question and six students' answers.</p>",
    scech: 0,
    category: 1,
    skills: [1063],
    jobDescription: "",
    notes: "",
    hourlyRateDollars: 0,
    priceDollars: 0,
    sections: [],
  },
  {
    organization: "northwind",
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
  {
    organization: "fabrikam",
    author: "Isa",
    outcome: "published",
    title: "Welding Safety Instructor",
    description: "<p>Teach a group of apprentices to set up, use and leave a welding booth safely.</p>",
    scoring: "<p>Both sections must reach their minimum; any breach of the safety list returns the section.</p>",
    resources: "<p>A video without cuts of at least eight minutes.</p>",
    scech: 0,
    category: 1,
    skills: [1112, 1027],
    jobDescription:
      "<p>Watch one demonstration and read the checklist. You hold a current welding instructor's certificate.</p>",
    notes: "<p>Stop the video at every change of gas.</p>",
    hourlyRateDollars: 40,
    priceDollars: 140,
    sections: [
      {
        title: "Booth demonstration",
        description: "<p>Upload or link to a demonstration with at least two apprentices present.</p>",
        minutes: 30,
        responseType: "0,1",
        criteria: [
          ["Protective equipment", "Everyone wears it before the torch is lit.", "Anyone is without at any moment.", 6],
          ["Checks aloud", "Every check is spoken and repeated by an apprentice.", "Checks are silent.", 4],
        ],
        makingProgress: 6,
        completed: 10,
      },
      {
        title: "Your checklist",
        description: "<p>Hand in the checklist apprentices take with them.</p>",
        minutes: 10,
        responseType: "1",
        rubric: "<p>It fits on one page, has an order, and says what to do when a check fails.</p>",
      },
    ],
  },
  {
    organization: "fabrikam",
    author: "Abe",
    outcome: "published",
    title: "Front Desk Lead",
    description: "<p>Run a shift at a busy front desk and hand it over so that nothing is lost.</p>",
    scoring: "<p>One section.</p>",
    resources: "<p>A handover sheet without guests' names.</p>",
    scech: 0,
    category: 3,
    skills: [3145],
    jobDescription: "<p>Read a handover and the account of a shift.</p>",
    notes: "<p>Look for what was not solved and who now has it.</p>",
    hourlyRateDollars: 26,
    priceDollars: 45,
    sections: [
      {
        title: "A shift and its handover",
        description: "<p>Tell about one shift and attach the handover.</p>",
        minutes: 20,
        responseType: "0,1",
        rubric: "<p>Every open matter of the account is on the handover with a name and a time.</p>",
      },
    ],
  },
  {
    organization: "fabrikam",
    author: "Isa",
    outcome: "submitted",
    title: "Lean Changeover Basics",
    description: "<p>Cut the time of one changeover by a third and keep it there for a month.</p>",
    scoring: "<p>Both sections count the same.</p>",
    resources: "<p>Times before and after as a table.</p>",
    scech: 0,
    category: 3,
    skills: [3011, 3013],
    jobDescription: "<p>Check the figures and the standard work of one changeover.</p>",
    notes: "<p>Ask for the raw times if the table looks too smooth.</p>",
    hourlyRateDollars: 44,
    priceDollars: 130,
    sections: [
      {
        title: "Times before and after",
        description: "<p>Upload at least ten times before and ten after.</p>",
        minutes: 20,
        responseType: "1",
        criteria: [
          ["Measure", "The same start and end are used throughout.", "Start or end differ.", 5],
          ["Result", "The median fell by a third or more.", "It fell by less.", 5],
        ],
        makingProgress: 5,
        completed: 10,
      },
      reflection("What keeps the new way alive when you are not there?"),
    ],
  },
  {
    organization: "fabrikam",
    author: "Isa",
    outcome: "draft",
    title: "Hospital Wayfinding Volunteer",
    description: "<p>Bring visitors where they need to be, calmly.</p>",
    scoring: "<p>To be decided with the hospital.</p>",
    resources: "<p>None yet.</p>",
    scech: 0,
    category: 2,
    skills: [2121],
    jobDescription: "",
    notes: "",
    hourlyRateDollars: 0,
    priceDollars: 0,
    sections: [],
  },
  {
    organization: "lakeshore",
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
