import { contract } from "../../shared/contract.ts";
import type { AnchorForm } from "../../shared/job/calibration.ts";
import type { WrittenCredential } from "./credentials/credential.ts";
import type { Ago } from "./history.ts";
import type { SeedName } from "./people.ts";
import type { Session, Sessions } from "./session.ts";
import { answer, begin } from "./work.ts";

const { job } = contract;

/** The credential whose reviewers are calibrated. */
export const feedbackTitle = "Feedback that Students Use";

/** A criterion with how it reads in work that shows it, and in work that does not. */
const looks = [
  ["Goal", "Ana was learning to support a claim with evidence.", "Ana had written an essay."],
  ["Quote", "Her second paragraph said: “Everybody knows that zoos are bad.”", "Her second paragraph was weak."],
  ["Strength first", "I began with what worked: her first claim was clear.", "I began with what was wrong."],
  ["One step", "I asked for one thing, a fact from the article.", "I marked eleven things in red."],
  ["Question", "I asked how a reader who likes zoos would know.", "I told her what to write."],
  ["Time", "She had ten minutes in class to use it.", "She could look at it at home."],
  ["Student’s words", "“Oh, I only say it, I don’t show it,” she said.", "She understood what I meant."],
  ["Revision", "Her new sentence gives the number of animals.", "The paragraph was better afterward."],
  ["Check", "I read both versions with her before class ended.", "I collected the essays the week after."],
  ["Next time", "Next time I’ll let her find the weak claim.", "I’ll do it the same way again."],
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
  category: 1,
  skills: [1036, 1025],
  jobDescription: "<p>Read one account of feedback. You have taught writing in any subject.</p>",
  notes: "<p>Mark what the account says, not what you believe happened.</p>",
  hourlyRateDollars: 30,
  priceDollars: 0,
  isCalibrated: true,
  sections: [
    {
      title: "One draft, one step",
      description: "<p>Tell what the student was working on, what you said, and what they did next.</p>",
      minutes: 20,
      responseType: "0",
      criteria: looks.map(([name, shown, missing]) => [name, `As in: ${shown}`, `As in: ${missing}`, points] as const),
      makingProgress: 6,
      completed,
    },
  ],
};

/** Which criteria the anchors of each form show, by place: one passes, and one fails by a single criterion. */
const shownIn: Readonly<Record<AnchorForm, readonly (readonly number[])[]>> = {
  A: [
    [0, 1, 2, 3, 4, 5, 6],
    [0, 1, 2],
    [0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9],
  ],
  B: [
    [3, 4, 5, 6, 7, 8, 9],
    [7, 8, 9],
    [4, 5, 6, 7, 8, 9],
    [0, 2, 4, 6],
  ],
};

const accountOf = (shown: readonly number[]): string =>
  looks.map(([, there, missing], at) => (shown.includes(at) ? there : missing)).join(" ");

const keyOf = (section_id: string, shown: readonly number[]) => ({
  section_id,
  status: shown.length * points >= completed ? ("accepted" as const) : ("rejected" as const),
  marks: looks.map(([, there, missing], at) => ({
    criteria_id: String(at + 1),
    achieved: shown.includes(at),
    reason: shown.includes(at) ? `It says: ${there}` : `It only says: ${missing}`,
  })),
});

/** Writes both forms of a draft's anchors, with the keys of its author and of an admin, and publishes them. */
export async function writeAnchors(as: Sessions, author: SeedName, credential_id: string, section_id: string) {
  for (const form of ["A", "B"] as const)
    for (const [at, shown] of shownIn[form].entries()) {
      const title = `${shown.length} of ${looks.length} shown, ${form}${at + 1}`;
      const answers = [{ section_id, answer: accountOf(shown) }];
      const { anchors } = await as(author).ask(job.saveAnchor, { credential_id, form, title, answers });
      const { anchor_id } = anchors.find((each) => each.title === title)!;
      const key = { credential_id, anchor_id, sections: [keyOf(section_id, shown)], version: 0 };
      for (const writer of [author, "Ada"] as const) await as(writer).ask(job.saveAnchorKey, key);
    }
  await as(author).ask(job.freezeAnchors, { credential_id, published: true });
}

/** Rita has passed; Ray has not begun, and finds a job that wants it. */
export async function makeCalibrations(ago: Ago, credential_id: string): Promise<void> {
  await practice(ago(20)("Rita"), credential_id);
  const noah = ago(1)("Noah");
  await answer(noah, await begin(noah, credential_id), [{ response: `<p>${accountOf([0, 1, 2, 3, 4, 6, 7, 9])}</p>` }]);
}

/** Marks the whole form as its key, but for one criterion of the first anchor. */
async function practice(reviewer: Session, credential_id: string): Promise<void> {
  let { version, anchors, sections } = await reviewer.ask(job.startCalibration, { credential_id });
  const { section_id } = sections[0]!;
  for (const [at, shown] of shownIn.A.entries()) {
    const { anchor_id } = anchors.find(({ answers }) => answers[0]!.answer === accountOf(shown))!;
    const { status, marks } = keyOf(section_id, shown);
    const own = marks.map(({ criteria_id, achieved }, index) => ({
      criteria_id,
      achieved: at === 0 && index === 7 ? !achieved : achieved,
    }));
    const said = [{ section_id, status, marks: own }];
    ({ version, anchors } = await reviewer.ask(job.markAnchor, { credential_id, anchor_id, sections: said, version }));
  }
  await reviewer.ask(job.finishCalibration, { credential_id, version });
}
