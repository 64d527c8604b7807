import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { promisedDays } from "../../shared/credential/decision-days.ts";
import { Problem } from "../../shared/http/problem.ts";
import { dueOf, promising, type WorkingTime } from "../../shared/review/clock.ts";
import { Job, type JobDue } from "../../shared/review/job.ts";
import { firstJobOf, seatsOf } from "../../shared/review/rules.ts";
import { submit } from "../../shared/submission/calls.ts";
import type { AiDeclaration } from "../../shared/submission/declaration.ts";
import { wantsDeclaration } from "../../shared/submission/declaration-questions.ts";
import { handIn, missingResponses } from "../../shared/submission/rules.ts";
import { type Application, Due, type Work } from "../../shared/submission/submission.ts";
import type { Actor } from "../chain/actor.ts";
import { type Context, implement } from "../chain/implement.ts";
import { dueSoon } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { check, type Step } from "../data/steps.ts";
import { batchGet, type Item, transactGet } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { workingTimeOf } from "../organization/model/calendar.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { drawnFor } from "../review/model/draw.ts";
import { jobEntity, newFirstSeat, newJob } from "../review/model/entity.ts";
import { applicationEntity } from "./model/application-entity.ts";
import { requireChecked } from "./model/checked-recordings.ts";
import { cleanAnswers } from "./model/clean-answers.ts";
import { jobKeyOf } from "./model/review.ts";
import {
  type Answer,
  answerOf,
  isSavedAlready,
  isStored,
  namedApplication,
  ownApplication,
  requireEditable,
  saveAnswers,
  saving,
  worksOf,
} from "./model/store.ts";

export const handler = implement(
  submit,
  (input, context) =>
    retryWhenRaced((attempt) => handInWork(input, context, attempt === 1 ? context.prefetched[0] : undefined), {
      raced: "submission.changed",
    }),
  namedApplication,
);

/** Two of the same at once are one: the slower finds what the faster has written, and is answered as a repeat. */
async function handInWork(
  input: z.output<typeof submit.input>,
  { actor, commit }: Context,
  prefetched: Item | undefined,
) {
  const { application_id, credential_id, version, with_findings } = input;
  const known = ownApplication(
    prefetched ?? (await batchGet([submissionKeys.application(application_id)]))[0],
    actor.user_id,
  );
  const jobKey = jobKeyOf(known);
  const { organization_id } = known;
  const clockKeys = known.clock
    ? [organizationKeys.organization(organization_id), organizationKeys.calendar(organization_id)]
    : [];
  const [[item, ...others], cleaned] = await Promise.all([
    transactGet([
      submissionKeys.application(application_id),
      ...input.sections.map(({ section_id }) => submissionKeys.work(application_id, section_id)),
      ...(jobKey ? [jobKey] : []),
      ...clockKeys,
    ]),
    cleanAnswers(input.sections, actor.user_id),
  ]);
  const works = others.slice(0, input.sections.length);
  const job = jobKey && others.at(input.sections.length);
  const found = ownApplication(item, actor.user_id);
  if (firstJobOf(found) !== firstJobOf(known)) throw new Problem("submission.changed"); // submitted in between
  const application = { ...found, ...(with_findings !== undefined && { with_findings }) };
  await requireStillOpen(application.organization_id, actor);
  if (application.cred_id !== credential_id) throw new Problem("resource.not-found");
  const stored = worksOf(works);
  const sent = { answers: cleaned.answers, stored };
  if (input.is_draft ? isSavedAlready(application, version, sent) : isHandedInAlready(application, sent, input)) {
    return input.is_draft ? answerOf(application) : stateOf(application);
  }
  requireEditable(application, version);
  const saved = saveAnswers(application, stored, cleaned);
  if (input.is_draft) {
    const { steps, answer } = saving(application, saved);
    return commit(steps, answer);
  }

  requireComplete({ ...application, sections: saved.sections });
  await requireChecked(saved.sections);
  const [organization, calendar] = others.slice(others.length - clockKeys.length);
  const working = organization && workingTimeOf(OrganizationRecord.parse(organization), calendar);
  const handedIn = {
    ...application,
    sections: saved.sections,
    declaration: declared(application, input.declaration),
    revision_note: application.round > 0 ? noteOf(input) : undefined,
  };
  const { steps, after } = submission(handedIn, actor, { job, working });
  const waking = job ? await reviewerSteps(Job.parse(job)) : [];
  return commit([...saved.steps, ...steps, ...waking], stateOf(after));
}

