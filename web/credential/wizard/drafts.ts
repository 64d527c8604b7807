import type { UnfinishedStep } from "../../../shared/credential/unfinished.ts";
import { draftAt } from "../../ui/forms/drafts.ts";
import { wizardSteps } from "./steps.ts";

/** Which credential somebody writes, so that `/credential/create/3` finds it again after the browser was closed. */
export const remembered = (organization_id: string) =>
  draftAt<string>({ kind: "wizard draft", about: organization_id, kept: "device" });

/** Where a step's typing is kept until it is saved. */
export const draftOf = (organization_id: string, credential_id: string | undefined, step: number) =>
  ({
    kind: "draft credential wizard",
    about: `${organization_id} ${credential_id ?? "new"} ${step}`,
    kept: "tab",
    from: "typing",
  }) as const;

/** The steps with typing that is not saved, in this tab or kept before. */
export const stepsUnsaved = (
  organization_id: string,
  credential_id: string | undefined,
  opened: readonly UnfinishedStep[],
) =>
  new Set(
    [...wizardSteps.keys()].filter(
      (step) =>
        opened.some((kept) => kept.step === step) ||
        draftAt(draftOf(organization_id, credential_id, step)).read() !== undefined,
    ),
  );
