import type { AnchorForm } from "../../shared/calibration/calibration.ts";
import { contract } from "../../shared/contract.ts";
import type { WrittenCredential } from "./credentials/credential.ts";
import type { SeedName } from "./people.ts";
import { decided, firstDone, later, type Missed, type ReviewedTwice, type World } from "./second-reviews.ts";
import type { Session, Sessions } from "./session.ts";
import { answer, begin, type SeedVerdict } from "./work.ts";

const { calibration } = contract;

/** The credential whose reviewers are calibrated, and a share of its rounds reviewed a second time. */
export const feedbackTitle = "Feedback that Students Use";

/** A criterion: what work that shows it has, what other work has instead, and why a key says so of either. */
const criteria = [
  [
    ["Goal", "Names the skill the student was working on.", "Names only the assignment."],
    [
      "A skill is named, which is more than the task.",
      "We read what the class had to do, not what the student was learning.",
    ],
  ],
  [
    ["Quote", "Quotes the passage the feedback was about.", "Judges the draft without quoting it."],
    ["The passage is there word for word.", "There’s a verdict on the draft, and no line of it."],
  ],
  [
    ["Strength first", "Begins with something that worked, and says what.", "Begins with what was wrong."],
    ["The first thing said is praise for something in particular.", "The first thing said is a fault."],
  ],
  [
    ["One step", "Asks for one change.", "Asks for several changes at once."],
    ["Only one change was asked for.", "The student got a list."],
  ],
  [
    ["Question", "Asks something the student has to think about.", "Tells the student what to write."],
    ["The question can’t be answered with yes or no.", "The teacher did the thinking."],
  ],
  [
    ["Time", "Gives time in class to use the feedback.", "Leaves it to homework or to chance."],
    ["There were minutes set aside in the lesson.", "No time in class is mentioned."],
  ],
  [
    ["Student’s words", "Quotes what the student answered.", "Says only that the student understood."],
    ["We hear the student.", "We have to take the teacher’s word for it."],
  ],
  [
    ["Revision", "Says what is different in the new draft.", "Says only that it got better."],
    ["The change itself is described.", "It got better, but we don’t learn how."],
  ],
  [
    ["Check", "Reads both drafts with the student.", "Collects or grades the new draft."],
    ["Both looked at both drafts, together.", "The student wasn’t there when it was read."],
  ],
  [
    ["Next time", "Says what the teacher would change.", "Would change nothing."],
    ["A change is named.", "Nothing is to change."],
  ],
] as const;

const completed = 14;
const points = 2;

/** Northwind's credential whose reviewers are calibrated. */
export const feedback: WrittenCredential = {
  author: "Ivan",
  outcome: "published",
  title: feedbackTitle,
  description: "<p>Give one student feedback on a draft, and show what they did with it.</p>",
  scoring: "<p>Seven of ten criteria pass.</p>",
  resources: "<p>A draft and its revision. Leave the student’s last name out.</p>",
  scech: 1,
  category: 3,
  skills: [3032, 3034, 3046],
  jobDescription: "<p>Read one account of feedback. You have coached teachers or instructors in giving it.</p>",
  notes: "<p>Mark what the account says, not what you believe happened.</p>",
  hourlyRateDollars: 30,
  priceDollars: 0,
  isCalibrated: true,
  secondReviewPercent: 30,
  sections: [
    {
      title: "One draft, one step",
      description: "<p>Tell what the student was working on, what you said, and what they did next.</p>",
      minutes: 20,
      responseType: "0",
      criteria: criteria.map(([words]) => [...words, points] as const),
      makingProgress: 6,
      completed,
    },
  ],
};

/** An account as a teacher would write it, and which criteria it shows, by place. */
interface Account {
  readonly title: string;
  readonly shown: readonly number[];
  readonly text: string;
}

