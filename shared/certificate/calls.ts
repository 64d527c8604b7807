import * as z from "zod";
import { call, Document, data, narrowing, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CertificateId,
  CorrectionId,
  CredentialId,
  multiLine,
  OrganizationId,
  organizationSelector,
  Timestamp,
} from "../http/fields.ts";
import { lastName, personName } from "../platform/person.ts";
import {
  Certificate,
  CertificateStatus,
  certificateFilters,
  RevocationReason,
  Signature,
  Visibility,
} from "./certificate.ts";
import { Correction, WaitingCorrection } from "./correction.ts";
import { givenReasons } from "./status-list.ts";

export const own = { permission: "certificate:own", within: "organization" } as const;

const manage = { permission: "certificate:manage", within: "organization" } as const;

/** A certificate in the list of its organization. */
export const CertificateRow = Certificate.pick({
  certificate_id: true,
  cred_id: true,
  user_id: true,
  first_name: true,
  last_name: true,
  title: true,
  earned_on: true,
  earned_in: true,
  valid_until: true,
}).extend({
  status: CertificateStatus,
  visibility: Visibility,
  /** The path of its page. */
  address: z.string(),
  revoked_on: Timestamp.optional(),
  revocation: RevocationReason.optional(),
  /** Its learner's request for a corrected name, while it waits. */
  correction: WaitingCorrection.optional(),
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
  /** The time zone of the day it was earned: the organization's. */
  earned_in: z.string().optional(),
  /** When it ends; absent where it holds for good. */
  valid_until: Timestamp.optional(),
  status: CertificateStatus,
  visibility: Visibility,
  /** The path of its page. */
  address: z.string(),
  /** The review's findings are in it, or will be as soon as it is signed. */
  with_findings: z.boolean(),
  signature: Signature,
  /** The salted hash of the learner's address is in it, or will be. */
  with_email: z.boolean(),
  /** When its credential was last signed; absent while it waits for that. */
  signed_on: Timestamp.optional(),
  revoked_on: Timestamp.optional(),
  revocation: RevocationReason.optional(),
  /** What the learner is told of why. */
  revoked_because: z.string().optional(),
  /** The certificate that replaces it. */
  replaced_by: CertificateId.optional(),
  /** The last request for a corrected name. */
  correction: Correction.optional(),
});

export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** Where it stands: whether it is signed, shown, still good. */
export const read = call({
  route: "GET /user/mycertificate",
  summary: "Read one of the own certificates",
  allow: own,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, certificate_id: CertificateId }),
  output: () => data(OwnCertificate),
  problems: ["resource.not-found"],
});

/** It is signed anew at once; what was downloaded before stays good. */
export const chooseContents = call({
  route: "PUT /user/mycertificate",
  summary: "Choose what the own certificate says besides",
  allow: own,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      certificate_id: CertificateId,
      /** Whether the credential says what the review found. */
      with_findings: z.boolean(),
      /** Whether it has the salted hash of the learner's address; as chosen before where it is left out, and not at first. */
      with_email: z.boolean().optional(),
    }),
  output: () =>
    data(
      z.object({
        certificate_id: CertificateId,
        /** What it says from now on. */
        with_findings: z.boolean(),
        /** It has the hashed address. */
        with_email: z.boolean(),
      }),
    ),
  problems: ["resource.not-found", "certificate.not-good"],
});

export const ofCertificate = { certificate_id: CertificateId };

const dayMessage = "Enter a date such as 2026-12-24.";

export const day = z.iso
  .date(dayMessage)
  .max(10, dayMessage)
  .refine((date) => date.startsWith("2"), dayMessage);

// a millennium that clocks know
const inOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  !from || !to || from <= to;

const outOfOrder = { path: ["to"], error: "Choose a day that isn’t before the first one." };

/** What the certificates of an organization are narrowed to. */
const narrowed = {
  status: z.enum(certificateFilters).default("all"),
  /** Those of one credential; exact up to 1,000. */
  credential_id: CredentialId.optional(),
  /** The first day on which they were earned, where the organization is; the total of days is counted up to 10,000. */
  from: day.optional(),
  /** The last such day. */
  to: day.optional(),
};

/** Newest first. */
export const list = call({
  route: "GET /organization/certificates",
  summary: "List the certificates an organization issued",
  allow: manage,
  keys: "certificate:read",
  whenArchived: "allowed",
  input: () =>
    z
      .object({
        ...organizationSelector,
        ...paging,
        /** By learner or title. */
        ...narrowing,
        ...narrowed,
      })
      .refine(inOrder, outOfOrder),
  output: () => page("certificates", CertificateRow),
});

/** As the list has it, with what it came of and what took its place. */
export const readIssued = call({
  route: "GET /organization/certificate",
  summary: "Read a certificate the organization issued",
  allow: manage,
  keys: "certificate:read",
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, certificate_id: CertificateId }),
  output: () =>
    data(
      CertificateRow.extend({
        application_id: ApplicationId,
        /** The certificate that replaces it. */
        replaced_by: CertificateId.optional(),
      }),
    ),
  problems: ["resource.not-found"],
});

/** What the list has, narrowed alike, newest first; of a search or one credential at most 1,000. */
export const exportList = call({
  route: "GET /organization/certificatescsv",
  summary: "Export the certificates an organization issued",
  allow: manage,
  whenArchived: "allowed",
  input: () =>
    z
      .object({
        ...organizationSelector,
        search: narrowing.search,
        ...narrowed,
      })
      .refine(inOrder, outOfOrder),
  output: () => Document,
  problems: ["rate.exceeded"],
  answers: "csv",
});

/** For good. Its page says so with the date and the kind of reason; what is written besides goes to the learner alone. */
export const revoke = call({
  route: "PUT /organization/certificate/revoke",
  summary: "Revoke a certificate",
  allow: manage,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      certificate_id: CertificateId,
      /** What everybody who verifies it is told. */
      revocation: z.enum(givenReasons, "Choose a reason."),
      /** What the learner is told. */
      reason: multiLine("Enter a reason. The learner sees it.")
        .min(1, "Enter a reason. The learner sees it.")
        .max(2000),
    }),
  output: () => data(z.object({ certificate_id: CertificateId, status: CertificateStatus, revoked_on: Timestamp })),
  proof: true,
  problems: ["resource.not-found", "certificate.not-good"],
});

/**
 * Issues it anew under another id and revokes the former as replaced. Verifiers of the former are led to the new one, and
 * nothing leads back. A request for a corrected name ends with it: accepted where it is named, and otherwise over.
 */
export const replace = call({
  route: "PUT /organization/certificate/replace",
  summary: "Replace a certificate whose name is wrong",
  allow: manage,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      certificate_id: CertificateId,
      first_name: personName(),
      last_name: lastName(),
      /** The learner's request that is accepted by it. */
      correction_id: CorrectionId.optional(),
    }),
  output: () =>
    data(
      z.object({
        certificate_id: CertificateId,
        /** The certificate that is good instead. */
        replaced_by: CertificateId,
      }),
    ),
  proof: true,
  problems: ["resource.not-found", "certificate.not-good", "certificate.same-name", "certificate.correction-over"],
  idempotent: true,
});
