import { contract } from "../../shared/contract.ts";
import type { Ago } from "./history.ts";
import type { SeedName } from "./people.ts";
import type { RunBackground } from "./second-reviews.ts";
import type { Session } from "./session.ts";
import { lenasConferences, ritasVerdictsForLena } from "./texts.ts";
import { answer, type Begun, grade, pay, type SeedVerdict } from "./work.ts";

/** The credential whose rejections may be appealed, for a fee. */
export const conferencesTitle = "Reading Conferences that Move Readers";

const miasWords =
  "The note of the second Tuesday quotes her at a long word: 'I cover the end and read what is left.' That is the sentence the feedback says is missing.";
const olusWords =
  "The recording of the third week was handed in as a link. In it she tries the ending twice, and tells me why it worked the second time.";
const raysAnswer: SeedVerdict = {
  verdict: "accept",
  grade: "B",
  feedback:
    "<p>The second note quotes the reader at a long word, and the third shows what she did next. More of these would make it an A.</p>",
};

/** Two who began earlier hand in, appeal and pay the fee: Mia's appeal was granted, Olu's waits for a reviewer. */
export async function makeAppeals(ago: Ago, run: RunBackground, credential_id: string): Promise<void> {
  const mias = await rejected(ago, "Mia", credential_id, 9);
  await appeal(ago(6)("Mia"), mias, miasWords);
  ago(5.9);
  await run("review/offer-open-jobs");
  const ray = ago(5)("Ray");
  const { jobs } = await ray.ask(contract.review.list, { limit: 100 });
  const seat = jobs.find((each) => each.credential_id === credential_id)!;
  const contested = { ...mias, section_ids: mias.section_ids.slice(1), credential_job_id: seat.credential_job_id };
  await grade(ray, contested, [raysAnswer]);
  const olus = await rejected(ago, "Olu", credential_id, 4);
  await appeal(ago(1)("Olu"), olus, olusWords);
}

/** Somebody who has applied hands in, and Rita rejects the second section a day later. */
async function rejected(ago: Ago, name: SeedName, credential_id: string, daysAgo: number): Promise<Begun> {
  const learner = ago(daysAgo)(name);
  const { application_id, sections } = await learner.ask(contract.submission.read, { credential_id });
  const work = { application_id, credential_id, section_ids: sections.map(({ section_id }) => section_id) };
  const credential_job_id = await answer(learner, work, lenasConferences, { declaration: { used: false } });
  await grade(ago(daysAgo - 1)("Rita"), { ...work, credential_job_id }, ritasVerdictsForLena);
  return work;
}

async function appeal(learner: Session, { application_id, credential_id, section_ids }: Begun, text: string) {
  await learner.ask(contract.appeal.file, {
    application_id,
    grounds: "evidenceNotOpened",
    text,
    section_ids: section_ids.slice(1),
  });
  await pay(learner, credential_id, "appeal");
}