/** The anchors of each form: one passes, and one fails by a single criterion. */
const accounts: Readonly<Record<AnchorForm, readonly Account[]>> = {
  A: [
    {
      title: "A paragraph about zoos",
      shown: [0, 1, 2, 3, 4, 5, 6],
      text: "In October my seventh graders wrote a page on whether zoos should close. Ana was working on backing a claim with evidence. Her second paragraph read, “Everybody knows that zoos are bad,” and moved on. I told her that her opening claim was the clearest in the class, and then asked for just one thing, a fact from the article we’d read. “How would somebody who loves zoos know that you’re right?” I asked. She had the last ten minutes of the lesson for it. After a while she looked up and said, “Oh. I only say it, I don’t show it.” The paragraph was better when she handed it in. I collected the essays the week after and graded them as usual. It went well, and I’ll do it the same way again.",
    },
    {
      title: "A lab report",
      shown: [0, 1, 2],
      text: "Ben’s lab report was on temperature and the speed of a reaction, and the skill was drawing a conclusion from one’s own data. The draft said, “The experiment was a success because it worked.” I started with the table, which was complete, units and all. Then I went through the rest with a red pen: the title, the spelling, the graph, the missing sources, the tense, and the conclusion. I wrote a better conclusion in the margin for Ben to copy. It went home with the rest of the folder, and Ben seemed to understand what I meant. The second version was a clear improvement. I gave it a B when I graded the stack that Friday. I’m happy with how this works and wouldn’t touch it.",
    },
    {
      title: "Causes of the Dust Bowl",
      shown: [0, 1, 2, 3, 4, 5],
      text: "Carla writes well, but in history she was still learning to tell a cause from something that merely came before. Her draft on the Dust Bowl said, “First there was the war, so then there was the drought.” I began by telling her that all of her dates were right, which they hadn’t been in September. I picked that one sentence to work on and left the others alone. “If the war had ended two years later, when would it have rained?” I asked. I gave her a quarter of an hour before lunch. She nodded and got to work, so I knew she’d understood. Her next draft was much stronger. I read it at home with the others and put the grade in the book. I’ll keep this method exactly as it is.",
    },
    {
      title: "Two trains",
      shown: [6, 7, 8, 9],
      text: "The class had to explain a word problem about two trains, and Dev’s explanation was hard to follow. I said right away that it was too short, that steps were skipped, that the letters weren’t defined, and that the drawing was missing. Then I said which sentence to put first. It was to be ready by Monday. When Dev brought it back I heard, “I always thought the explaining was for you, not for me.” The new version names both letters in its first line and says why the two distances add up to 180 miles, which the old one never did. We put the two side by side and went through them line by line. Next time I’ll ask Dev to find the gap before I point to it.",
    },
  ],
  B: [
    {
      title: "A poem about a kitchen",
      shown: [3, 4, 5, 6, 7, 8, 9],
      text: "My tenth graders wrote a poem about a place. Ella’s was vague and overloaded with adjectives, and I said so at once. But I asked for only one thing, a line that a stranger couldn’t have written. “What does that kitchen smell of on a Sunday?” I asked. She got twenty minutes of the lesson for it. “It smells of the iron,” she said, “because my aunt does the shirts before church.” In her new draft most of the adjectives are gone, and the iron hisses in the first line. Before the bell she read me the old opening and the new one, and we talked about which kitchen I could see. I’d change one thing: she should choose the line, not me.",
    },
    {
      title: "A book report",
      shown: [7, 8, 9],
      text: "Finn had written a book report. It was weak in several places, and that’s what I said first. I corrected the spelling, marked the run-on sentences, crossed out the summary of chapter four, and wrote down how the ending should go. Homework would do, whenever it suited. Finn knew what to do. In the version I got, the plot takes three sentences instead of two pages, and there’s a new paragraph on why the brother lies. We sat down with both reports the next morning, and Finn showed me what was cut. I’d mark less another time, because most of my red ink was on things that were thrown out anyway.",
    },
    {
      title: "School uniforms",
      shown: [4, 5, 6, 7, 8, 9],
      text: "It was the essay on school uniforms, and Grace’s draft wasn’t convincing. I said first what was missing: a counterargument, a source, a proper ending, and a title. Then I asked her who in our class would disagree with her, and what that person would say. She had the rest of the period, about fifteen minutes. “Malik would say that the cousins share one uniform,” she said, “so it’s cheaper, and I’ve got nothing for that.” Her revision gives Malik’s point two sentences of its own and answers with the price list of the school shop. I read the old and the new version with her at my desk before she left. Another time I’ll ask the question first and keep my list to myself.",
    },
    {
      title: "How to pitch a tent",
      shown: [0, 2, 4, 6],
      text: "Hugo is learning to write instructions that somebody can follow without asking. The draft on pitching a tent was confusing. I said first that I could have built it from the drawing of the poles alone. After that I listed what else I’d noticed, from the numbering and the tense to the missing pegs. “Who’s holding the second pole while you do this?” I asked. “My dad,” said Hugo. “I left my dad out.” It was to be finished whenever there was time. The final version was fine, and so was the grade it got. I didn’t take out the first one again. I plan to use the same assignment next year with nothing changed.",
    },
  ],
};

/** What Noah hands in, of which eight criteria hold. */
const noahsAccount =
  "<p>This spring Iris was working on topic sentences that say what a paragraph is for. Hers, in an essay on our creek, was, “There are many things about water.” I told her that her measurements were the best in the group, and that I’d look at that one sentence and no other. “If I read nothing else, what should I know?” I asked. She thought about it and said, “That the creek is warmer below the parking lot.”</p><p>That is her sentence now, and two of the facts under it are gone, because they no longer belonged there. She did it at home that night, and I graded it with the others. Next time I’d have her put the question herself, to somebody else’s paragraph.</p>";

