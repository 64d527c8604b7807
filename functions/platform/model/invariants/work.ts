import { roleIds } from "../../../../shared/permissions.ts";
import { firstJobOf } from "../../../../shared/review/rules.ts";
import { credentialKeys } from "../../../data/keys/credential.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import type { Invariant } from "./invariant.ts";
import type { Item } from "./item.ts";

const handedIn = ["submitted", "reviewing", "revisionNeeded", "completed"];

/** What a job may be while its application is in a state; undefined: there is none. */
const jobStates: Readonly<Record<string, readonly (string | undefined)[]>> = {
  applied: [undefined],
  ready: [undefined],
  draft: [undefined],
  submitted: ["open", undefined],
  reviewing: ["accepted", "reviewing", "awaitingResult"],
  revisionNeeded: ["revisionNeeded"],
  completed: ["completed"],
  closed: [undefined, "completed", "withdrawn"],
};

const byTime = (one: Item, other: Item) => String(one.at).localeCompare(String(other.at));

type Taking = Item & {
  readonly organization_id: string;
  readonly accepted_in_id?: string;
  readonly reviewer_id: string;
  readonly subject_id: string;
};

/**
 * Why somebody might not accept a job at a time, by what had happened to them until then; undefined when they might:
 * accepted and a member of the role where it says, and not suspended or sent away by the job's own organization.
 */
function faultOf(
  past: readonly Item[],
  {
    reviewer_id,
    accepted_in_id,
    organization_id,
  }: Readonly<Record<"reviewer_id" | "accepted_in_id" | "organization_id", string>>,
): string | undefined {
  const last = (place: string, kind: RegExp) =>
    past
      .filter((row) => row.organization_id === place && kind.test(String(row.type)))
      .toSorted(byTime)
      .at(-1);
  const decision = /^reviewer\.(?:accepted|rejected|suspended|reinstated|withdrawn)$/;
  const decided = last(accepted_in_id, decision)?.type;
  if (decided !== "reviewer.accepted" && decided !== "reviewer.reinstated") return `was ${decided} by`;
  const member = last(accepted_in_id, /^member\.(?:joined|changed|removed|suspended|restored)$/);
  const hasLeft = member?.type === "member.removed" || member?.type === "member.suspended";
  if (hasLeft || (member?.type === "member.changed" && member.to !== String(roleIds.reviewer)))
    return "was no reviewer of";
  const own = last(organization_id, decision);
  const sentAway = own?.type === "reviewer.withdrawn" && own.actor_id !== reviewer_id;
  if (own?.type === "reviewer.suspended" || sentAway) return `was barred by ${organization_id}, and came by`;
  return undefined;
}

