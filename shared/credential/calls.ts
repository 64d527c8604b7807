import * as z from "zod";
import { call, data, Page, page, paging } from "../http/call.ts";
import {
  CredentialId,
  organizationSelector,
  richText,
  SelectedOrganizationId,
  UserId,
  wholeNumber,
} from "../http/fields.ts";
import { ReviewerCard } from "../reviewer/card.ts";
import { Credential, CredentialRow } from "./credential.ts";

import { credentialLimits } from "./parts.ts";
import { stateOfWord } from "./states.ts";

export const within = "organization";

export const version = z.number().int().min(1);

/**
 * An issuer's draft goes to approval, an admin's or publisher's goes live. With `version`, only what the caller has
 * seen is published.
 */
export const publish = call({
  route: "POST /credential/publish",
  summary: "Publish a draft credential",
  allow: { permission: "credential:publish", within },
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId, version: version.optional() }),
  output: () => data(Credential),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.wrong-state",
    "credential.incomplete",
    "credential.expired",
  ],
});

const decision = {
  ...organizationSelector,
  credential_id: CredentialId,
  version: version.optional(),
  /** Where the caller's list stood, so that the portal can reload it. */
  payloadObj: z
    .object({
      /** The page of the list. */
      page: z.number().int(),
      user_id: z.string().max(100),
      orgId: z.string().max(100),
      status: z.string().max(20),
      searchText: z.string().max(100),
    })
    .partial()
    .optional(),
};

/** The credential goes live. Nobody decides on one of their own. */
export const approve = call({
  route: "POST /credential/approve",
  summary: "Approve a submitted credential",
  allow: { permission: "credential:decide", within },
  input: () => z.object({ ...decision, feedback: richText().default("") }),
  output: () => data(Credential),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.wrong-state",
    "credential.own-decision",
    "credential.incomplete",
    "credential.expired",
  ],
});

/** The credential goes back to its issuer with the feedback. */
export const reject = call({
  route: "POST /credential/reject",
  summary: "Reject a submitted credential",
  allow: { permission: "credential:decide", within },
  input: () => z.object({ ...decision, feedback: richText({ required: "Feedback required" }) }),
  output: () => data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.wrong-state", "credential.own-decision"],
});

/** Applications that are under way go on. */
export const close = call({
  route: "POST /credential/close",
  summary: "Close a credential to new applications",
  allow: { permission: "credential:close", within },
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId, version: version.optional() }),
  output: () => data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.wrong-state"],
});

/** A draft of the caller's with the same texts, sections, criteria and price, in whatever state the original is. */
export const copy = call({
  route: "POST /credential/copy",
  summary: "Copy a credential to a new draft",
  allow: { permission: "credential:copy", within },
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId }),
  output: () => data(Credential),
  problems: ["resource.not-found"],
  idempotent: true,
});

/** A whole credential to be rewritten: sections with both kinds of rubric, criteria and a price. */
export const createSample = call({
  route: "POST /credential/sample",
  summary: "Create a draft from the sample credential",
  allow: { permission: "credential:create", within },
  input: () => z.object({ ...organizationSelector }),
  output: () => data(Credential),
  idempotent: true,
});

/** A draft, which was never submitted, goes with all that is written in it. With `version`, only what the caller has seen. */
export const remove = call({
  route: "DELETE /credential",
  summary: "Delete a draft credential",
  allow: { permission: "credential:remove", within },
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId, version: version.optional() }),
  output: () => data(z.object({ credential_id: CredentialId })),
  problems: ["resource.not-found", "credential.changed", "credential.wrong-state"],
  idempotent: true,
});

const search = { q: z.string().trim().max(100).optional(), search: z.string().trim().max(100).optional() };

/** How many credentials each tab of a list holds. */
export const CredentialTotals = z.object({
  all: z.number().int(),
  draft: z.number().int(),
  submitted: z.number().int(),
  rejected: z.number().int(),
  published: z.number().int(),
  closed: z.number().int(),
});

/** Reviewers get the credentials they are assigned to. */
export const list = call({
  route: "GET /credential/list",
  summary: "List the organization's credentials",
  allow: { permission: "credential:list", within },
  keys: "credential:read",
  input: () =>
    z.object({
      org_id: SelectedOrganizationId,
      ...paging,
      /** Only those that this person created. */
      user_id: UserId.optional(),
      /** A state as stored or as shown (`submitted`, `Pending` …), or `all`. */
      status: z
        .string()
        .max(20)
        .refine((word) => word === "all" || stateOfWord(word) !== undefined, "Choose one of the options.")
        .default("all"),
      ...search,
      /** Taken, and without effect. */
      ui: z.string().max(40).optional(),
    }),
  output: () =>
    data(
      Page.extend({
        credentials: z.array(CredentialRow),
        /** By tab, for the same organization and creator; absent in a search. */
        totals: CredentialTotals.optional(),
      }),
    ),
});

/** Those of all active organizations, by words, category, price and continuing-education credit. */
export const listOpen = call({
  route: "GET /credential/open/list",
  summary: "Browse published credentials",
  allow: { permission: "credential:browse", within },
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      ...search,
      category: wholeNumber({ min: 1, max: 3 }).optional(),
      /** Only free ones, or only those that cost something. */
      price: z.enum(["free", "paid"]).optional(),
      /** Only those that give continuing-education credit. */
      scech: z.enum(["true", "false"]).optional(),
    }),
  output: () => page("credentials", CredentialRow),
});

/** The whole credential, as far as the caller may see it. */
export const read = call({
  route: "GET /credential/details",
  summary: "Read a credential",
  allow: { permission: "credential:read", within },
  keys: "credential:read",
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId }),
  output: () => data(Credential),
  problems: ["resource.not-found"],
});

/** An accepted reviewer whom the wizard's step 3 offers. */
export const PotentialReviewer = ReviewerCard.extend({
  /** The credential has them as a reviewer. */
  assigned: z.boolean(),
});

export type PotentialReviewer = z.infer<typeof PotentialReviewer>;

/** Accepted reviewers of its category, those with most of its skills first. */
export const listPotentialReviewers = call({
  route: "GET /credential/potential/reviewers",
  summary: "List reviewers to choose for a credential",
  allow: { permission: "credential:choose-reviewers", within },
  input: () =>
    z.object({
      ...organizationSelector,
      credential_id: CredentialId,
      ...paging,
      limit: wholeNumber({ min: 1, max: 100 }).default(12),
    }),
  output: () => page("data", PotentialReviewer),
  problems: ["resource.not-found"],
});

/** Also once it is published. */
export const assignReviewers = call({
  route: "POST /credential/reviewer/users",
  summary: "Add and remove reviewers of a credential",
  allow: { permission: "credential:assign-reviewers", within },
  input: () =>
    z.object({
      ...organizationSelector,
      credential_id: CredentialId,
      add: z.array(UserId).max(credentialLimits.reviewers).default([]),
      remove: z.array(UserId).max(credentialLimits.reviewers).default([]),
    }),
  output: () => data(z.object({ credential_id: CredentialId, version, assigned_reviewers: z.array(UserId) })),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.not-editable",
    "credential.reviewer-unknown",
    "credential.incomplete",
  ],
});
