import type { Key } from "./table.ts";

const key = (pk: string, sk: string): Key => ({ pk, sk });

/** Every item of the table and the question its key answers. One table, `pk` and `sk`, no secondary index. */
export const keys = {
  // who is this, and may they (read together on every request)
  user: (user_id: string) => key(`USER#${user_id}`, "PROFILE"),
  membership: (user_id: string, organization_id: string) => key(`USER#${user_id}`, `MEMBER#${organization_id}`),
  organization: (organization_id: string) => key(`ORG#${organization_id}`, "META"),
  idempotency: (scope: string, idempotencyKey: string) => key(`IDEMP#${scope}`, idempotencyKey),
  rate: (name: string, window: string) => key(`RATE#${name}`, window),

  // uniqueness
  email: (email: string) => key(`EMAIL#${email.trim().toLowerCase()}`, "UNIQUE"),
  organizationName: (name: string) => key(`ORGNAME#${name.trim().replace(/\s+/g, " ").toLowerCase()}`, "UNIQUE"),

  // the history of a thing, oldest first
  audit: (subject_id: string, event_id: string) => key(`AUDIT#${subject_id}`, event_id),

  // a credential (META, SECTION#…, REVISION#n#META, REVISION#n#SECTION#…)
  credential: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "META"),

  // an application and the work on its sections; the pointer makes it one per learner and credential
  application: (application_id: string) => key(`APPLICATION#${application_id}`, "META"),
  work: (application_id: string, section_id: string) => key(`APPLICATION#${application_id}`, `WORK#${section_id}`),
  applied: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `APPLIED#${cred_id}`),
  job: (credential_job_id: string) => key(`JOB#${credential_job_id}`, "META"),
  certificate: (organization_id: string, cred_id: string, user_id: string) =>
    key(`CERTIFICATE#${organization_id}#${cred_id}`, user_id),

  // money
  payment: (application_id: string) => key(`PAYMENT#${application_id}`, "META"),
  payout: (credential_job_id: string) => key(`PAYOUT#${credential_job_id}`, "META"),
};

/** The partitions that lists are read from (functions/data/list.ts). */
export const views = {
  organizations: (status: "active" | "archived") => `LIST#organizations#${status}`,
};
