import { answeredIn } from "../../../shared/submission/rules.ts";
import {
  type Application,
  type ApplicationSection,
  type FormerWork,
  Work,
} from "../../../shared/submission/submission.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { put, type Step } from "../../data/steps.ts";
import type { Item } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { handedInFor, responseOf, versionsIn } from "./handed-in.ts";
import { sectionEntity } from "./section-entity.ts";

/** An application's sections, with the steps that write the work on those that moved. */
interface Moved {
  readonly sections: ApplicationSection[];
  readonly steps: Step[];
}

/** How an appeal ended, as its audit row says. */
type AppealEnd = { readonly recorded: "appeal.withdrawn" | "appeal.upheld" | "appeal.overturned" };

const named = (section: ApplicationSection, { application_id, organization_id }: Application) => ({
  ...section,
  application_id,
  organization_id,
  credential_job_id: "",
});

/**
 * The contested sections as they were judged: what was typed of their revision rests beside them until the appeal has
 * ended. `former` is what was handed in and written over.
 */
export const suspend = (
  application: Application,
  contested: readonly string[],
  { works, former }: { readonly works: readonly (Item | undefined)[]; readonly former: readonly FormerWork[] },
): Moved =>
  moved(application, works, (section, work) => {
    const { section_id, status: now } = section;
    if (!contested.includes(section_id) || now !== "draft" || !work) return undefined;
    const judged = handedInFor(application.round, section_id, versionsIn(application, [work], former));
    if (!judged) return undefined;
    const before = named(section, application);
    const { status } = transition(sectionEntity, "suspend", {
      before,
      recordedBy: { recorded: "appeal.filed" },
    }).after;
    return { status, work: { ...work, ...judged, former: undefined, set_aside: responseOf(work) } };
  });

/** The sections that stay rejected, with what had been typed of their revision. */
export const resume = (application: Application, found: readonly (Item | undefined)[], recordedBy: AppealEnd): Moved =>
  moved(application, found, (section, work) => {
    if (section.status !== "rejected" || !work?.set_aside) return undefined;
    const { set_aside, ...judged } = work;
    const { status } = transition(sectionEntity, "resume", { before: named(section, application), recordedBy }).after;
    return { status, work: { ...judged, ...set_aside, round: application.round + 1 } };
  });

function moved(
  { application_id, sections }: Application,
  found: readonly (Item | undefined)[],
  change: (
    section: ApplicationSection,
    work: Work | undefined,
  ) => { status: ApplicationSection["status"]; work: Work } | undefined,
): Moved {
  const works = new Map(found.map((item) => [item?.section_id, item && Work.parse(item)]));
  const changes = sections.map((section) => ({ section, changed: change(section, works.get(section.section_id)) }));
  return {
    sections: changes.map(({ section, changed }) =>
      changed ? { ...section, status: changed.status, answered: answeredIn(changed.work) } : section,
    ),
    steps: changes.flatMap(({ section: { section_id }, changed }) =>
      changed ? [put(submissionKeys.work(application_id, section_id), changed.work)] : [],
    ),
  };
}
