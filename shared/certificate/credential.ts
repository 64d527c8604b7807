import { writtenIn } from "../organization/timezone.ts";
import { fullName } from "../platform/full-name.ts";
import { type Achievement, achievementOf, pointsOf, type RevisionDetails, resultIds } from "./achievement.ts";
import { credentialPath } from "./addresses.ts";
import { type Issuer, issuerOf, type OrganizationDetails } from "./issuer.ts";
import { plainTextOf, shortened } from "./plain-text.ts";
import { credentialsContext, type DateTime, openBadgesContext } from "./signed.ts";
import { type StatusEntry, type StatusPlace, statusEntryOf } from "./status-list.ts";

/** Characters of a section's prompt that a credential says beside the evidence. */
const promptCharactersMax = 600;

/** Who the learner is: by name, and by the hash of their address where they asked for that. */
export interface IdentityObject {
  readonly type: "IdentityObject";
  readonly hashed: boolean;
  readonly identityHash: string;
  readonly identityType: "name" | "emailAddress";
  readonly salt?: string;
}

/** Who assessed, under a name that leads to nobody. */
export interface Assessor {
  /** A urn:uuid that no other certificate has. */
  readonly id: string;
  readonly type: readonly ["Profile"];
  readonly name: string;
  readonly description?: string;
}

/** What a credential says of a section whose reviewers' verdict and marks contradicted each other. */
const decidedByIssuer = "Decided by the issuer";

/**
 * What a review came to: the level of a criterion, the points of all sections, or that a section was accepted, and by whom
 * where that is the issuer.
 */
export type Result = { readonly type: readonly ["Result"]; readonly resultDescription: string } & (
  | { readonly achievedLevel: string }
  | { readonly value: string }
  | { readonly status: "Completed"; readonly value?: typeof decidedByIssuer }
);

/** What was handed in for one section: what was asked, and the digest of what was answered. */
export interface Evidence {
  readonly id: string;
  readonly type: readonly ["Evidence"];
  readonly name: string;
  readonly narrative?: string;
  /** The digest of the manifest, see shared/certificate/evidence.ts. */
  readonly digestMultibase: string;
}

/** A certificate as an Open Badges credential (version 3.0), before it is signed. */
export interface OpenBadgeCredential {
  readonly "@context": readonly [typeof credentialsContext, typeof openBadgesContext];
  /** Its address, for ever. */
  readonly id: string;
  readonly type: readonly ["VerifiableCredential", "OpenBadgeCredential"];
  readonly name: string;
  readonly issuer: Issuer;
  readonly validFrom: DateTime;
  /** There only where it ends. */
  readonly validUntil?: DateTime;
  readonly awardedDate: DateTime;
  readonly credentialSubject: {
    /** A urn:uuid that no other certificate has. */
    readonly id: string;
    readonly type: readonly ["AchievementSubject"];
    readonly identifier: readonly IdentityObject[];
    readonly achievement: Achievement;
    readonly source: Assessor;
    readonly creditsEarned?: number;
    /** There only with findings. */
    readonly result?: readonly Result[];
  };
  readonly evidence: readonly Evidence[];
  readonly credentialStatus: StatusEntry;
}

/** How many reviews a person has done, said no more exactly than these. */
export const reviewBands = [200, 50, 10] as const;

/** The band of a number of reviews; undefined below the lowest. */
export const reviewBandOf = (reviews: number): (typeof reviewBands)[number] | undefined =>
  reviewBands.find((band) => reviews >= band);

/** Who assessed, as far as it is said. */
export interface AssessorDetails {
  /** A uuid that no other certificate has. */
  readonly id: string;
  /** How many reviewers gave a verdict that stands. */
  readonly count: number;
  /** What is known of the one reviewer: left out where there are several, and where few reviewers would be told by it. */
  readonly known?: {
    readonly acceptedYear: number;
    /** Whom they review, such as Teachers. */
    readonly category: string;
    readonly band?: (typeof reviewBands)[number];
  };
}

/** The marks of one section that has a rubric table. */
export interface SectionFindings {
  readonly section_id: string;
  readonly marks: readonly { readonly criteria_id: string; readonly achieved: boolean }[];
  /** Points earned. */
  readonly earned: number;
  /** The issuer decided it, because the reviewers' verdict was not what these marks come to. */
  readonly by_issuer?: boolean | undefined;
}

