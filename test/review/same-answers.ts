import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../../bin/seed/client.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { contract } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";
import { answersFor, patiently } from "../former/crawl.ts";
import { appealOf } from "../support/fixtures/seats.ts";
import { marks, type Submitted } from "../support/fixtures/work.ts";
import type { World } from "../support/own-world.ts";

const { appeal, review, submission } = contract;

/** Somebody who must not know of other seats on a submission, and what they try there that is refused or changes nothing. */
export interface Bystander {
  readonly name: string;
  readonly person: Caller & { readonly user_id: string };
  readonly tries: readonly Try[];
  /** The seat that they had; the first unless told. */
  readonly seat?: string;
  /** Fields by which the rules let them know. */
  readonly told?: readonly string[];
}
type Try = keyof typeof attempts;

/** What is tried, again at each stage: who may not do it is refused in the same way, whatever other seats there are. */
const attempts = {
  open: ({ application_id }, organization_id) => [review.create, { application_id, organization_id }],
  accept: ({ credential_job_id }) => [review.accept, { credential_job_id }],
  decline: ({ credential_job_id }) => [review.decline, { credential_job_id, reason: "time" }],
  release: ({ credential_job_id }) => [review.release, { credential_job_id }],
  extend: ({ credential_job_id }) => [review.extend, { credential_job_id }],
  reassign: ({ credential_job_id }) => [review.reassign, { credential_job_id, reason: "Away." }],
  undo: ({ credential_job_id, section_ids }) => [
    review.undoSection,
    { credential_job_id, credential_section_id: section_ids[1] },
  ],
  grade: ({ credential_job_id, section_ids }) => [
    review.rejectSection,
    {
      credential_job_id,
      credential_section_id: section_ids[1],
      grade: "B",
      feedback: "<p>Again.</p>",
      section_rubric: marks(false, false),
    },
  ],
  decide: ({ credential_job_id, section_ids }) => [
    review.adjudicate,
    { credential_job_id, verdicts: [{ section_id: section_ids[1], status: "accepted" }], reason: "Because." },
  ],
  save: ({ application_id, section_ids }) => [
    submission.saveSection,
    { application_id, section_id: section_ids[1], response: "<p>More.</p>" },
  ],
  submit: ({ application_id, credential_id, section_ids }) => [
    submission.submit,
    { application_id, credential_id, sections: [{ section_id: section_ids[1], response: "<p>More.</p>" }] },
  ],
  appeal: (work) => [appeal.file, appealOf(work)],
  withdrawAppeal: ({ application_id }) => [appeal.withdraw, { application_id }],
} satisfies Readonly<
  Record<string, (work: Submitted, organization_id: string) => readonly [Call, Readonly<Record<string, unknown>>]>
>;

/** What each is answered to all that they may read and to all that they try: statuses, counts, dates, order and ids. */
export type Answers = ReadonlyMap<string, { readonly status: number; readonly body: unknown }>;

/** Asks and tries everything as each bystander. */
export async function answersOf(
  world: World,
  bystanders: readonly Bystander[],
  work: Submitted,
  organization_id: string,
): Promise<Answers> {
  const { application_id, credential_id, section_ids, learner } = work;
  const answers = new Map<string, { status: number; body: unknown }>();
  // so many sheets are more than an organization may have in a minute, and the edge keeps a refusal for a while
  const startMinuteAnew = async () => {
    const { pk } = platformKeys.rate(`sheetsPerOrganization#${organization_id}`, "");
    const counted = await world.control.items(pk);
    await world.control.put(counted.map((counter) => ({ ...counter, used: 0 })));
  };
  for (const { name, person, tries, seat, told = [] } of bystanders) {
    const call = (async (asked: Call, input: object) => {
      if (asked.answers !== undefined) await startMinuteAnew();
      return patiently(() => person.call(asked, { ...input }));
    }) as Caller["call"];
    const heard = (body: unknown) => without(told, body);
    const credential_job_id = seat ?? work.credential_job_id;
    for (const each of tries) {
      const [tried, input] = attempts[each]({ ...work, credential_job_id }, organization_id);
      const { status, body } = await call(tried as Call, input);
      answers.set(`${name} tries to ${each}`, { status, body: heard(body) });
    }
    const ids = { organization_id, user_id: learner.user_id, application_id, credential_job_id, credential_id };
    for (const { call: asked, input, status, body } of await answersFor({ call }, name, {
      ...ids,
      section_id: section_ids[0],
    }))
      answers.set(`${name} asks ${asked} ${JSON.stringify(input)}`, { status, body: heard(body) });
  }
  return answers;
}

const without = <Value>(fields: readonly string[], value: Value): Value =>
  value === undefined
    ? value
    : JSON.parse(JSON.stringify(value, (field, each) => (fields.includes(field) ? undefined : each)));

/**
 * Of two stages what some are answered otherwise in the second, or are answered in one alone; besides the fields by which
 * the rules let them know what happened in between.
 */
export function differing(
  before: Answers,
  after: Answers,
  names: readonly string[],
  told: readonly string[] = [],
): string[] {
  const asked = [...new Set([...before.keys(), ...after.keys()])].filter((each) =>
    names.some((name) => each.startsWith(`${name} `)),
  );
  return asked
    .map((each) => ({ each, one: without(told, before.get(each)), other: without(told, after.get(each)) }))
    .filter(({ one, other }) => !isDeepStrictEqual(one, other))
    .map(({ each, one, other }) => `${each}: ${differenceOf(one, other, "")}`);
}

/** Where two values differ, and how. */
function differenceOf(one: unknown, other: unknown, path: string): string {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return `${path} ${JSON.stringify(one)} -> ${JSON.stringify(other)}`;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return fields
    .filter((field) => !isDeepStrictEqual(left[field], right[field]))
    .map((field) => differenceOf(left[field], right[field], `${path}.${field}`))
    .join("; ");
}
