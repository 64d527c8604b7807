import { reflection, type WrittenCredential } from "./credential.ts";

/** Northwind College's that learners find. The first is what Leo holds and Lena works on. */
export const published: readonly WrittenCredential[] = [
  {
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
    aiPolicy: { rule: "parts", parts: "Transcribing the recordings" },
    appealFee: "reviewerPay",
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
    author: "Pia",
    outcome: "published",
    title: "Welcoming New Families",
    description:
      "<p>A short, free credential for anyone who meets families at the door, on the telephone or at a desk. Show one thing you changed so that a family new to the school found its way.</p>",
    scoring: "<p>One section, judged by its rubric.</p>",
    resources: "<p>No names of families, please.</p>",
    scech: 1,
    validityMonths: 5, // Mia’s certificate is near its end
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
    author: "Ivan",
    outcome: "published",
    title: "Observing a Lesson without Judging It",
    description:
      "<p>Sit in on one lesson of a colleague and write down what you see and hear, in ten short parts, before you say what you think of it. For coaches and principals who visit classes.</p>",
    scoring: "<p>Every part is judged by the same five criteria. Three of them make it pass.</p>",
    resources: "<p>Your colleague must have agreed to the visit. Leave names out.</p>",
    scech: 1,
    category: 3,
    skills: [3034, 3036],
    jobDescription: "<p>Read ten short notes of one lesson. You have observed lessons for others.</p>",
    notes: "<p>A note that praises or blames in its first sentence has not observed.</p>",
    hourlyRateDollars: 30,
    priceDollars: 0,
    secondReviewPercent: 30,
    sections: Array.from({ length: 10 }, (_, part) => ({
      title: `Minutes ${part * 4 + 1} to ${part * 4 + 4}`,
      description: "<p>Write down what the teacher and the students said and did.</p>",
      minutes: 3,
      responseType: "0",
      criteria: [
        ["Seen and heard", "Says what anybody in the room would have noticed.", "Says what it means instead.", 2],
        ["Words", "Quotes at least one sentence.", "Retells what was said.", 2],
        ["Students", "Tells what students did.", "Tells of the teacher alone.", 2],
        ["Time", "Gives the order of what happened.", "Mixes it up.", 2],
        ["Opinion", "Keeps opinions out.", "Praises or blames.", 2],
      ],
      makingProgress: 4,
      completed: 6,
    })),
  },
];
