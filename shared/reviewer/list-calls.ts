import * as z from "zod";
import { call, page, paging } from "../http/call.ts";
import { CredentialId, organizationSelector, wholeNumber } from "../http/fields.ts";
import { lists } from "./calls.ts";
import { ReviewerCard } from "./card.ts";

const listed = page("data", ReviewerCard);

const forCredential = { credential_id: CredentialId };

export const listActive = call({
  route: "GET /reviewers/active",
  summary: "List accepted reviewers",
  allow: lists,
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => listed,
});

/** Every member of the role, with the status of the application to review where there is one. */
export const listOrganization = call({
  route: "GET /reviewers/organization",
  summary: "List all reviewers of the organization",
  allow: lists,
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => listed,
});

export const listQualified = call({
  route: "GET /reviewers/qualified",
  summary: "List the accepted reviewers of a credential",
  allow: lists,
  input: () => z.object({ ...organizationSelector, ...paging, ...forCredential }),
  output: () => listed,
  problems: ["resource.not-found"],
});

/** Those of the own organization first, then those of others, each by how many of the wanted skills they have. */
export const listQualifiedOrganizationFirst = call({
  route: "GET /reviewers/qualified/organizationfirst",
  summary: "List accepted reviewers by category and skills",
  allow: lists,
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      category: wholeNumber({ min: 1, max: 3 }),
      /** The ids of the wanted skills, comma-separated. */
      skills: z
        .string()
        .regex(/^(\d{1,9}(,\d{1,9}){0,49})?$/, "Skill ids, separated by commas.")
        .default(""),
    }),
  output: () => listed,
});

export const listOrganizationQualified = call({
  route: "GET /reviewers/organization/qualifiedcred",
  summary: "List accepted reviewers with their credentials",
  allow: lists,
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => listed,
});

export const listNonQualified = call({
  route: "GET /reviewers/nonqualified",
  summary: "List accepted reviewers who are not a credential's",
  allow: lists,
  input: () => z.object({ ...organizationSelector, ...paging, ...forCredential }),
  output: () => listed,
  problems: ["resource.not-found"],
});
