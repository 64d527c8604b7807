import { isDeepStrictEqual } from "node:util";
import { CertificateContent } from "../../../../shared/certificate/certificate.ts";
import type { Job, Round, SectionResult } from "../../../../shared/review/job.ts";
import { settle, settleAppeal } from "../../../../shared/review/second-review.ts";
import { type Application, RubricResult, type Seat, Work } from "../../../../shared/submission/submission.ts";
import { certificateKeys } from "../../../data/keys/certificate.ts";
import { isOf, kinds } from "../../../data/keys/kinds.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import { unsharded } from "../../../data/shards.ts";
import { decidedAppeals, numbersOfAppeal } from "../../../quality/model/appeal-numbers.ts";
import { numbersOfRound, saidRounds } from "../../../quality/model/round-numbers.ts";
import { digestOf } from "../../../review/model/round-entity.ts";
import type { Invariant, Verify } from "./invariant.ts";
import type { Table } from "./table.ts";

const nameOf = ({ application_id, round }: Pick<Round, "application_id" | "round">) => `${application_id} ${round}`;

const saidOf = (results: readonly Pick<SectionResult, "section_id" | "status" | "decided_by">[]): string =>
  results
    .map(({ section_id, status, decided_by }) => `${section_id} ${status} ${decided_by}`)
    .toSorted()
    .join();

const wordsOf = ({ grade, feedback, section_rubric }: Pick<Work, "grade" | "feedback" | "section_rubric">): string =>
  JSON.stringify([grade, feedback, section_rubric && RubricResult.parse(section_rubric)]);

/** What an appeal accepted of what a round had rejected. */
const overturnedIn = ({ appeals }: Table, { application_id, round }: Round) =>
  appeals
    .filter((each) => each.application_id === application_id && each.round === round)
    .flatMap(({ answers = [] }) => answers.filter(({ status }) => status === "accepted"));

/** Of appeals, that each says what its submission says of it, and was answered with what its seat said. */
function checkAppeals({ appeals, applications, jobs, results }: Table, verify: Verify): void {
  const filed = new Map(appeals.map((each) => [each.application_id, each]));
  for (const { application_id, appeal } of applications) {
    const { status } = filed.get(application_id) ?? {};
    verify((status === "unpaid" ? undefined : status) === appeal, `${application_id}: its appeal is not ${appeal}`);
  }
  const seats = new Map(jobs.map((job) => [job.credential_job_id, job]));
  for (const { application_id, job_id, status, section_ids, answers = [], ruling } of appeals) {
    const seat = seats.get(job_id);
    if (status === "unpaid") {
      verify(seat === undefined, `${application_id}: a seat for an appeal that is not paid`);
      continue;
    }
    verify(seat?.seat === "appeal" && seat.application_id === application_id, `${application_id}: no seat appeals`);
    const isAnswered = status === "upheld" || status === "overturned";
    verify((seat?.status === "completed") === isAnswered, `${job_id} is ${seat?.status}, its appeal ${status}`);
    const accepted = answers.filter((each) => each.status === "accepted").length;
    verify(!isAnswered || accepted > 0 === (status === "overturned"), `${application_id}: ${status} by ${accepted}`);
    const said = settleAppeal(
      results.filter((each) => each.credential_job_id === job_id),
      ruling,
    );
    const isSame = answers.every((answer) =>
      said.some(
        (each) =>
          each.section_id === answer.section_id &&
          each.status === answer.status &&
          isDeepStrictEqual(each.issuer_decision, answer.issuer_decision),
      ),
    );
    const isWhole = isAnswered ? section_ids.length === answers.length : answers.length === 0;
    verify(isSame && isWhole, `${application_id}: its appeal was answered with something else`);
  }
}

/** What the certificate that a submission ended in says of a section, as far as it was gathered. */
function findingIn(table: Table, { certificate_id }: Application, section_id: string) {
  const content =
    certificate_id === undefined ? undefined : table.get(certificateKeys.certificateContent(certificate_id));
  if (!content) return undefined;
  return CertificateContent.parse(content).findings.find((each) => each.section_id === section_id);
}