/** The invariants of applications and jobs: I2 to I4 and I13. */
export const work: readonly Invariant[] = [
  {
    id: "I2",
    says: "a job has one acceptor at most, who might accept it then",
    within: {
      person({ jobs, anchorJobs, audits, get }, verify) {
        const rows = Map.groupBy(audits, (row) => String(row.subject_id));
        for (const taking of audits.filter(({ type }) => type === "job.accepted")) {
          const { organization_id, accepted_in_id, reviewer_id, subject_id } = taking as Taking;
          const place = accepted_in_id === undefined ? undefined : get(organizationKeys.organization(accepted_in_id));
          if (accepted_in_id === undefined || place === undefined) continue; // of an earlier release, or of another part of the table
          const past = (rows.get(reviewer_id) ?? []).filter((row) => String(row.at) <= String(taking.at));
          const fault = faultOf(past, { reviewer_id, accepted_in_id, organization_id });
          verify(fault === undefined, `${subject_id} was taken by ${reviewer_id} who ${fault} ${accepted_in_id}`);
        }
        for (const { credential_job_id, acceptor = "" } of [...jobs, ...anchorJobs]) {
          const wasAccepted = rows.get(acceptor)?.some(({ type }) => type === "reviewer.accepted") === true;
          verify(wasAccepted, `${credential_job_id}: ${acceptor} was never accepted as a reviewer`);
        }
      },
      application({ jobs, anchorJobs, audits }, verify) {
        const rows = Map.groupBy(audits, (row) => String(row.subject_id));
        const of = (subject: string, type: string) => (rows.get(subject) ?? []).filter((row) => row.type === type);
        for (const { credential_job_id, status, acceptor, reviewers, accepted_in } of [...jobs, ...anchorJobs]) {
          const isRight = status === "withdrawn" || (acceptor === undefined) === (status === "open");
          verify(isRight, `${credential_job_id} is ${status} with ${acceptor}`);
          if (acceptor === undefined) continue;
          verify(reviewers.includes(acceptor), `${credential_job_id}: ${acceptor} was not among its reviewers`);
          const given = ["job.released", "job.reassigned"].flatMap((type) => of(credential_job_id, type)).length;
          const taken = of(credential_job_id, "job.accepted").length - given;
          verify(taken === 1, `${credential_job_id} was taken ${taken} times`);
          const recorded = of(credential_job_id, "job.accepted").toSorted(byTime).at(-1)?.accepted_in_id;
          verify(recorded === accepted_in, `${credential_job_id}: accepted in ${accepted_in}, recorded ${recorded}`);
        }
      },
    },
  },
  {
    id: "I3",
    says: "nobody reviews their own work",
    within: {
      application({ jobs, anchorJobs }, verify) {
        for (const { credential_job_id, acceptor, learner_id } of [...jobs, ...anchorJobs])
          verify(acceptor !== learner_id, credential_job_id);
      },
    },
  },
  {
    id: "I4",
    says: "a learner has one application for a credential that is neither closed nor renewed nor ended in a revoked certificate",
    within: {
      person({ applications, certificates, get }, verify) {
        const revoked = new Set(
          certificates.flatMap(({ status, certificate_id }) => (status === "revoked" ? [certificate_id] : [])),
        );
        const renewed = new Set(
          applications.flatMap(({ status, renews }) => (status === "closed" ? [] : (renews ?? []))),
        );
        const standing = applications.filter(
          ({ application_id, status, certificate_id }) =>
            status !== "closed" && !renewed.has(application_id) && !(certificate_id && revoked.has(certificate_id)),
        );
        for (const [name, all] of Map.groupBy(standing, (each) => `${each.user_id} ${each.cred_id}`)) {
          verify(all.length === 1, `${name}: ${all.length} applications`);
        }
        for (const { application_id, user_id, cred_id } of standing) {
          const pointer = get(submissionKeys.applied(user_id, cred_id));
          verify(
            pointer === undefined || pointer.application_id === application_id,
            `${application_id}: its pointer leads elsewhere`,
          );
        }
      },
    },
  },
  {
    id: "I13",
    says: "credential, application, job and payment agree",
    within: {
      application({ applications, jobs, payments, get }, verify) {
        const byId = new Map(jobs.map((job) => [job.credential_job_id, job]));
        const paid = new Map(payments.map((payment) => [payment.application_id, payment.status]));
        for (const { application_id, status, cred_id, price_cents, ...application } of applications) {
          const { seats, round } = application;
          const job = byId.get(firstJobOf({ application_id, ...application }) ?? "");
          verify(jobStates[status]!.includes(job?.status), `${application_id} is ${status}, its job ${job?.status}`);
          const first = seats.filter(({ seat }) => seat === "first").length;
          verify(
            first === (round > 0 ? 1 : 0),
            `${application_id} was submitted ${round} times, with ${first} first seats`,
          );
          for (const { job_id } of seats) {
            const of = byId.get(job_id)?.application_id;
            const isOwn = of === application_id || (of === undefined && status === "submitted");
            verify(isOwn, `${application_id}: its seat ${job_id} is of ${of}`);
          }
          const credential = get(credentialKeys.credential(cred_id));
          const open = credential === undefined || ["published", "closed"].includes(String(credential.status));
          verify(open, `${application_id}: its credential is ${credential?.status}`);
          const payment = paid.get(application_id);
          if (price_cents > 0 && status === "applied") {
            verify([undefined, "open", "failed"].includes(payment), `${application_id} is applied and ${payment}`);
          }
        }
        const known = new Map(applications.map((each) => [each.application_id, each]));
        for (const { application_id, credential_job_id, seat } of jobs) {
          const application = known.get(application_id);
          verify(
            application !== undefined && (handedIn.includes(application.status) || application.status === "closed"),
            application_id,
          );
          const first = byId.get((application && firstJobOf(application)) ?? "");
          const seats = (seat === "first" ? application?.seats : first?.seat === "first" && first.later_seats) || [];
          const isSeat = seats.some(({ job_id }) => job_id === credential_job_id);
          verify(isSeat, `${credential_job_id} is no seat of ${application_id}`);
        }
      },
    },
  },
];
