import * as z from "zod";
import { call, Document, data, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CertificateId,
  CredentialId,
  OrganizationId,
  organizationSelector,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { CertificateStatus, Signature } from "./certificate.ts";

/** An earned credential in the learner's own list. */
export const EarnedCredential = z.object({
  application_id: ApplicationId,
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  user_id: UserId,
  title: z.string(),
  issuer_name: z.string(),
  /** The path of the badge's picture below /media/, absent where it is older than those. */
  badge: z.string().optional(),
  earned_on: Timestamp,
  /** The time zone of the day it was earned: the organization's. */
  earned_in: z.string().optional(),
  /** When its certificate ends; absent where it holds for good. */
  valid_until: Timestamp.optional(),
  /** It may be renewed by applying for the credential again. */
  renewable: z.boolean().optional(),
  /** The certificate under its own id; absent where it was earned before certificates had one. */
  certificate_id: CertificateId.optional(),
  signature: Signature,
  /** The path of the certificate's own page, such as /c/crt_3k9q2m7x5t8v1w4y6z0a2b4c6d. */
  address: z.string().optional(),
  /** Where the certificate stands; one that is revoked may be earned again. */
  certificate_status: CertificateStatus.optional(),
  /** When its learner asked for a corrected name, while that waits. */
  name_asked_on: Timestamp.optional(),
  /** The certificate page is hidden from everybody. */
  certificate_hidden: z.boolean(),
});
export type EarnedCredential = z.infer<typeof EarnedCredential>;

/** What anybody may see of a certificate, and nothing else. */
export const CertificatePage = z.object({
  first_name: z.string(),
  last_name: z.string(),
  /** What was earned. */
  credential: z.object({
    org_id: OrganizationId,
    title: z.string(),
    /** The day it was earned. */
    created_on: Timestamp,
    description: z.string(),
  }),
  issuer_name: z.string(),
  /** The time zone of the day it was earned: the organization's. */
  earned_in: z.string().optional(),
  /** When it ends; absent where it holds for good. */
  valid_until: Timestamp.optional(),
  /** Its end is over. */
  expired: z.boolean().optional(),
  /** The path of the organization's logo below /media/, where there is one. */
  logo: z.string().optional(),
  /** The organization's colour. */
  colour: z.string().optional(),
  /** The path of the badge's picture below /media/. */
  badge: z.string().optional(),
  /** 'Verified by a reviewer on' this day. */
  verified_on: Timestamp,
  /** The stored certificate is what was issued: its checksum was recomputed. */
  verified: z.boolean(),
  signature: Signature,
  /** The path of the page on which anybody may verify it, once it is signed. */
  address: z.string().optional(),
});
export type CertificatePage = z.infer<typeof CertificatePage>;

/** Newest first. */
export const listOwn = call({
  route: "GET /user/mycredentials",
  summary: "List the credentials the caller earned",
  allow: { permission: "submission:own-credentials", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("credentials", EarnedCredential),
});

/** What its public page shows. A hidden one is not found. */
export const readOwn = call({
  route: "GET /Certificate",
  summary: "Read and verify a certificate",
  allow: "anyone",
  input: () => z.object({ org_id: OrganizationId, user_id: UserId, cred_id: CredentialId }),
  output: () => data(CertificatePage),
  problems: ["resource.not-found"],
});

export const hide = call({
  route: "PUT /user/certificate",
  summary: "Hide the own certificate page, or show it again",
  allow: { permission: "submission:hide-certificate", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      cred_id: CredentialId,
      /** Which of several, where one was revoked and earned again; the last one without it. */
      certificate_id: CertificateId.optional(),
      hidden: z.boolean(),
    }),
  output: () => data(z.object({ cred_id: CredentialId, hidden: z.boolean() })),
  problems: ["resource.not-found"],
});

/**
 * An own certificate page, or a published credential page of the organization. The same page always has the same short
 * link.
 */
export const shorten = call({
  route: "POST /shorturl",
  summary: "Shorten the link to a certificate or credential page",
  allow: { permission: "submission:shorten", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      /** The long address, on the portal's own origin. */
      url: z.url("Please Enter Valid URL").max(1000),
    }),
  output: () =>
    data(
      z.object({
        url: z.string(),
        /** What the short link ends in. */
        code: z.string(),
      }),
    ),
  problems: ["shorturl.not-allowed"],
});

export const followShort = call({
  route: "GET /s/{code}",
  summary: "Follow a short link",
  allow: "anyone",
  input: () =>
    z.object({
      /** The code of the short link. */
      code: z.string().max(20),
    }),
  output: () => Document,
  answers: "redirect",
  problems: ["resource.not-found"],
});
