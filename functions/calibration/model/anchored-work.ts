import { Anchor } from "../../../shared/calibration/anchor.ts";
import type { AiPolicy } from "../../../shared/credential/parts.ts";
import { paragraphsOf } from "../../../shared/http/html.ts";
import type { AnchorJob, Job } from "../../../shared/review/job.ts";
import type { AiDeclaration } from "../../../shared/submission/declaration.ts";
import { wantsDeclaration } from "../../../shared/submission/declaration-questions.ts";
import type {
  Application,
  ApplicationSection,
  ApplicationStatus,
  SecondReview,
} from "../../../shared/submission/submission.ts";
import { Work } from "../../../shared/submission/submission.ts";
import { readRevision } from "../../credential/model/revision.ts";
import type { Key } from "../../data/keys/key.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { get, type Item, queryAll } from "../../data/table.ts";
import { termsOf } from "../../submission/model/application-entity.ts";

/*
 * What stands in the place of a submission where a job is an anchor: shared/calibration/README.md, "Seeded anchors". It is made of
 * the job, the revision and the anchor, none of which changes; there is no item of it that a list or figure might find.
 */

const anchorKey = ({ cred_id, anchor }: AnchorJob): Key => qualityKeys.anchor(cred_id, anchor.anchor_id);

/** Where the work on a section lies that a job judges. */
export const workKey = (job: Job, section_id: string): Key =>
  job.seat === "anchor" ? anchorKey(job) : submissionKeys.work(job.application_id, section_id);

/** The work on a section as it was read under {@link workKey}; undefined where there is none. */
export function workIn(job: Job, section_id: string, item: Item | undefined): Work | undefined {
  if (job.seat !== "anchor" || item === undefined) return item && Work.parse(item);
  return worksIn(job, Anchor.parse(item)).find((each) => each.section_id === section_id);
}

/** The work on all sections of what a job judges. */
export async function readWorks(job: Job): Promise<Work[]> {
  if (job.seat !== "anchor")
    return (await queryAll(submissionKeys.works(job.application_id))).map((item) => Work.parse(item));
  const anchor = await get(Anchor, anchorKey(job));
  return anchor ? worksIn(job, anchor) : [];
}

const worksIn = ({ application_id, submitted_on }: AnchorJob, { answers }: Anchor): Work[] =>
  answers.map(({ section_id, answer }) => ({
    application_id,
    section_id,
    response: paragraphsOf(answer),
    links: [],
    attachments: [],
    options: [],
    updated_on: submitted_on,
  }));

/** What a job on an anchor judges, as a submission; undefined where its revision is gone. */
export async function readAnchored(job: AnchorJob): Promise<Application | undefined> {
  const { application_id, organization_id, cred_id, learner_id, title, issuer_name, review_minutes, anchor } = job;
  const revision = await readRevision(cred_id, anchor.revision);
  if (revision?.criteria === undefined) return undefined;
  const { clock, second_review, appeals, ai_policy } = revision.criteria;
  const declaration = declared(ai_policy);
  return {
    application_id,
    organization_id,
    cred_id,
    revision: anchor.revision,
    user_id: learner_id,
    title,
    issuer_name,
    status: statusOf(job),
    price_cents: 0,
    reviewer_pay_cents: job.reviewer_pay_cents,
    reviewer_hourly_rate_cents: job.reviewer_hourly_rate_cents,
    review_minutes,
    sections: revision.sections.map((section) => decided(job, termsOf(section))),
    round: job.round,
    seats: [],
    created_on: job.created_on,
    updated_on: job.updated_on,
    submitted_on: job.submitted_on,
    ...(clock && { clock }),
    ...(second_review && { second_review: { ...second_review, draw_key: noDraw } }),
    ...(appeals && { appeals }),
    ...(job.calibration && { calibration: job.calibration }),
    ...(job.due && { due: job.due }),
    ...(declaration && { declaration }),
    version: job.version,
  };
}

/** Nothing is drawn of an anchor. */
const noDraw: SecondReview["draw_key"] = "";

/** What is declared with it where the credential asks for it. */
const declared = (policy: AiPolicy | null | undefined): AiDeclaration | undefined =>
  wantsDeclaration(policy) ? { used: false, tools: "", parts: "", changes: "" } : undefined;

/** Whether the job's reviewer has decided all of it, so that what they said is its result. */
const isDecided = ({ status }: Job): boolean => status === "revisionNeeded" || status === "completed";

function decided(job: AnchorJob, section: ApplicationSection): ApplicationSection {
  const handedIn = { ...section, status: "submitted" as const, answered: [0] };
  const verdict = job.verdicts.find(({ section_id }) => section_id === section.section_id);
  return verdict && isDecided(job)
    ? { ...handedIn, status: verdict.status, decided_by: verdict.decided_by, decided_round: job.round }
    : handedIn;
}

/** Where a submission would stand whose job stands there. */
function statusOf({ status, verdicts, anchor }: AnchorJob): ApplicationStatus {
  if (status === "open") return "submitted";
  if (status === "withdrawn") return "closed";
  if (status === "revisionNeeded") return "revisionNeeded";
  if (status !== "completed") return "reviewing";
  if (verdicts.every((verdict) => verdict.status === "accepted")) return "completed";
  return anchor.like === "second" ? "revisionNeeded" : "closed";
}