/** Of a finalized round, that what the submission says of it is what its seats said. */
function checkFinalized(
  table: Table,
  { application, round, results }: { application: Application; round: Round; results: readonly SectionResult[] },
  verify: Verify,
): void {
  const name = nameOf(round);
  const said = round.seats.map(({ job_id }) => results.filter((each) => each.credential_job_id === job_id));
  const isSame = round.seats.every(({ digest }, at) => digest === digestOf(said[at]!));
  verify(round.seats[0]?.seat === "first" && isSame, `${name}: its seats said something else`);
  const overturned = overturnedIn(table, round);
  for (const settled of settle(application.sections, said, round.ruling)) {
    const answered = overturned.find(({ section_id }) => section_id === settled.section_id);
    const { issuer_decision } = answered ?? settled;
    const result = { ...settled, ...answered, issuer_decision };
    const section = application.sections.find(({ section_id }) => section_id === result.section_id);
    const stays = section?.status === "accepted" && section.decided_round === round.round;
    verify(result.status !== "accepted" || stays, `${name}: ${result.section_id} is ${section?.status}`);
    if (section?.decided_round !== round.round) continue; // decided anew in a later round
    verify(section.decided_by === result.decided_by, `${name}: ${section.section_id} was decided by somebody else`);
    const isRight = result.status === "accepted" || section.status !== "accepted";
    verify(isRight, `${name}: ${section.section_id} was ${result.status}, and is ${section.status}`);
    const item = table.get(submissionKeys.work(application.application_id, section.section_id));
    const work = item && Work.parse(item);
    verify(work !== undefined && wordsOf(work) === wordsOf(result), `${name}: other words`);
    const isOlder = issuer_decision?.reason === undefined && work?.issuer_decision === undefined; // than it is kept
    const isSaid = isOlder || isDeepStrictEqual(work?.issuer_decision, issuer_decision);
    verify(isSaid, `${name}: ${section.section_id} does not say that its issuer decided it`);
    const certified = findingIn(table, application, section.section_id);
    const isCertified =
      certified === undefined || (certified.by_issuer === true) === (work?.issuer_decision !== undefined);
    verify(isCertified, `${name}: the certificate says otherwise who decided ${section.section_id}`);
  }
}

/** Of what was said in a round that is not finalized, that its job remembers it as verdicts, and the submission does not. */
function checkProvisional(job: Job, results: readonly SectionResult[], application: Application, verify: Verify): void {
  const { credential_job_id, verdicts } = job;
  verify(saidOf(verdicts) === saidOf(results), `${credential_job_id}: its verdicts are not what was said`);
  for (const { section_id } of verdicts) {
    const section = application.sections.find((each) => each.section_id === section_id);
    verify(section?.status === "submitted", `${credential_job_id}: ${section_id} is ${section?.status} already`);
  }
}

/** The seats that a submission lists, or its first job beside itself. */
const seatsIn = (listing: Application | Job): readonly Seat[] =>
  "later_seats" in listing ? (listing.later_seats ?? []) : "seats" in listing ? listing.seats : [];

