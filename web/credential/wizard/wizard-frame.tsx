import WizardLayout from "@cloudscape-design/components/wizard";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import type { Credential } from "../../../shared/credential/credential.ts";
import { editableParts, publishEvent } from "../../../shared/credential/rules.ts";
import type { UnfinishedStep } from "../../../shared/credential/unfinished.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { useSession } from "../../session/session.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { dismissFlash, flash } from "../../ui/dialogs/flash.ts";
import { draftAt } from "../../ui/forms/drafts.ts";
import { UnsavedChanges } from "../../ui/forms/unsaved-changes.tsx";
import { useTitle } from "../../ui/title.ts";
import { viewerOf } from "../viewer.ts";
import { draftOf, remembered, stepsUnsaved } from "./drafts.ts";
import { GetStartedStep } from "./get-started-step.tsx";
import { LockedStep } from "./locked-step.tsx";
import { PreviewStep } from "./preview/preview-step.tsx";
import { PricingStep } from "./pricing-step.tsx";
import { faultsOf } from "./publishing.ts";
import { ReviewersStep } from "./reviewers/reviewers-step.tsx";
import { SectionsStep } from "./sections/sections-step.tsx";
import { StepStatus } from "./step-status.tsx";
import { lastStep, markOf, markWords, type Progress, wizardSteps } from "./steps.ts";
import { useSaving } from "./use-saving.ts";
import { type Unfinished, useUnfinished } from "./use-unfinished.ts";
import { VisibilityStep } from "./visibility-step.tsx";
import { WithFeedback } from "./with-feedback.tsx";
import { WizardHead } from "./wizard-head.tsx";
import "./wizard.css";
import { publishBlock, WizardActions } from "./wizard-actions.tsx";
import { type StepHandle, WizardProvider } from "./wizard-context.ts";

const contents: readonly (() => ReactNode)[] = [
  GetStartedStep,
  SectionsStep,
  ReviewersStep,
  VisibilityStep,
  PricingStep,
  PreviewStep,
];

