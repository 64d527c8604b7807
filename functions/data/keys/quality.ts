import { beginning, key, ordinal } from "./key.ts";

const lookBackPrefix = "LOOKBACK#";
const conclusionPrefix = (organization_id: string, number: number) =>
  `${lookBackPrefix}${organization_id}#${ordinal(number)}#JOB#`;

/** The items of anchors, tries at them, look-backs and how reviewers agree, and the question that each key answers. */
export const qualityKeys = {
  /** That its anchors are published, and each anchor with its key. */
  anchorSet: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "ANCHORS"),
  anchor: (cred_id: string, anchor_id: string) => key(`CREDENTIAL#${cred_id}`, `ANCHOR#${anchor_id}`),
  anchors: (cred_id: string) => beginning(`CREDENTIAL#${cred_id}`, "ANCHOR#"),
  /** That a learner lets reviewers practice on a submission. */
  practiceConsent: (organization_id: string, application_id: string) =>
    key(`ORG#${organization_id}`, `CONSENT#${application_id}`),
  practiceConsents: (organization_id: string) => beginning(`ORG#${organization_id}`, "CONSENT#"),
  /** A reviewer's tries at a credential's anchors. */
  calibration: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `CALIBRATION#${cred_id}`),
  calibrations: (user_id: string) => beginning(`USER#${user_id}`, "CALIBRATION#"),
  /** The anchors among a reviewer's jobs of a credential; the prefix stays as it was first stored. */
  seededAnchors: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `SEEDING#${cred_id}`),
  allSeededAnchors: (user_id: string) => beginning(`USER#${user_id}`, "SEEDING#"),
  /** The look-back over a reviewer's decisions in an organization, the latest; closed ones before it lie beside it. */
  lookBack: (organization_id: string, user_id: string) => key(`USER#${user_id}`, `${lookBackPrefix}${organization_id}`),
  formerLookBack: (organization_id: string, user_id: string, number: number) =>
    key(`USER#${user_id}`, `${lookBackPrefix}${organization_id}#${ordinal(number)}`),
  /** Which jobs a look-back is over, and what was concluded of each. */
  lookBackJobs: (organization_id: string, user_id: string, number: number) =>
    key(`USER#${user_id}`, `${lookBackPrefix}${organization_id}#${ordinal(number)}#JOBS`),
  conclusion: (organization_id: string, user_id: string, number: number, job_id: string) =>
    key(`USER#${user_id}`, `${conclusionPrefix(organization_id, number)}${job_id}`),
  conclusions: (organization_id: string, user_id: string, number: number) =>
    beginning(`USER#${user_id}`, conclusionPrefix(organization_id, number)),
  lookBacks: (user_id: string) => beginning(`USER#${user_id}`, lookBackPrefix),
  /** How an organization's reviewers agree, by month; of a credential and of a reviewer each under the month and its name. */
  quality: (organization_id: string, month: string) => key(`FIGURES#${organization_id}#quality`, month),
  credentialQuality: (organization_id: string, cred_id: string) =>
    key(`FIGURES#${organization_id}#quality#credentials`, cred_id),
  reviewerQuality: (organization_id: string, user_id: string) =>
    key(`FIGURES#${organization_id}#quality#reviewers`, user_id),
  /** How two reviewers marked each criterion of a section, and how often one of them found each met: of all months. */
  criterionQuality: (organization_id: string, cred_id: string, section_id: string) =>
    key(`FIGURES#${organization_id}#quality#criteria#${cred_id}`, section_id),
  reviewerMarks: (organization_id: string, cred_id: string, user_id: string) =>
    key(`FIGURES#${organization_id}#quality#marks#${cred_id}`, user_id),
};
