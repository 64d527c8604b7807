import * as z from "zod";
import { bodyLimits, call, data } from "../http/call.ts";
import { CredentialId, organizationSelector, SectionId } from "../http/fields.ts";
import { version, within } from "./calls.ts";
import { Credential } from "./credential.ts";
import { CriteriaStep, DetailsStep, PriceStep, ReviewersStep, SectionsStep } from "./steps.ts";
import { UnfinishedStep, UnfinishedStepNumber, unfinishedPartOf, unfinishedParts } from "./unfinished.ts";

/** Made from the first step; it has no price and no sections yet. */
export const create = call({
  route: "POST /credential",
  summary: "Create a draft credential",
  allow: { permission: "credential:create", within },
  input: () => z.object({ ...organizationSelector, credential_details: DetailsStep }),
  output: () => data(Credential),
  problems: ["resource.not-found", "image.refused", "file.not-clean"],
  idempotent: true,
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** The part of a credential that each step of `PUT credential` carries. */
export const partOfStep = {
  0: "credential_details",
  2: "reviewer_criteria",
  3: "assigned_reviewers",
  4: "price",
} as const;

/**
 * `step` names the step, and the field of that step carries it: 0 `credential_details`, 2 `reviewer_criteria`, 3
 * `assigned_reviewers`, 4 `price`. Only the price may still change once it is published; that makes a new revision.
 */
export const update = call({
  route: "PUT /credential",
  summary: "Save one step of a credential",
  allow: { permission: "credential:update", within },
  input: () =>
    z
      .object({
        ...organizationSelector,
        credential_id: CredentialId,
        version,
        /** Which step is saved. */
        step: z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4)]),
        credential_details: DetailsStep.optional(),
        reviewer_criteria: CriteriaStep.optional(),
        assigned_reviewers: ReviewersStep.optional(),
        price: PriceStep.optional(),
        /** What renewing a certificate costs, with the price; null for the same. Left out, what was saved stays. */
        renewal_price: PriceStep.nullable().optional(),
        /** The wizard's button: what the caller kept of the step before it was whole goes. */
        btnType: z.enum(["continue", "exit"]).optional(),
      })
      .superRefine((input, context) => {
        for (const part of Object.values(partOfStep))
          if ((input[part] !== undefined) !== (part === partOfStep[input.step]))
            context.addIssue({
              code: "custom",
              path: [part],
              message: input[part] === undefined ? "Include this step." : "This belongs to another step.",
            });
        if (input.renewal_price !== undefined && input.step !== 4)
          context.addIssue({ code: "custom", path: ["renewal_price"], message: "This belongs to another step." });
      }),
  output: () => data(Credential),
  problems: [
    "resource.not-found",
    "credential.changed",
    "credential.not-editable",
    "credential.badge-locked",
    "credential.reviewer-unknown",
    "credential.incomplete",
    "image.refused",
    "file.not-clean",
    "file.refused",
  ],
  bodyLimitBytes: bodyLimits.imageBytes,
});

/** All sections in order, in one transaction; one that is left out is removed, by whoever may delete sections. */
export const saveSections = call({
  route: "POST /credential/sections",
  summary: "Save all sections of a credential",
  allow: { permission: "credential:update", within },
  input: () =>
    z.object({
      ...organizationSelector,
      credential_id: CredentialId,
      version,
      data: SectionsStep,
      /** The button that was pressed; the wizard's (`continue`, `exit`) drop what the caller kept of the step before it was whole. */
      btnType: z.enum(["continue", "exit", "apply"]).default("continue"),
    }),
  output: () => data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.not-editable", "credential.section-kept"],
});

/** What the caller typed in the wizard and has not saved, step by step; nobody else sees it. */
export const readUnfinished = call({
  route: "GET /credential/unfinished",
  summary: "Read the caller's unfinished steps of a credential",
  allow: { permission: "credential:update", within },
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId }),
  output: () => data(z.object({ steps: z.array(UnfinishedStep) })),
  problems: ["resource.not-found"],
});

/**
 * The step is kept as it is typed, whole or not, as a draft of the caller alone; the credential does not change. Without
 * the part of the step what was kept is dropped.
 */
export const saveUnfinished = call({
  route: "PUT /credential/unfinished",
  summary: "Keep an unfinished step of a credential",
  allow: { permission: "credential:update", within },
  input: () =>
    z
      .object({
        ...organizationSelector,
        credential_id: CredentialId,
        step: UnfinishedStepNumber,
        /** The version that was kept last, 0 when nothing was. */
        version: z.number().int().min(0),
        ...unfinishedParts,
      })
      .superRefine((input, context) => {
        for (const part of Object.values(unfinishedPartOf))
          if (input[part] !== undefined && part !== unfinishedPartOf[input.step])
            context.addIssue({ code: "custom", path: [part], message: "This belongs to another step." });
        if (input.renewal !== undefined && input.step !== 4)
          context.addIssue({ code: "custom", path: ["renewal"], message: "This belongs to another step." });
      }),
  output: () =>
    data(
      UnfinishedStep.pick({ credential_id: true, step: true, version: true, kept_on: true }).partial({ kept_on: true }),
    ),
  problems: ["resource.not-found", "credential.not-editable", "credential.unfinished-changed"],
  bodyLimitBytes: bodyLimits.imageBytes,
});

export const removeSection = call({
  route: "DELETE /credential/section",
  summary: "Remove a section of a credential",
  allow: { permission: "credential:remove-section", within },
  idempotent: true,
  input: () => z.object({ ...organizationSelector, credential_id: CredentialId, section_id: SectionId, version }),
  output: () => data(Credential),
  problems: ["resource.not-found", "credential.changed", "credential.not-editable"],
});
