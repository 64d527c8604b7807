import { randomUUID } from "node:crypto";
import type { Certificate, Visibility } from "../../../shared/certificate/certificate.ts";
import { certificateMachine, visibilityMachine } from "../../../shared/certificate/states.ts";
import type { StatusPlace } from "../../../shared/certificate/status-list.ts";
import { nextLook } from "../../../shared/certificate/validity.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Deadlines } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { certificateKeys, certificateSort, certificateViews } from "../../data/keys/certificate.ts";
import { create, type Step } from "../../data/steps.ts";
import { entity, transition } from "../../data/transition.ts";
import { auditIdsByApplication } from "../../submission/model/audit-ids.ts";

/** How audit rows name a certificate and what stands in it. */
export const certificateAuditIds = ({
  organization_id,
  certificate_id,
  application_id,
  cred_id,
  user_id,
}: Pick<Certificate, "organization_id" | "certificate_id" | "application_id" | "cred_id" | "user_id">) => ({
  organization_id,
  subject_id: certificate_id,
  certificate_id,
  application_id,
  cred_id,
  user_id,
});

/** A certificate, from the day it was earned. */
export const certificateEntity = entity<Certificate>()({
  machine: certificateMachine,
  key: ({ certificate_id }) => certificateKeys.certificate(certificate_id),
  listings: (certificate) => [{ sort: certificateSort(certificate), views: viewsOf(certificate) }],
  deadlines: validityDeadlines,
  stamped: true,
  auditIds: certificateAuditIds,
  records: {
    issue: { recordedBy: ["submission.completed", "certificate.replaced"] },
    sign: "certificate.signed",
    expire: "certificate.expired",
    revoke: "certificate.revoked",
    replace: "certificate.replaced",
  },
});

/** A certificate's visibility, which stands in the certificate: whoever changes it amends that. */
export const visibilityEntity = entity<{
  readonly status: Visibility;
  readonly organization_id: string;
  readonly application_id: string;
  readonly cred_id: string;
  readonly user_id: string;
}>()({
  machine: visibilityMachine,
  auditIds: auditIdsByApplication,
  records: { issue: { recordedBy: ["submission.completed"] }, hide: "certificate.hidden", show: "certificate.shown" },
});

/** When the clock reminds of a certificate's end, or ends it; an erased one leaves nobody to remind and nothing to say. */
export function validityDeadlines(certificate: Certificate): Deadlines {
  const { status, visibility } = certificate;
  const runs = (status === "awaitingSignature" || status === "active") && visibility !== "erased";
  const at = runs ? nextLook(certificate) : undefined;
  return at === undefined ? {} : { "certificate-validity": at };
}

/** Whether its learner's request for a corrected name waits. */
export const isNameAsked = ({ correction }: Pick<Certificate, "correction">): boolean =>
  correction?.status === "waiting";

const viewsOf = ({ organization_id, status, visibility, correction }: Certificate): string[] => [
  certificateViews.certificates(organization_id),
  certificateViews.certificates(organization_id, status),
  ...(isNameAsked({ correction }) ? [certificateViews.certificates(organization_id, "nameAsked")] : []),
  ...(status === "awaitingSignature" && visibility !== "erased" ? [certificateViews.unsignedCertificates()] : []),
];

/** What a certificate is issued with; the rest follows. */
export type Issuing = Pick<
  Certificate,
  | "certificate_id"
  | "organization_id"
  | "cred_id"
  | "user_id"
  | "application_id"
  | "revision"
  | "first_name"
  | "last_name"
  | "title"
  | "issuer_name"
  | "earned_on"
  | "earned_in"
  | "with_findings"
> &
  Partial<
    Pick<Certificate, "visibility" | "valid_until" | "reminded" | "replaces" | "hashed_email" | "published_evidence">
  >;

/** The steps that issue a certificate at a place of its organization's status list, which is taken with it. */
export function issueSteps(
  issuing: Issuing,
  { list_id, index }: StatusPlace,
  recordedBy: { readonly recorded: "submission.completed" | "certificate.replaced" },
): Step[] {
  const { certificate_id } = issuing;
  const issued = transition(certificateEntity, "issue", {
    set: {
      visibility: "shown",
      ...issuing,
      list_id,
      list_index: index,
      subject_uuid: randomUUID(),
      assessor_uuid: randomUUID(),
      created_on: now(),
    },
    recordedBy,
  });
  const otherwise = new Problem("state.changed");
  return [...issued.steps, create(certificateKeys.statusEntry(list_id, index), { certificate_id }, { otherwise })];
}
