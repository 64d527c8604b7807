import * as z from "zod";
import { call, Document, data, narrowing, page, paging } from "../http/call.ts";
import {
  CertificateId,
  CredentialId,
  multiLine,
  OrganizationId,
  organizationSelector,
  Timestamp,
} from "../http/fields.ts";
import { personName } from "../user/person.ts";
import {
  CertificateStatus,
  certificateStatuses,
  IssuedCertificate,
  RevocationReason,
  Visibility,
} from "./certificate.ts";
import { givenReasons } from "./status-list.ts";

const own = { permission: "certificate:own", within: "organization" } as const;
const manage = { permission: "certificate:manage", within: "organization" } as const;

/** A certificate in the list of its organization. */
export const CertificateRow = IssuedCertificate.pick({
  certificate_id: true,
  cred_id: true,
  user_id: true,
  first_name: true,
  last_name: true,
  title: true,
  earned_on: true,
}).extend({
  status: CertificateStatus,
  visibility: Visibility,
  /** The path of its page. */
  address: z.string(),
  revoked_on: Timestamp.optional(),
  revocation: RevocationReason.optional(),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

/** A certificate as its learner sees it. */
export const OwnCertificate = z.object({
  certificate_id: CertificateId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  title: z.string(),
  issuer_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  earned_on: Timestamp,
  status: CertificateStatus,
  visibility: Visibility,
  /** The path of its page. */
  address: z.string(),
  /** The review's findings are in it, or will be as soon as it is signed. */
  with_findings: z.boolean(),
  /** When its credential was last signed; absent while it waits for that. */
  signed_on: Timestamp.optional(),
  revoked_on: Timestamp.optional(),
  revocation: RevocationReason.optional(),
  /** What the learner is told of why. */
  revoked_because: z.string().optional(),
  /** The certificate that replaces it. */
  replaced_by: CertificateId.optional(),
});
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** Where it stands: whether it is signed, shown, still good. */
export const read = call({
  route: "GET /user/mycertificate",
  summary: "Read one of the own certificates",
  allow: own,
  whenArchived: "allowed",
  input: z.object({ ...organizationSelector, certificate_id: CertificateId }),
  output: data(OwnCertificate),
  problems: ["resource.not-found"],
});

/** It is signed anew at once; what was downloaded before stays good. */
export const chooseFindings = call({
  route: "PUT /user/mycertificate",
  summary: "Choose whether the own certificate says what the review found",
  allow: own,
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    certificate_id: CertificateId,
    /** Whether the credential says what the review found. */
    with_findings: z.boolean(),
  }),
  output: data(
    z.object({
      certificate_id: CertificateId,
      /** What it says from now on. */
      with_findings: z.boolean(),
    }),
  ),
  problems: ["resource.not-found", "certificate.not-good"],
});

/** Newest first. */
export const list = call({
  route: "GET /organization/certificates",
  summary: "List the certificates an organization issued",
  allow: manage,
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    ...paging,
    /** By learner or title. */
    ...narrowing,
    status: z.enum(["all", ...certificateStatuses]).default("all"),
  }),
  output: page("certificates", CertificateRow),
});

/** What the list has by the same words and state, newest first; of a search at most 1,000. */
export const exportList = call({
  route: "GET /organization/certificatescsv",
  summary: "Export the certificates an organization issued",
  allow: manage,
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    search: narrowing.search,
    status: z.enum(["all", ...certificateStatuses]).default("all"),
  }),
  output: Document,
  problems: ["rate.exceeded"],
  answers: "csv",
});

/** For good. Its page says so with the date and the kind of reason; what is written besides goes to the learner alone. */
export const revoke = call({
  route: "PUT /organization/certificate/revoke",
  summary: "Revoke a certificate",
  allow: manage,
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    certificate_id: CertificateId,
    /** What everybody who verifies it is told. */
    revocation: z.enum(givenReasons, "Choose a reason."),
    /** What the learner is told. */
    reason: multiLine("Say why: the learner is told.").min(1, "Say why: the learner is told.").max(2000),
  }),
  output: data(z.object({ certificate_id: CertificateId, status: CertificateStatus, revoked_on: Timestamp })),
  problems: ["resource.not-found", "certificate.not-good"],
});

/**
 * Issues it anew under another id and revokes the former as replaced. Verifiers of the former are led to the new one, and
 * nothing leads back.
 */
export const replace = call({
  route: "PUT /organization/certificate/replace",
  summary: "Replace a certificate whose name is wrong",
  allow: manage,
  whenArchived: "allowed",
  input: z.object({
    ...organizationSelector,
    certificate_id: CertificateId,
    first_name: personName(),
    last_name: personName(),
  }),
  output: data(
    z.object({
      certificate_id: CertificateId,
      /** The certificate that is good instead. */
      replaced_by: CertificateId,
    }),
  ),
  problems: ["resource.not-found", "certificate.not-good"],
  idempotent: true,
});