const keyOf = (section_id: string, { shown }: Account) => ({
  section_id,
  status: shown.length * points >= completed ? ("accepted" as const) : ("rejected" as const),
  marks: criteria.map(([, [isShown, isMissing]], at) => ({
    criteria_id: String(at + 1),
    achieved: shown.includes(at),
    reason: shown.includes(at) ? isShown : isMissing,
  })),
});

/** Writes both forms of a draft's anchors, with the keys of its author and of an admin, and publishes them. */
export async function writeAnchors(as: Sessions, author: SeedName, credential_id: string, section_id: string) {
  for (const form of ["A", "B"] as const)
    for (const account of accounts[form]) {
      const { title } = account;
      const answers = [{ section_id, answer: account.text }];
      const { anchors } = await as(author).ask(calibration.saveAnchor, { credential_id, form, title, answers });
      const { anchor_id } = anchors.find((each) => each.title === title)!;
      const key = { credential_id, anchor_id, sections: [keyOf(section_id, account)], version: 0 };
      for (const writer of [author, "Ada"] as const) await as(writer).ask(calibration.saveAnchorKey, key);
    }
  await as(author).ask(calibration.freezeAnchors, { credential_id, published: true });
}

/** What the others hand in. */
const account =
  "<p>Jonah was learning to order an explanation so that a reader can follow it. The draft on the water cycle began, “So it rains, because of the clouds.” I said that the drawing was right in every arrow, and asked for one change, in the first three sentences. “Where is the water before it is a cloud?” I asked. Jonah had a quarter of an hour for it. “In the puddle,” came the answer. “I started in the middle.”</p><p>The new draft begins with the puddle. We read both to the end, side by side. Another time I’d let a classmate ask the question.</p>";

/** Approved from seven of ten criteria on. */
const verdictsWith = ({ 0: missed = [] }: Missed): SeedVerdict[] => {
  const isPassing = (criteria.length - missed.length) * points >= completed;
  const feedback = isPassing
    ? "The puddle is Jonah’s own sentence, and you left it to be found."
    : "Say what the student was learning, and what is different in the new draft.";
  return [
    {
      verdict: isPassing ? "accept" : "reject",
      grade: isPassing ? "Pass" : "Not yet",
      feedback: `<p>${feedback}</p>`,
      marks: criteria.map((_, at) => !missed.includes(at)),
    },
  ];
};

/**
 * Rita and Ron have passed, and decided five submissions without each other's marks; Ron has a second seat in hand, and a
 * third is open. Ray has not begun, and finds a job that wants it.
 */
export async function makeCalibrations(written: World): Promise<void> {
  const { ago, credential_id } = written;
  for (const name of ["Rita", "Ron"] as const) await practice(ago(60)(name), credential_id);
  const world: ReviewedTwice = { ...written, second: "Ron", answers: [{ response: account }], verdictsWith };
  await decided(world, "Tess", 43, { activeMinutes: 17, first: { 0: [6] }, second: { 0: [6] } });
  await decided(world, "Quinn", 42, { activeMinutes: 22, first: { 0: [3] }, second: { 0: [3, 9] } });
  await decided(world, "Priya", 41, { activeMinutes: 15, first: { 0: [] }, second: { 0: [4] } });
  await decided(world, "Liv", 40, { activeMinutes: 26, first: { 0: [1, 6] }, second: { 0: [1, 8] } });
  await decided(world, "Leo", 39, { activeMinutes: 19, first: { 0: [0, 1, 6, 7] }, second: { 0: [0, 1, 6, 7, 9] } });

  // one criterion short of passing, which is reviewed a second time whatever is drawn
  const olus = await firstDone(world, "Olu", 3, { 0: [0, 4, 6, 7] }, 21);
  await later(world, "Ron", olus, []);
  const mias = await firstDone(world, "Mia", 3, { 0: [1, 5, 6, 8] }, 18);
  await later(world, "Ron", mias, verdictsWith({ 0: [5, 6, 8] }));

  const noah = ago(1)("Noah");
  await answer(noah, await begin(noah, credential_id), [{ response: noahsAccount }]);
}

/** Marks the whole form as its key, but for one criterion of the first anchor. */
async function practice(reviewer: Session, credential_id: string): Promise<void> {
  let { version, anchors, sections } = await reviewer.ask(calibration.start, { credential_id });
  const { section_id } = sections[0]!;
  for (const [at, account] of accounts.A.entries()) {
    const { anchor_id } = anchors.find(({ answers }) => answers[0]!.answer === account.text)!;
    const { status, marks } = keyOf(section_id, account);
    const own = marks.map(({ criteria_id, achieved }, index) => ({
      criteria_id,
      achieved: at === 0 && index === 7 ? !achieved : achieved,
    }));
    const said = [{ section_id, status, marks: own }];
    ({ version, anchors } = await reviewer.ask(calibration.markAnchor, {
      credential_id,
      anchor_id,
      sections: said,
      version,
    }));
  }
  await reviewer.ask(calibration.finish, { credential_id, version });
}
