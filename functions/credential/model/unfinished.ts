import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { credentialLimits } from "../../../shared/credential/parts.ts";
import { UnfinishedStep } from "../../../shared/credential/unfinished.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { sanitize } from "../../chain/rich-text.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { change, create, put, remove, type Step } from "../../data/steps.ts";
import { get, type Item, queryAll } from "../../data/table.ts";

/** A step as stored: sections are items of their own, so that none comes near the size an item may have. */
const StoredStep = UnfinishedStep.omit({ sections: true }).extend({ section_count: z.number().int() });
type Section = NonNullable<UnfinishedStep["sections"]>[number];

/** Reads what one person keeps of a credential's steps. */
export async function readSteps(user_id: string, cred_id: string): Promise<UnfinishedStep[]> {
  const items = await queryAll(credentialKeys.unfinishedSteps(user_id, cred_id));
  const partsOf = ({ sk }: Item) => items.filter((item) => item.sk.startsWith(`${sk}#`));
  return items
    .filter(({ section_count }) => section_count !== undefined)
    .map((item) => {
      const { section_count: _, ...step } = StoredStep.parse(item);
      const sections = partsOf(item).map(({ section }) => section as Section);
      return step.step === 1 ? { ...step, sections } : step;
    });
}

const changed = () => new Problem("credential.unfinished-changed");

/** Whether this very keeping was heard before: its answer was lost. */
export async function isKept(user_id: string, kept: UnfinishedStep): Promise<boolean> {
  const stored = (await readSteps(user_id, kept.credential_id)).find(({ step }) => step === kept.step);
  return isDeepStrictEqual(stored && { ...stored, kept_on: "" }, definedOf({ ...(await cleaned(kept)), kept_on: "" }));
}

const definedOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const readStored = (user_id: string, cred_id: string, step: number) =>
  get(StoredStep, credentialKeys.unfinishedStep(user_id, cred_id, step));

/** The steps that keep what somebody typed in place of what they kept at version `seen` (0: nothing). */
export async function keepSteps(user_id: string, kept: UnfinishedStep, seen: number): Promise<Step[]> {
  const { credential_id, step, sections = [], version: _, ...rest } = await cleaned(kept);
  const item = { credential_id, step, ...rest, section_count: sections.length };
  const before = await readStored(user_id, credential_id, step);
  if ((before?.version ?? 0) !== seen) throw changed();
  const key = credentialKeys.unfinishedStep(user_id, credential_id, step);
  const sectionKey = (at: number) => credentialKeys.unfinishedSection(user_id, credential_id, at);
  return [
    seen === 0
      ? create(key, item, { otherwise: changed() })
      : change(key, { set: item }, { where: { version: seen }, otherwise: changed() }),
    ...sections.map((section, at) => put(sectionKey(at), { section })),
    ...indexes(sections.length, before?.section_count ?? 0).map((at) => remove(sectionKey(at))),
  ];
}

const indexes = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The steps that drop what somebody kept of a step; with `seen` only that version. */
export async function dropSteps(user_id: string, cred_id: string, step: number, seen?: number): Promise<Step[]> {
  const before = await readStored(user_id, cred_id, step);
  if (!before) return [];
  if (seen !== undefined && before.version !== seen) throw changed();
  return [
    remove(credentialKeys.unfinishedStep(user_id, cred_id, step), {
      ...(seen !== undefined && { where: { version: seen }, otherwise: changed() }),
    }),
    ...indexes(0, before.section_count).map((at) => remove(credentialKeys.unfinishedSection(user_id, cred_id, at))),
  ];
}

/** The steps that drop whatever somebody kept of a credential, read or not. */
export const dropAllSteps = (user_id: string, cred_id: string): Step[] => [
  ...[0, 1, 2, 3, 4].map((step) => remove(credentialKeys.unfinishedStep(user_id, cred_id, step))),
  ...indexes(0, credentialLimits.sections).map((at) => remove(credentialKeys.unfinishedSection(user_id, cred_id, at))),
];

/** The same with its rich texts made safe. */
async function cleaned({
  credential_details: details,
  sections,
  reviewer_criteria: criteria,
  ...kept
}: UnfinishedStep) {
  return {
    ...kept,
    credential_details: details && {
      ...details,
      description: await sanitize(details.description),
      score_description: await sanitize(details.score_description),
      credential_resources: await sanitize(details.credential_resources),
    },
    sections:
      sections &&
      (await Promise.all(
        sections.map(async (section) => ({
          ...section,
          description: await sanitize(section.description),
          rubric: await sanitize(section.rubric),
        })),
      )),
    reviewer_criteria: criteria && {
      ...criteria,
      job_description: await sanitize(criteria.job_description),
      notes: await sanitize(criteria.notes),
    },
  };
}
