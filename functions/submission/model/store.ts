import { isDeepStrictEqual } from "node:util";
import { isUnderAppeal } from "../../../shared/appeal/appeal.ts";
import { ApplicationId } from "../../../shared/http/fields.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { answeredIn, isAnswered, mayEdit, mayEditSection } from "../../../shared/submission/rules.ts";
import {
  Application,
  type ApplicationSection,
  type SectionResponse,
  Work,
} from "../../../shared/submission/submission.ts";
import type { HandlerOptions } from "../../chain/implement.ts";
import { now } from "../../data/ids.ts";
import { isWork, submissionKeys } from "../../data/keys/submission.ts";
import { put, type Step } from "../../data/steps.ts";
import type { Item } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { applicationEntity } from "./application-entity.ts";
import { keepStep, responseOf, versionsIn } from "./handed-in.ts";

/** An answer to one section, of safe text and clean files (`cleanAnswers`). */
export type Answer = SectionResponse & { readonly section_id: string };

/** Answers as they are stored, and which of their files were not found good yet. */
export interface CleanAnswers {
  readonly answers: Answer[];
  readonly unchecked: ReadonlySet<string>;
}

/** Reads the application that a call names. */
export const namedApplication: HandlerOptions = {
  prefetch({ application_id }) {
    const named = ApplicationId.safeParse(application_id);
    return named.success ? [submissionKeys.application(named.data)] : [];
  },
};

/** The application read, when it is this learner's; not found otherwise. */
export function ownApplication(item: Item | undefined, user_id: string): Application {
  const application = item && Application.parse(item);
  if (application?.user_id !== user_id) throw new Problem("resource.not-found");
  return application;
}

/** Refuses a save that cannot be: unpaid, not in the learner's hands, under appeal, or typed over an older version. */
export function requireEditable({ status, version, appeal }: Application, seenVersion: number | undefined): void {
  if (status === "applied") throw new Problem("submission.unpaid");
  if (!mayEdit(status)) throw new Problem("submission.not-editable");
  if (isUnderAppeal({ appeal })) throw new Problem("submission.appealed");
  if (seenVersion !== undefined && seenVersion !== version) throw new Problem("submission.changed");
}

function sectionOf(application: Application, section_id: string): ApplicationSection {
  const section = application.sections.find((each) => each.section_id === section_id);
  if (!section) throw new Problem("resource.not-found");
  if (!mayEditSection(application.status, section)) throw new Problem("submission.not-editable");
  return section;
}

function requireKnownOptions({ option_ids, options_multiple }: ApplicationSection, { options }: SectionResponse): void {
  const unknown = options.some((option) => !option_ids.includes(option)) || new Set(options).size < options.length;
  const message = unknown
    ? "Choose from this section’s options."
    : options.length > 1 && !options_multiple && "Choose one option.";
  if (message) throw new Problem("input.invalid", { message, fields: { options: message } });
}

/** Whether an answer is what is stored of its section, letter by letter. */
export const isStored = ({ section_id: _, ...sent }: Answer, work: Work | undefined): boolean =>
  work !== undefined && isDeepStrictEqual(responseOf(work), sent);

/** Whether a save arrives again whose answer was lost: typed over an older version, and nothing of it is new. */
export const isSavedAlready = (
  { status, version }: Application,
  seenVersion: number | undefined,
  { answers, stored }: { readonly answers: readonly Answer[]; readonly stored: ReadonlyMap<string, Work> },
): boolean =>
  mayEdit(status) &&
  seenVersion !== undefined &&
  seenVersion !== version &&
  answers.length > 0 &&
  answers.every((answer) => isStored(answer, stored.get(answer.section_id)));

/** An application's sections after a save, and the steps that write the work itself. */
export interface Saved {
  readonly sections: ApplicationSection[];
  readonly steps: Step[];
}

/**
 * The sections of an application after some of them were answered anew, and the steps that write the answers. `before` is
 * the work stored so far, by section. What was handed in is kept beside what is written over it.
 */
export function saveAnswers(
  application: Application,
  before: ReadonlyMap<string, Work>,
  { answers, unchecked }: CleanAnswers,
): Saved {
  const { application_id, round } = application;
  let sections = application.sections;
  const steps = answers.flatMap(({ section_id, ...sent }) => {
    const section = sectionOf(application, section_id);
    requireKnownOptions(section, sent);
    const stored = before.get(section_id);
    const handedIn = stored ? versionsIn(application, [stored]).filter((version) => version.round <= round) : [];
    const work: Work = {
      ...stored,
      ...sent,
      application_id,
      section_id,
      updated_on: now(),
      round: round + 1,
      former: undefined,
    };
    const waiting = sent.attachments.map(({ key }) => key).filter((key) => unchecked.has(key));
    sections = sections.map(({ unchecked: former, ...each }) =>
      each.section_id === section_id
        ? { ...each, status: "draft", answered: answeredIn(sent), ...(waiting.length > 0 && { unchecked: waiting }) }
        : { ...each, ...(former && { unchecked: former }) },
    );
    return [put(submissionKeys.work(application_id, section_id), work), ...handedIn.map(keepStep)];
  });
  return { sections, steps };
}

/** The whole transaction of a save, and what it answers; a save from another window in between refuses it. */
export function saving(before: Application, { sections, steps }: Saved) {
  const saved = transition(applicationEntity, "save", {
    before,
    set: { sections },
    otherwise: new Problem("submission.changed"),
    actor_id: before.user_id,
  });
  return { steps: [...saved.steps, ...steps], answer: answerOf(saved.after) };
}

/** What a save answers: where the application stands then. */
export const answerOf = ({ version, status, updated_on }: Application) => ({ data: { version, status, updated_on } });

/** The works among items read, by section. */
export function worksOf(items: readonly (Item | undefined)[]): Map<string, Work> {
  const works = items.filter((item) => item && isWork(item)).map((item) => Work.parse(item));
  return new Map(works.map((work) => [work.section_id, work]));
}

/** How far an application is, in numbers of sections. */
export const progressIn = ({ sections }: Application) => ({
  sections_total: sections.length,
  sections_answered: sections.filter(isAnswered).length,
  sections_accepted: sections.filter((section) => section.status === "accepted").length,
});
