import {
  type Application,
  FormerWork,
  type SectionResponse,
  type Work,
  type WorkStatus,
} from "../../../shared/submission/submission.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { put, type Step } from "../../data/steps.ts";
import { queryAll } from "../../data/table.ts";

/*
 * What was handed in for which round: shared/submission/README.md, "Work". The work on a section says for which round it was
 * written, and what it held before lies beside it.
 */

/** A response without what stands beside it. */
export const responseOf = ({ response, links, attachments, options }: SectionResponse): SectionResponse => ({
  response,
  links,
  attachments,
  options,
});

/** All that the sections of an application held, by the round each was written for. */
export const versionsIn = (
  application: Application,
  works: readonly Work[],
  former: readonly FormerWork[] = [],
): FormerWork[] => [
  ...former,
  ...works.flatMap((work) => {
    const isRevised = former.some(({ section_id }) => section_id === work.section_id);
    return versionsOf(application, work, isRevised || work.former !== undefined);
  }),
];

/** What a section holds, and what an earlier release kept within it of the round before. */
function versionsOf({ sections, round }: Application, work: Work, isRevised: boolean): FormerWork[] {
  const { application_id, section_id, former } = work;
  const section = sections.find((each) => each.section_id === section_id);
  const judged = section?.decided_round ?? round;
  const of: Partial<Record<WorkStatus, number>> = { draft: round + 1, submitted: round };
  const own = work.round ?? (isRevised ? ((section && of[section.status]) ?? judged) : 1);
  const ids = { application_id, section_id };
  return [
    { ...ids, round: own, ...responseOf(work) },
    ...(former ? [{ ...ids, round: own - 1, ...responseOf(former) }] : []),
  ];
}

/** The step that keeps what was handed in for a section, by the round it was written for. */
export const keepStep = (version: FormerWork): Step =>
  put(submissionKeys.formerWork(version.application_id, version.section_id, version.round), version);

/** What was handed in for the sections of an application and has been written over. */
export const readFormer = async (application_id: string): Promise<FormerWork[]> =>
  (await queryAll(submissionKeys.formerWorks(application_id))).map((item) => FormerWork.parse(item));

/** What was handed in for a section in a round: of all that it held, the newest that was written by then. */
export const handedInFor = (
  round: number,
  section_id: string,
  versions: readonly FormerWork[],
): FormerWork | undefined =>
  versions
    .filter((each) => each.section_id === section_id && each.round <= round)
    .toSorted((one, other) => one.round - other.round)
    .at(-1);