/** The invariants of seats and rounds: I27, I28 and I30. */
export const rounds: readonly Invariant[] = [
  {
    id: "I27",
    says: "a round is finalized once, and what the submission says of it follows from its seats, its appeal and its issuer's decision",
    within: {
      application(table, verify) {
        checkAppeals(table, verify);
        const applications = new Map(table.applications.map((each) => [each.application_id, each]));
        const said = Map.groupBy(table.results, nameOf);
        const finalized = new Map(table.rounds.map((each) => [nameOf(each), each]));
        const rows = Map.groupBy(
          table.audits.filter(({ type }) => type === "round.finalized"),
          ({ application_id, round }) => `${application_id} ${round}`,
        );
        for (const [name, all] of rows)
          verify(all.length === 1 && finalized.has(name), `${name} was finalized ${all.length} times`);
        for (const [name, round] of finalized) {
          const application = applications.get(round.application_id);
          verify((rows.get(name) ?? []).length === 1, `${name} has no audit row`);
          verify(application !== undefined && round.round <= application.round, `${name} never was`);
          if (application) checkFinalized(table, { application, round, results: said.get(name) ?? [] }, verify);
        }
        for (const job of table.jobs) {
          const application = applications.get(job.application_id);
          if (application === undefined) continue;
          const isFinalized = finalized.has(nameOf(job));
          verify(
            !isFinalized || job.seat !== "first" || job.verdicts.length === 0,
            `${job.credential_job_id}: verdicts on a finalized round`,
          );
          const own = (said.get(nameOf(job)) ?? []).filter((each) => each.credential_job_id === job.credential_job_id);
          if (!isFinalized) checkProvisional(job, own, application, verify);
        }
        for (const { application_id, round } of table.results) {
          const isLast = applications.get(application_id)?.round === round;
          verify(
            isLast || finalized.has(nameOf({ application_id, round })),
            `${application_id} ${round} was not finalized`,
          );
        }
      },
    },
  },
  {
    id: "I28",
    says: "a seat that is finished is paid once, to each who decided for it",
    within: {
      application({ applications, jobs, anchorJobs, payouts, audits, isBeingPaid }, verify) {
        const seats = new Map(
          [...applications, ...jobs].flatMap((each) =>
            seatsIn(each).map(({ job_id }) => [job_id, each.application_id] as const),
          ),
        );
        for (const { credential_job_id, application_id } of anchorJobs) seats.set(credential_job_id, application_id);
        const paid = Map.groupBy(payouts, ({ credential_job_id }) => credential_job_id);
        const rows = Map.groupBy(
          audits.filter(({ type }) => type === "payment.payable"),
          ({ credential_job_id }) => String(credential_job_id),
        );
        for (const { credential_job_id, status } of [...jobs, ...anchorJobs]) {
          const parts = paid.get(credential_job_id) ?? [];
          const isPaid = parts.length > 0 || isBeingPaid(credential_job_id);
          verify(status !== "completed" || isPaid, `${credential_job_id} is completed and not paid`);
          const payees = new Set(parts.map(({ user_id }) => user_id)).size;
          verify(payees === parts.length, `${credential_job_id}: ${parts.length} payouts to ${payees} reviewers`);
          const recorded = (rows.get(credential_job_id) ?? []).length;
          verify(recorded === parts.length, `${credential_job_id}: ${parts.length} payouts, ${recorded} recorded`);
        }
        for (const { credential_job_id, application_id } of payouts)
          verify(seats.get(credential_job_id) === application_id, `${credential_job_id} is paid and no seat`);
      },
    },
  },
  {
    id: "I30",
    says: "counts of quality are what a recount of the rounds and appeals gives",
    within: {
      application({ applications, appeals, results, rounds }, _verify, _whole, add) {
        const ofApplications = new Map(applications.map((each) => [each.application_id, each]));
        const recounted = [
          ...saidRounds({ rounds, results, applications: ofApplications }).flatMap(numbersOfRound),
          ...decidedAppeals({ appeals, rounds, results }).flatMap(numbersOfAppeal),
        ];
        for (const { key, values } of recounted)
          for (const [name, ought] of Object.entries(values)) add({ name: `${key.pk} ${key.sk}: ${name}`, ought });
      },
    },
    *adds(item) {
      if (!isOf(kinds.quality, item)) return;
      const { pk, sk } = unsharded(item);
      const { pk: _, sk: __, version: ___, sharded: ____, ...counts } = item;
      for (const [name, is] of Object.entries(counts)) yield { name: `${pk} ${sk}: ${name}`, is: Number(is) };
    },
    compare({ name, is = 0, ought = 0 }, verify) {
      verify(is === ought, `${name} is ${is}, recounted ${ought}`);
    },
  },
];
