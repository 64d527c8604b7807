import { beginning, key } from "./key.ts";

/** The items of a certificate, its status and its badge, and the question that each key answers. CONTENT is what is said of a certificate besides, gathered when it is first signed; of a status list ENTRY#n says whose an entry is, CHANGED#n that the certificate is no longer good. */
export const certificateKeys = {
  certificate: (certificate_id: string) => key(`ISSUED#${certificate_id}`, "META"),
  certificateContent: (certificate_id: string) => key(`ISSUED#${certificate_id}`, "CONTENT"),
  /** How often its published evidence was opened. */
  evidenceOpenings: (certificate_id: string) => key(`ISSUED#${certificate_id}`, "OPENINGS"),
  statusList: (list_id: string) => key(`STATUS#${list_id}`, "META"),
  statusEntry: (list_id: string, index: number) => key(`STATUS#${list_id}`, `ENTRY#${index}`),
  changedEntry: (list_id: string, index: number) => key(`STATUS#${list_id}`, `CHANGED#${index}`),
  /** All entries of a list that are set. */
  changedEntries: (list_id: string) => beginning(`STATUS#${list_id}`, "CHANGED#"),
  badgrConnection: (organization_id: string) => key(`ORG#${organization_id}`, "BADGR"),
  badgrCredential: (organization_id: string, badge_id: string) => key(`ORG#${organization_id}`, `BADGE#${badge_id}`),
  badge: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "BADGE"),
  badgeAward: (application_id: string) => key(`APPLICATION#${application_id}`, "BADGE"),
};

/** The lists of a certificate, its status and its badge. */
export const certificateViews = {
  /** An organization's certificates: all, or in one state. */
  certificates: (organization_id: string, status = "all") => `ORG#${organization_id}#certificates#${status}`,
  /** Certificates that wait to be signed, of all organizations. */
  unsignedCertificates: () => "LIST#certificates#unsigned",
  /** Badges that are still to be awarded: of an organization, or of all. */
  badgesDue: (organization_id = "any") => `LIST#badges#due#${organization_id}`,
};

/** Where words of a certificate, its status and its badge are looked for: each a partition of its own. */
export const certificateIndexes = {
  /** Certificates that an organization issued. */
  certificates: (organization_id: string) => `WORDS#certificates#${organization_id}`,
};

/** Where a certificate stands in lists: by when it was earned. */
export const certificateSort = ({ earned_on, certificate_id }: { earned_on: string; certificate_id: string }): string =>
  `${earned_on}#${certificate_id}`;
