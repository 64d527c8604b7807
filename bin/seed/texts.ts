import type { SeedAnswer, SeedDeclaration, SeedVerdict } from "./work.ts";

/** What Leo handed in for Formative Assessment in the Secondary Classroom, and Lena for its first section. */
export const leosAssessment: readonly SeedAnswer[] = [
  {
    response:
      "<p>Three lessons on quadratic functions, grade 10, 27 students.</p><ul><li><strong>Lesson 1.</strong> Students explain what the vertex tells about a thrown ball. Check: one sentence and one sketch on a card. If a third is not there, we throw a ball in the hallway, film it and draw on the film.</li><li><strong>Lesson 2.</strong> Students choose between factored and vertex form and say why. Check: four corners with a reason each. Plan B: pairs argue for the form they did not choose.</li><li><strong>Lesson 3.</strong> Students find an error in a worked example. Check: they mark it silently before anybody speaks. Plan B: the same error in a smaller example, side by side.</li></ul>",
    document: {
      name: "three-lessons.pdf",
      title: "Three lessons on quadratic functions",
      lines: [
        "Lesson 1: What the vertex tells. Check: a sentence and a sketch on a card.",
        "If a third is not there: film a thrown ball, draw on the film.",
        "",
        "Lesson 2: Which form, and why. Check: four corners, one reason each.",
        "If a third is not there: argue for the form you did not choose.",
        "",
        "Lesson 3: Find the error. Check: mark it silently before anybody speaks.",
        "If a third is not there: the same error in a smaller example.",
      ],
    },
  },
  {
    document: {
      name: "six-students-before-and-after.pdf",
      title: "Six students, before and after lesson 2",
      lines: [
        "Student A: drew the curve upside down; afterwards labels the vertex 'highest point, 1.2 s'.",
        "Student B: right answer without a reason; afterwards two reasons, one of them wrong, both said aloud.",
        "Student C: blank card; afterwards a sketch with the axis of symmetry.",
        "Student D: chose the factored form 'because it is shorter'; afterwards 'because I need the zeros'.",
        "Student E: strong from the start; afterwards corrects a neighbor by asking, not telling.",
        "Student F: copied; afterwards an own sketch with an own mistake that we could talk about.",
      ],
    },
  },
  {
    response:
      "<p>I expected trouble with the algebra. The cards of lesson 1 said otherwise: eleven of 27 drew the ball's path over the ground instead of its height over time. No exercise of mine had ever shown the difference, because every picture in the book can be read either way.</p><p>So lesson 2 did not begin with forms at all. We filmed a ball, put the frames side by side, and students placed the points themselves. In the four corners afterwards 22 of 27 gave a reason that named time.</p><p>I would use the silent marking again: it was the first time that Student F had an idea of their own to defend. I would change the cards: one sentence is too little to see a half-right idea, and I had to ask nine students what they meant.</p>",
  },
];

/** What Rita wrote about it. */
export const ritasVerdictsForLeo: readonly SeedVerdict[] = [
  {
    verdict: "accept",
    grade: "A-",
    feedback:
      "<p>Every plan B is different teaching, and the hallway idea is one I will borrow. Lesson 3's goal could say what finding the error is for.</p>",
    marks: [true, true, true],
  },
  {
    verdict: "accept",
    grade: "B+",
    feedback:
      "<p>Students C and F make the case. The pieces of Student B are hard to compare; next time give both the same prompt.</p>",
    marks: [true, true, false],
  },
  {
    verdict: "accept",
    grade: "A",
    feedback:
      "<p>You found what you had not asked about, and changed the next lesson because of it. That is all of it.</p>",
  },
];

/** What Lena has so far for the same credential: the first section, and no more. */
export const lenasDraft: readonly SeedAnswer[] = [
  {
    response:
      "<p>Three lessons on photosynthesis, grade 9.</p><p>Lesson 1: students say where the mass of a tree comes from. Check: vote with a reason, then vote again after talking.</p><p>Lesson 2: still to be planned.</p>",
    links: ["https://www.example.org/where-trees-get-their-mass"],
  },
];

/** Lena's finished work for Welcoming New Families, which waits for a reviewer. */
export const lenasWelcome: readonly SeedAnswer[] = [
  {
    response:
      "<p>Families used to be handed a folder at the counter, in English, and a date for registration. In August I moved the first ten minutes to the bench by the window. I ask what the child likes to be called and who brought them here, and write both on the inside of the folder before anything else is filled in.</p><p>A parent who came in September looked at the first line, saw the child's name as the family says it, and read it aloud. The next day they came back with two cousins.</p>",
  },
];

/** What Lena says of AI tools in it. */
export const lenasDeclaration: SeedDeclaration = {
  used: true,
  tools: "A transcription service of the school",
  parts: "The transcripts of both recordings.",
  changes: "I corrected the children's words where it heard them wrong, and chose the minutes myself.",
};

/** Lena's first try at Reading Conferences that Move Readers. */
export const lenasConferences: readonly SeedAnswer[] = [
  {
    response:
      "<p>First recording: M., grade 3, reads a chapter about wolves and stops at every long word. At 2:10 I ask what M. does when a word is long, and M. shows me. At 3:40 we try covering the ending.</p><p>Second recording: T., grade 4, retells the plot and gives no opinion. At 1:30 I ask which page T. would tear out, and T. argues for two minutes.</p>",
    links: ["https://www.example.org/conferences/wolves", "https://www.example.org/conferences/page-to-tear-out"],
    recording: { name: "conference-on-wolves.mp3", seconds: 20 },
  },
  {
    response:
      "<p>I followed M. for three weeks. She reads more fluently now and is more confident. She enjoys books about animals and takes them home. I am content with her progress.</p>",
  },
];

/** Rita accepts the recordings and asks for a revision of the account. */
export const ritasVerdictsForLena: readonly SeedVerdict[] = [
  {
    verdict: "accept",
    grade: "A",
    feedback: "<p>You listen long before you teach. The page to tear out is a wonderful question.</p>",
    marks: [true, true],
  },
  {
    verdict: "reject",
    grade: "C",
    feedback:
      "<p>This tells me that M. reads better, not what became of covering the ending. Pick one day in each week: what did she do at a long word, in her own words? One sentence of hers says more than 'more confident'.</p>",
  },
];

/** Lou's work for Adult Literacy Tutor, and Ray's verdict. */
export const lousHours: readonly SeedAnswer[] = [
  {
    response:
      "<p>We met twenty times at the library, Tuesdays after her shift. Mrs. H. chose the texts: the bus timetable, a letter from her landlord, and a recipe of her mother's that nobody in the family could read to her any more.</p><p>In week four she found the last bus home by herself and told me the minute. In week eleven she read the landlord's letter aloud, stopped at 'notwithstanding', laughed and went on. The recipe took the whole of week nineteen. She has cooked it since, and corrected it.</p>",
  },
];
/** What Ray said of {@link lousHours}. */
export const raysVerdictForLou: readonly SeedVerdict[] = [
  {
    verdict: "accept",
    grade: "Pass",
    feedback: "<p>Her texts, her pace, and you can see in the timetable what changed. Thank you for this account.</p>",
  },
];
