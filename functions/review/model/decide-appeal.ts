import { Appeal, type AppealAnswer } from "../../../shared/appeal/appeal.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { FirstJob, type Job, type Ruling, type SectionResult, type Verdict } from "../../../shared/review/job.ts";
import { firstJobOf } from "../../../shared/review/rules.ts";
import { outcomeOf } from "../../../shared/submission/rules.ts";
import type { Application, ApplicationSection, Work } from "../../../shared/submission/submission.ts";
import { issueCertificate, readIssuance } from "../../certificate/model/issue.ts";
import { dueNow } from "../../data/deadlines.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { change, type Step } from "../../data/steps.ts";
import { queryAll, transactGet } from "../../data/table.ts";
import { amend, type Transition, transition } from "../../data/transition.ts";
import { earnPay } from "../../payment/model/earned-pay.ts";
import { endFeeSteps } from "../../payment/model/end-appeal-fee.ts";
import { appealEntity } from "../../submission/model/appeal-entity.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { sectionEntity } from "../../submission/model/section-entity.ts";
import { resume } from "../../submission/model/suspended-revision.ts";
import { reviewedStep } from "../../tie/model/reviewed.ts";
import { jobEntity } from "./entity.ts";
import { holdersOf } from "./seats/open-seat.ts";

/** The seat of an appeal whose reviewer has decided every contested section. */
export interface DecidedAppeal {
  readonly application: Application;
  /** As it was read. */
  readonly job: Job;
  readonly verdicts: readonly Verdict[];
  /** What is answered: what was said at it, but where an admin decided that. */
  readonly results: readonly SectionResult[];
  readonly at: string;
  /** What an admin decided, where its marks contradict its verdict. */
  readonly ruling?: Ruling;
}

type AppealDecision = Transition<Appeal, "appeal.upheld" | "appeal.overturned">;

/**
 * The transaction that answers an appeal: what its reviewer accepts replaces the rejection, with the certificate and the
 * first seat's pay where that completes the submission; what they reject stays as it was, and its revision goes on. Nothing
 * that was accepted is opened again.
 */
export async function decideAppeal(
  decided: DecidedAppeal,
): Promise<{ steps: Step[]; job: Job; application: Application; first: FirstJob }> {
  const { application, job, verdicts, results, at, ruling } = decided;
  const [[appealItem, firstItem], workItems] = await Promise.all([
    transactGet([submissionKeys.appeal(application.application_id), submissionKeys.job(firstJobOf(application)!)]),
    queryAll(submissionKeys.works(application.application_id)),
  ]);
  const [appeal, first] = [Appeal.parse(appealItem), FirstJob.parse(firstItem)];
  const accepted = results.filter(({ status }) => status === "accepted");
  const ended: AppealDecision = transition(appealEntity, accepted.length > 0 ? "overturn" : "uphold", {
    before: appeal,
    set: { answers: results.map(answerOf), ...(ruling && { ruling }), ended_on: at },
    otherwise: new Problem("state.changed"),
    actor_id: job.acceptor ?? "",
  });
  const fee = await endFeeSteps(application, {
    spentCents: accepted.length > 0 ? 0 : "all",
    actor_id: "system",
    otherwise: new Problem("state.changed"),
  });
  const overturned = application.sections.map((section) => overturnedSection(section, application, accepted));
  const revised = resume({ ...application, sections: overturned }, workItems, ended);
  const words = accepted.map(({ section_id, grade, feedback, section_rubric, issuer_decision }) =>
    change(submissionKeys.work(application.application_id, section_id), {
      set: {
        grade,
        feedback,
        section_rubric,
        issuer_decision,
        reviewed_on: at,
        set_aside: undefined,
      } satisfies Partial<Work>,
    }),
  );
  const done = transition(jobEntity, "finalize", {
    before: job,
    set: { verdicts: [...verdicts], graded_on: at, completed_on: at, adjudication: undefined },
    recordedBy: ended,
  });
  const outcome = await outcomeSteps(decided, { first, sections: revised.sections, appeal: ended.after.status });
  return {
    job: done.after,
    application: outcome.application,
    first: outcome.first,
    steps: [
      ...ended.steps,
      ...fee,
      ...words,
      ...revised.steps,
      ...outcome.steps,
      ...done.steps,
      ...(job.acceptor ? [reviewedStep(application.user_id, job.acceptor, at)] : []),
      dueNow("job-pay", submissionKeys.job(job.credential_job_id)),
    ],
  };
}

const answerOf = (result: SectionResult): AppealAnswer => {
  const { section_id, status, grade, feedback, section_rubric, issuer_decision } = result;
  return {
    section_id,
    status,
    grade,
    feedback,
    ...(section_rubric && { section_rubric }),
    ...(issuer_decision && { issuer_decision }),
  };
};

/** A section that the appeal accepts; it stays decided by who decided it, whose pay it is. */
function overturnedSection(
  section: ApplicationSection,
  { application_id, organization_id }: Application,
  accepted: readonly SectionResult[],
): ApplicationSection {
  const result = accepted.find(({ section_id }) => section_id === section.section_id);
  if (result === undefined) return section;
  const { credential_job_id } = result;
  const { status } = transition(sectionEntity, "overturn", {
    before: { ...section, application_id, organization_id, credential_job_id },
    recordedBy: { recorded: "appeal.overturned" },
  }).after;
  return { ...section, status };
}

/** What the answer does to the submission and its first seat: completed where nothing is left to revise. */
async function outcomeSteps(
  { application, job, at }: DecidedAppeal,
  { first, sections, appeal }: { first: FirstJob; sections: ApplicationSection[]; appeal: Appeal["status"] },
): Promise<{ steps: Step[]; application: Application; first: FirstJob }> {
  const { acceptor = "" } = job;
  const people = holdersOf(job);
  const ofFirst = {
    sections_accepted: sections.filter(({ status }) => status === "accepted").length,
    passed_over: [...new Set([...(first.passed_over ?? []), ...people])],
    reviewers: first.reviewers.filter((reviewer) => !people.includes(reviewer)),
  };
  if (outcomeOf(sections) !== "allAccepted") {
    const revising = amend(applicationEntity, { before: application, set: { sections, appeal, updated_on: at } });
    const waiting = amend(jobEntity, { before: first, set: ofFirst });
    return { application: revising.after, first: waiting.after, steps: [...revising.steps, ...waiting.steps] };
  }
  const issuance = await readIssuance(application);
  const finished = transition(applicationEntity, "allAccepted", {
    before: application,
    set: { sections, appeal, completed_on: at, ...issuance.set },
    actor_id: acceptor,
    details: { credential_job_id: first.credential_job_id },
  });
  const done = transition(jobEntity, "allAccepted", {
    before: first,
    set: { ...ofFirst, completed_on: at },
    recordedBy: finished,
  });
  return {
    application: finished.after,
    first: done.after,
    steps: [
      ...finished.steps,
      ...done.steps,
      ...issueCertificate(finished, first.learner, issuance),
      ...earnPay(done.after, finished.after),
    ],
  };
}
