import Button from "@cloudscape-design/components/button";
import type { Credential } from "../../../shared/credential/credential.ts";
import { faultsOf } from "./publishing.ts";
import { lastStep } from "./steps.ts";

const approvalId = "wizard-approval";

/** The buttons below a step. */
export function WizardActions({
  step,
  busy,
  isApproved,
  waits,
  onCancel,
  onBack,
  onExit,
  onContinue,
  onPublish,
  onSaveAndPublish,
}: {
  readonly step: number;
  /** Which of them is at work. */
  readonly busy: "continue" | "exit" | "publish" | undefined;
  /** An admin decides on what is published. */
  readonly isApproved: boolean;
  /** Why Publish waits, in words. */
  readonly waits: string | undefined;
  readonly onCancel: () => void;
  readonly onBack: () => void;
  readonly onExit: () => void;
  readonly onContinue: () => void;
  readonly onPublish: () => void;
  /** From a step before the last one, where mending it may be all that is left to do. */
  readonly onSaveAndPublish: (() => void) | undefined;
}) {
  const isBusy = busy !== undefined;
  const isLast = step === lastStep;
  const publishes = isLast || onSaveAndPublish !== undefined;
  const described = isApproved && { ariaDescribedby: approvalId };
  return (
    <div className="wizard-actions">
      {step === 0 ? (
        <Button variant="link" formAction="none" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        <>
          <Button formAction="none" disabled={isBusy} onClick={onBack}>
            Go Back
          </Button>
          <Button formAction="none" loading={busy === "exit"} disabled={isBusy} onClick={onExit}>
            Save and Exit
          </Button>
        </>
      )}
      {publishes && isApproved ? (
        <span id={approvalId} className="wizard-soft">
          An admin approves it before learners see it.
        </span>
      ) : null}
      {onSaveAndPublish && !isLast ? (
        <Button
          {...described}
          formAction="none"
          loading={busy === "publish"}
          disabled={isBusy}
          onClick={onSaveAndPublish}
        >
          Save and Publish
        </Button>
      ) : null}
      {isLast ? (
        <Button
          variant="primary"
          {...described}
          formAction="none"
          loading={busy === "publish"}
          disabled={waits !== undefined}
          disabledReason={waits}
          onClick={onPublish}
        >
          Publish
        </Button>
      ) : (
        <Button
          variant="primary"
          formAction="none"
          loading={busy === "continue"}
          disabled={busy === "exit" || busy === "publish"}
          onClick={onContinue}
        >
          Save and Continue
        </Button>
      )}
    </div>
  );
}

/** Why Publish waits, in words; undefined when it can be pressed. An expired date is told when it is. */
export function publishBlock(
  credential: Credential | undefined,
  timeZone: string | undefined,
  unsavedNames: readonly string[],
  open: boolean,
): string | undefined {
  if (!credential || !open) return undefined;
  if (credential.status === "submitted") return "This credential is already waiting for approval.";
  if (credential.status === "published" || credential.status === "closed")
    return "This credential is already published.";
  if (unsavedNames.length > 0) return `Save your changes in ${unsavedNames.join(", ")} first.`;
  const faults = faultsOf(credential, timeZone).filter(({ field }) => field !== "expiration_date");
  return faults.length > 0 ? "Complete the steps listed above first." : undefined;
}