/** What a credential is made from: what is stored, frozen when the certificate was earned, and what its learner chose. */
export interface CertificateDetails {
  readonly certificate_id: string;
  /** A uuid that no other certificate has. */
  readonly subject_uuid: string;
  readonly first_name: string;
  readonly last_name: string;
  /** The learner's address, hashed with a salt of its own, in hex: there only where the learner asked for it. */
  readonly hashedEmail?: { readonly sha256: string; readonly salt: string };
  readonly earned_on: DateTime;
  /** The time zone in which it is written: its date is the day there. */
  readonly earned_in?: string | undefined;
  /** When it ends; absent where it holds for good. */
  readonly valid_until?: DateTime | undefined;
  readonly organization: OrganizationDetails;
  readonly revision: RevisionDetails;
  readonly assessor: AssessorDetails;
  /** The SHA-256 of each section's manifest as a multibase digest. */
  readonly evidence: readonly { readonly section_id: string; readonly digestMultibase: string }[];
  readonly status: StatusPlace;
  /** What the review found, in the revision's order; undefined where the learner chose to leave it out. */
  readonly findings?: readonly SectionFindings[];
}

function identifiersOf(details: CertificateDetails): IdentityObject[] {
  const { hashedEmail } = details;
  const name = {
    type: "IdentityObject",
    hashed: false,
    identityHash: fullName(details),
    identityType: "name",
  } as const;
  if (hashedEmail === undefined) return [name];
  const identityHash = `sha256$${hashedEmail.sha256}`;
  const { salt } = hashedEmail;
  return [name, { type: "IdentityObject", hashed: true, identityHash, identityType: "emailAddress", salt }];
}

function assessorOf({ id, count, known }: AssessorDetails): Assessor {
  const name = count > 1 ? `${count} approved reviewers` : "An approved reviewer";
  const band = known?.band === undefined ? "" : `, ${known.band} or more reviews done`;
  const description = known && `Approved in ${known.acceptedYear}, reviews ${known.category}${band}.`;
  return { id: `urn:uuid:${id}`, type: ["Profile"], name, ...(description !== undefined && { description }) };
}

/** What the review came to, in the order in which the achievement describes it. */
function resultsOf(origin: string, revision: RevisionDetails, findings: readonly SectionFindings[]): Result[] {
  const ids = resultIds(origin, revision);
  const sections = revision.sections.flatMap((section): Result[] => {
    const { marks = [], by_issuer = false } = findings.find((each) => each.section_id === section.section_id) ?? {};
    return [
      {
        type: ["Result"],
        resultDescription: ids.section(section),
        status: "Completed",
        ...(by_issuer && { value: decidedByIssuer }),
      },
      ...marks.map(
        ({ criteria_id, achieved }): Result => ({
          type: ["Result"],
          resultDescription: ids.criterion(section, criteria_id),
          achievedLevel: ids.level(section, criteria_id, achieved),
        }),
      ),
    ];
  });
  const earned = findings.reduce((sum, each) => sum + each.earned, 0);
  const total: Result = { type: ["Result"], resultDescription: ids.total, value: String(earned) };
  return [...sections, ...(pointsOf(revision).maximum > 0 ? [total] : [])];
}

/** The id under which a credential says what was handed in for a section. */
export const evidenceIdOf = (origin: string, certificate_id: string, section_id: string): string =>
  `${origin}${credentialPath(certificate_id)}#${section_id}`;

function evidenceOf(origin: string, { certificate_id, revision, evidence }: CertificateDetails): Evidence[] {
  return evidence.map(({ section_id, digestMultibase }) => {
    const section = revision.sections.find((each) => each.section_id === section_id);
    const prompt = shortened(plainTextOf(section?.description ?? ""), promptCharactersMax);
    return {
      id: evidenceIdOf(origin, certificate_id, section_id),
      type: ["Evidence"],
      name: section?.title ?? section_id,
      ...(prompt !== "" && { narrative: prompt }),
      digestMultibase,
    };
  });
}

/** The credential of a certificate, to be signed. `origin` is the portal's. */
export function credentialOf(origin: string, details: CertificateDetails): OpenBadgeCredential {
  const { revision, earned_in, valid_until, findings } = details;
  const written = (moment: DateTime) => (earned_in ? writtenIn(earned_in, moment) : moment);
  const earned_on = written(details.earned_on);
  return {
    "@context": [credentialsContext, openBadgesContext],
    id: origin + credentialPath(details.certificate_id),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: revision.title,
    issuer: issuerOf(origin, details.organization),
    validFrom: earned_on,
    ...(valid_until !== undefined && { validUntil: written(valid_until) }),
    awardedDate: earned_on,
    credentialSubject: {
      id: `urn:uuid:${details.subject_uuid}`,
      type: ["AchievementSubject"],
      identifier: identifiersOf(details),
      achievement: achievementOf(origin, revision),
      source: assessorOf(details.assessor),
      ...(revision.scech > 0 && { creditsEarned: revision.scech }),
      ...(findings && { result: resultsOf(origin, revision, findings) }),
    },
    evidence: evidenceOf(origin, details),
    credentialStatus: statusEntryOf(origin, details.status),
  };
}
