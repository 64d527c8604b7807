import { key } from "./key.ts";

/** The items of an organization's figures, and the question that each key answers. */
export const metricsKeys = {
  metrics: (organization_id: string, month: string) => key(`FIGURES#${organization_id}`, month),
  /** How many of an organization's first decisions took how many business days. */
  decisionTimes: (organization_id: string) => key(`FIGURES#${organization_id}`, "DECISIONS"),
  /** All figures of a credential, each under the month and its name, such as `2026-11.applications`. */
  credentialMetrics: (organization_id: string, cred_id: string) =>
    key(`FIGURES#${organization_id}#credentials`, cred_id),
  /** Says that a learner applied in the organization before. */
  knownLearner: (organization_id: string, user_id: string) => key(`FIGURES#${organization_id}#learners`, user_id),
};
