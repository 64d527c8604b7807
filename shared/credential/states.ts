import type { Machine } from "../platform/machine.ts";

/** States of a credential as stored. */
export const credentialStates = ["draft", "submitted", "rejected", "published", "closed"] as const;
/** One of {@link credentialStates}. */
export type CredentialState = (typeof credentialStates)[number];

/** The word each state is shown as. */
export const credentialStateWords: Record<CredentialState, string> = {
  draft: "Draft",
  submitted: "Pending",
  rejected: "Rejected",
  published: "Approved",
  closed: "Closed",
};

/** The state of a word in a list's filter (`pending`, `Approved`, `published` …); undefined for `all` and unknown words. */
export function stateOfWord(word: string): CredentialState | undefined {
  const wanted = word.toLowerCase();
  return credentialStates.find((state) => state === wanted || credentialStateWords[state].toLowerCase() === wanted);
}

/**
 * What can happen to a credential. `submit` hands it in for approval, `publish` puts it live without one; `unlist` and
 * `list` follow its organization into the archive and back; `lockBadge`: its badge was made, so that its settings stay;
 * `remove`: a draft is deleted; `loseReviewer`, `loseLastReviewer`: one who may not review any more leaves its list, and
 * the last one who might.
 */
export type CredentialEvent =
  | "create"
  | "saveDetails"
  | "saveSections"
  | "saveCriteria"
  | "saveReviewers"
  | "savePrice"
  | "submit"
  | "publish"
  | "approve"
  | "reject"
  | "close"
  | "unlist"
  | "list"
  | "lockBadge"
  | "remove"
  | "loseReviewer"
  | "loseLastReviewer";

/** The states of a credential. Who may do what in them is said in rules.ts. */
export const credentialMachine: Machine<CredentialState, CredentialEvent> = {
  none: { create: "draft" },
  draft: {
    saveDetails: "draft",
    saveSections: "draft",
    saveCriteria: "draft",
    saveReviewers: "draft",
    savePrice: "draft",
    submit: "submitted",
    publish: "published",
    remove: "none",
  },
  submitted: {
    saveSections: "submitted",
    saveCriteria: "submitted",
    saveReviewers: "submitted",
    savePrice: "submitted",
    approve: "published",
    reject: "rejected",
  },
  rejected: {
    saveDetails: "rejected",
    saveSections: "rejected",
    saveCriteria: "rejected",
    saveReviewers: "rejected",
    savePrice: "rejected",
    submit: "submitted",
  },
  published: {
    saveReviewers: "published",
    savePrice: "published",
    close: "closed",
    unlist: "published",
    list: "published",
    lockBadge: "published",
    loseReviewer: "published",
    loseLastReviewer: "published",
  },
  closed: {
    saveReviewers: "closed",
    unlist: "closed",
    list: "closed",
    lockBadge: "closed",
    loseReviewer: "closed",
    loseLastReviewer: "closed",
  },
};