/** The steps at the left, the open one with its buttons, and what was saved when. */
export function WizardFrame({
  organization_id,
  step,
  credential,
  opened,
}: {
  readonly organization_id: string;
  readonly step: number;
  readonly credential: Credential | undefined;
  /** What its author had not finished when they left. */
  readonly opened: readonly UnfinishedStep[];
}) {
  const session = useSession();
  const { role } = session;
  const go = useNavigate();
  const arrived = useLocation().state as { readonly savedAt?: string } | null;
  const [unsaved, setUnsaved] = useState<ReadonlySet<number>>(() =>
    stepsUnsaved(organization_id, credential?.credential_id, opened),
  );
  const [kept] = useState(unsaved.size > 0);
  useEffect(() => {
    if (!kept) return;
    const said = flash("info", "We restored your unsaved changes.");
    return () => dismissFlash(said);
  }, [kept]);
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const [typedTitle, noteTitle] = useState<string>();
  const unfinished = useUnfinished(credential, opened);
  const handle = useRef<StepHandle>(undefined);

  useTitle(credential && `Edit ${credential.credential_details.title}`);
  const home = role === "issuer" ? paths.home : paths.credentials;
  const place = useCallback(
    (to: number, id = credential?.credential_id) =>
      id ? paths.editCredentialStep(organization_id, id, to) : paths.createCredentialStep(0),
    [organization_id, credential?.credential_id],
  );
  const within = useCallback(
    (pathname: string) => credential !== undefined && pathname.startsWith(place(0).slice(0, -1)),
    [credential, place],
  );

  /** Cloudscape leaves the steps once reached open; those of an earlier visit count as reached too. */
  const [shown, setShown] = useState(Math.max(step, reachedIn(credential)));
  useLayoutEffect(() => setShown(step), [step]);

  const noteUnsaved = useCallback((now: boolean) => setUnsaved((before) => withStep(before, step, now)), [step]);
  const noteRefused = useCallback((now: boolean) => setRefused((before) => withStep(before, step, now)), [step]);
  const draft = useMemo(
    () => draftOf(organization_id, credential?.credential_id, step),
    [organization_id, credential?.credential_id, step],
  );
  const wizard = useMemo(
    () => ({
      organization_id,
      step,
      credential,
      draft,
      unsaved,
      noteUnsaved,
      noteRefused,
      noteTitle,
      unfinished,
      attach: (to: StepHandle | undefined) => {
        handle.current = to;
      },
      goTo: (to: number) => void go(place(to)),
    }),
    [organization_id, step, credential, draft, unsaved, noteUnsaved, noteRefused, unfinished, go, place],
  );

  const viewer = credential ? viewerOf(session, credential) : undefined;
  /** An admin decides on it: publishing only sends it to them. */
  const isApproved = viewer !== undefined && publishEvent(viewer) === "submit";
  const { part } = wizardSteps[step] ?? {};
  const open =
    !credential || !part || (viewer !== undefined && editableParts(viewer, credential.status).includes(part));

  const timeZone = session.organization?.timezone;
  const { busy, ...saving } = useSaving({ organization_id, credential, step, handle, open, home, place });
  const [cancelling, setCancelling] = useState<"asked" | "done">();
  const dropTyping = () => {
    for (const each of unsaved) draftAt(draftOf(organization_id, credential?.credential_id, each)).drop();
  };
  const cancel = () => {
    if (credential && unsaved.size > 0) return setCancelling("asked");
    remembered(organization_id).drop();
    void go(home);
  };
  const discard = async () => {
    await unfinished.discard();
    dropTyping();
    remembered(organization_id).drop();
    setCancelling("done");
  };

  const Content = contents[shown] ?? GetStartedStep;
  const savedAt = arrived?.savedAt ?? credential?.updated_on;
  const unsavedNames = [...unsaved].filter((each) => each !== step).map((each) => wizardSteps[each]?.title ?? "");
  const status = credential?.status;
  const progress: Progress = {
    open: step,
    saved: credential?.step,
    isPosted: status !== undefined && status !== "draft" && status !== "rejected",
    faulty: new Set(credential ? faultsOf(credential, timeZone).map((fault) => fault.step) : []),
    refused,
    unsaved,
  };
  const marks = wizardSteps.map((_, at) => markOf(at, progress));
  const waits = publishBlock(credential, timeZone, unsavedNames, open);
  if (cancelling === "done") return <Navigate to={home} />;
  return (
    <WizardProvider value={wizard}>
      <div className={["wizard", ...marks.flatMap((mark, at) => (mark ? `wizard-${mark}-${at + 1}` : []))].join(" ")}>
        <WizardHead
          organization_id={organization_id}
          credential={credential}
          title={typedTitle ?? credential?.title ?? ""}
        />
        <WizardLayout
          activeStepIndex={shown}
          isLoadingNextStep={busy !== undefined}
          onNavigate={({ detail }) => void go(place(detail.requestedStepIndex))}
          i18nStrings={{
            stepNumberLabel: (number) => {
              const mark = marks[number - 1];
              return mark ? `Step ${number} · ${markWords[mark]}` : `Step ${number}`;
            },
            collapsedStepsLabel: (number, count) => `Step ${number} of ${count}`,
            navigationAriaLabel: "Steps",
            cancelButton: "Cancel",
            previousButton: "Go Back",
            nextButton: "Save and Continue",
          }}
          secondaryActions={<StepStatus keeping={unfinished.keepings.get(step)} savedAt={savedAt} />}
          customPrimaryActions={
            <WizardActions
              step={step}
              busy={busy}
              isApproved={isApproved}
              waits={waits}
              onCancel={cancel}
              onBack={() => void go(place(step - 1))}
              onExit={() => void saving.saveAndExit()}
              onContinue={() => void saving.saveAndContinue()}
              onPublish={() => credential && saving.publish(credential)}
              onSaveAndPublish={
                status === "rejected" && unsavedNames.length === 0 ? () => void saving.saveAndPublish() : undefined
              }
            />
          }
          steps={wizardSteps.map(({ title, about }, at) => ({
            title,
            description: about,
            content:
              at !== shown || at !== step ? null : open ? (
                <WithFeedback credential={credential} isWide={step === lastStep}>
                  <Content key={title} />
                </WithFeedback>
              ) : (
                <LockedStep credential={credential} />
              ),
          }))}
        />
      </div>
      <UnsavedChanges
        when={credential ? busy === undefined && isLosing(unfinished) : busy === undefined && unsaved.size > 0}
        except={within}
        onLeave={dropTyping}
      />
      {cancelling === "asked" ? (
        <ConfirmDialog
          title="Discard your changes?"
          confirm="Discard"
          destructive
          cancel="Keep editing"
          onConfirm={discard}
          onClose={() => setCancelling((now) => (now === "asked" ? undefined : now))}
        >
          Your unsaved changes in{" "}
          {[...unsaved]
            .toSorted()
            .map((each) => wizardSteps[each]?.title)
            .join(", ")}{" "}
          will be lost.
        </ConfirmDialog>
      ) : null}
    </WizardProvider>
  );
}

/** Some steps, with one of them or without it. */
function withStep(steps: ReadonlySet<number>, step: number, isIn: boolean): ReadonlySet<number> {
  if (steps.has(step) === isIn) return steps;
  return new Set(isIn ? [...steps, step] : [...steps].filter((each) => each !== step));
}

/** Whether something typed is neither saved nor kept, and will not be by itself. */
const isLosing = ({ keepings }: Unfinished): boolean =>
  [...keepings.values()].some(({ kind }) => kind === "failed" || kind === "conflict");

/** The step a credential was saved up to, and the one after it. */
const reachedIn = (credential: Credential | undefined): number =>
  credential ? Math.min(lastStep, credential.step + 1) : 0;