/** A revision goes back to its reviewer; when their account was disabled meanwhile, it is soon open to all. */
async function reviewerSteps({ acceptor = "" }: Job): Promise<Step[]> {
  const key = organizationKeys.user(acceptor);
  const [person] = await batchGet([key]);
  if (person?.status === "disabled") return [dueSoon("person-pause", key)];
  return [check(key, { where: { status: String(person?.status) }, otherwise: new Problem("submission.changed") })];
}

/** Whether what was handed in arrives again, with nothing new. */
const isHandedInAlready = (
  { status, declaration, revision_note }: Application,
  { answers, stored }: { readonly answers: readonly Answer[]; readonly stored: ReadonlyMap<string, Work> },
  sent: Pick<z.output<typeof submit.input>, "declaration" | "revision_note">,
): boolean =>
  (status === "submitted" || status === "reviewing") &&
  (sent.declaration === undefined || isDeepStrictEqual(sent.declaration, declaration)) &&
  (sent.revision_note === undefined || noteOf(sent) === revision_note) &&
  answers.every((answer) => isStored(answer, stored.get(answer.section_id)));

const stateOf = ({ version, status, updated_on, ...application }: Application) => ({
  data: { version, status, updated_on, credential_job_id: firstJobOf(application) },
});

/** What is said of a revision, unless it is blank. */
const noteOf = ({ revision_note }: { readonly revision_note?: string | undefined }): string | undefined =>
  revision_note?.trim() || undefined;

/** What is declared with a handing in: nothing unless the credential asks for it. */
function declared({ ai_policy }: Application, sent: AiDeclaration | undefined): AiDeclaration | undefined {
  if (!wantsDeclaration(ai_policy)) {
    if (sent === undefined) return undefined;
    throw new Problem("input.invalid", { fields: { declaration: "This credential asks for no declaration." } });
  }
  if (sent === undefined) throw new Problem("submission.undeclared", { field: "declaration.used" });
  return sent;
}

function requireComplete(application: Application): void {
  const missing = Object.entries(missingResponses(application));
  if (missing.length === 0) return;
  throw new Problem("submission.incomplete", {
    fields: Object.fromEntries(missing.map(([section_id, message]) => [`sections.${section_id}`, message])),
  });
}

/** The learner's day, and their reviewer's. */
function datesOf(
  at: string,
  { days, second_review, working }: Pick<Application, "second_review"> & { days: number; working: WorkingTime },
): { promised: JobDue; own: JobDue } {
  const promised = dueOf(at, promisedDays(days, second_review), working);
  return { promised, own: promising(dueOf(at, days, working), promised) };
}

/** The first time a job is opened; a revision goes back to the reviewer who has the job. */
function submission(
  application: Application,
  actor: Actor,
  { job: jobItem, working }: { job: Item | undefined; working: WorkingTime | undefined },
): { steps: Step[]; after: Application } {
  const at = now();
  const round = application.round + 1;
  const { clock, second_review } = application;
  const { promised, own }: Partial<ReturnType<typeof datesOf>> =
    clock && working
      ? datesOf(at, { days: round === 1 ? clock.first_days : clock.revision_days, second_review, working })
      : {};
  const seats = jobItem === undefined ? [newFirstSeat(round)] : seatsOf(application);
  const moving = {
    before: application,
    set: {
      sections: handIn(application.sections),
      round,
      seats,
      submitted_on: at,
      due: promised && Due.parse(promised),
      with_findings: application.with_findings,
      declaration: application.declaration,
      revision_note: application.revision_note,
    },
    otherwise: new Problem("submission.changed"),
    actor_id: application.user_id,
    details: { credential_job_id: firstJobOf({ ...application, seats })! },
  };
  const isActive = check(organizationKeys.organization(application.organization_id), {
    where: { status: ["active", "archived"] },
    otherwise: new Problem("organization.archived"),
  });
  if (jobItem === undefined) {
    const submitted = transition(applicationEntity, "submit", moving);
    const opened = newJob(submitted.after, { learner: actor.user, due: own });
    const job = transition(jobEntity, "open", { set: opened, recordedBy: submitted });
    return { after: submitted.after, steps: [...submitted.steps, ...job.steps, isActive] };
  }
  const before = Job.parse(jobItem);
  const resubmitted = transition(applicationEntity, "resubmit", moving);
  const set = {
    sections_graded: before.sections_accepted,
    round: resubmitted.after.round,
    submitted_on: at,
    due: own,
    seat_due: undefined,
    ...drawnFor(application, round),
  };
  const job = transition(jobEntity, "resubmit", { before, set, recordedBy: resubmitted });
  return { after: resubmitted.after, steps: [...resubmitted.steps, ...job.steps, isActive] };
}
