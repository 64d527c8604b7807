import * as z from "zod";
import {
  ApplicationId,
  CalendarDate,
  CertificateId,
  CredentialId,
  OrganizationId,
  SectionId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { organizationColour } from "../organization/organization-colour.ts";
import { Correction } from "./correction.ts";
import { revocationCodes } from "./status-list.ts";

/** Where a certificate stands. `awaitingSignature`: it is earned, and its credential is on its way. `expired`: it has ended. */
export const certificateStatuses = ["awaitingSignature", "active", "expired", "revoked", "replaced"] as const;
/** Where a certificate stands. `awaitingSignature`: it is earned, and its credential is on its way. `expired`: it has ended. */
export const CertificateStatus = z.enum(certificateStatuses);
export type CertificateStatus = z.infer<typeof CertificateStatus>;

/** What a list of certificates is narrowed to: a state, or a learner's request for a corrected name that waits. */
export const certificateFilters = ["all", ...certificateStatuses, "nameAsked"] as const;
export type CertificateFilter = (typeof certificateFilters)[number];

/**
 * Whether strangers can verify a certificate: it is signed; it will be within seconds; or nobody signs it, as its stage has
 * no address of its own or it is older than signing.
 */
export const Signature = z.enum(["signed", "awaited", "none"]);
export type Signature = z.infer<typeof Signature>;

/** Who finds a certificate: anybody with its address; nobody but its learner; nobody, and for good. */
export const Visibility = z.enum(["shown", "hidden", "erased"]);
export type Visibility = z.infer<typeof Visibility>;

/** Why a certificate is no longer good. */
export const RevocationReason = z.enum(revocationCodes);

/** What a certificate was last signed with. The same key, time and choice give the same bytes. */
const SignedWith = z.object({
  /** The key's name, such as key-1. */
  key: z.string(),
  on: Timestamp,
  with_findings: z.boolean(),
  /** The salt of the address's hash; absent where the address is left out. */
  email_salt: z.string().optional(),
});

/** What its learner publishes of the work that was judged: each piece by its SHA-256, in hex, as its section's manifest has it. */
export const PublishedEvidence = z.object({
  /** The last day on which it is handed out, in the time zone it was earned in; in UTC where the certificate says none. */
  ends_on: CalendarDate,
  /** The pieces, by section. */
  sections: z.array(
    z.object({
      section_id: SectionId,
      /** SHA-256, in hex. */
      pieces: z.array(z.string()),
    }),
  ),
});
export type PublishedEvidence = z.infer<typeof PublishedEvidence>;

/** A certificate as stored. What it says never changes; the name is the learner's when they earned it. */
export const Certificate = z.object({
  certificate_id: CertificateId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The learner. */
  user_id: UserId,
  application_id: ApplicationId,
  /** The published revision that was applied for. */
  revision: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  title: z.string(),
  issuer_name: z.string(),
  earned_on: Timestamp,
  /** The time zone its organization had then: the day it was earned is that there. Absent where it is older than this. */
  earned_in: z.string().optional(),
  /** When it ends; absent where it holds for good. */
  valid_until: Timestamp.optional(),
  /** The days before its end of the last reminder that the clock has passed. */
  reminded: z.number().int().optional(),
  status: CertificateStatus,
  visibility: Visibility,
  /** The learner wants the review's findings in it. */
  with_findings: z.boolean(),
  /** The learner's address, hashed in hex with a salt of its own, where they want it in the credential. */
  hashed_email: z.object({ sha256: z.string(), salt: z.string() }).optional(),
  published_evidence: PublishedEvidence.optional(),
  /** Its place in its organization's status list. */
  list_id: z.string(),
  list_index: z.number().int(),
  /** The uuids under which the credential names its learner and its reviewers. */
  subject_uuid: z.string(),
  assessor_uuid: z.string(),
  signed: SignedWith.optional(),
  /** Since when it is no longer good, and why; `revoked_because` is for the learner alone. */
  revoked_on: Timestamp.optional(),
  revocation: RevocationReason.optional(),
  revoked_because: z.string().optional(),
  /** The certificate that replaces it. */
  replaced_by: CertificateId.optional(),
  /** The certificate that it replaces; told to nobody. */
  replaces: CertificateId.optional(),
  /** The last request of its learner for a corrected name. */
  correction: Correction.optional(),
  created_on: Timestamp,
  updated_on: Timestamp,
  version: z.number().int(),
});
export type Certificate = z.infer<typeof Certificate>;

/**
 * What is said of a certificate besides, gathered when it is first signed and never changed: later edits of the
 * organization, of who reviews and of what was handed in do not reach it.
 */
export const CertificateContent = z.object({
  organization: z.object({
    organization_id: OrganizationId,
    name: z.string(),
    domain_url: z.string(),
    description: z.string(),
    logo: z.string(),
    /** Such as #13623b, absent where it chose none. */
    colour: organizationColour.optional(),
  }),
  assessor: z.object({
    count: z.number().int(),
    known: z
      .object({
        acceptedYear: z.number().int(),
        category: z.string(),
        band: z.union([z.literal(10), z.literal(50), z.literal(200)]).optional(),
      })
      .optional(),
  }),
  findings: z.array(
    z.object({
      section_id: SectionId,
      marks: z.array(z.object({ criteria_id: z.string(), achieved: z.boolean() })),
      earned: z.number().int(),
      /** The issuer decided it, because the reviewers' verdict was not what these marks come to. */
      by_issuer: z.literal(true).optional(),
    }),
  ),
  /** What was handed in, by section. Pieces have no salt where this was gathered before they were given one. */
  evidence: z.array(
    z.object({
      section_id: SectionId,
      nonce: z.string(),
      answers: z.array(
        z.object({ kind: z.enum(["text", "link", "option"]), sha256: z.string(), salt: z.string().optional() }),
      ),
      files: z.array(z.object({ name: z.string(), sha256: z.string(), salt: z.string().optional() })),
    }),
  ),
});
export type CertificateContent = z.infer<typeof CertificateContent>;
