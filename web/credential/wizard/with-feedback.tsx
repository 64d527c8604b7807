import type { ReactNode } from "react";
import type { Credential } from "../../../shared/credential/credential.ts";
import { RichText } from "../../ui/look/rich-text.tsx";
import { StatusText } from "../../ui/look/status-text.tsx";

/** A step of a rejected credential with what was asked for beside its fields. */
export function WithFeedback({
  credential,
  isBeside,
  children,
}: {
  readonly credential: Credential | undefined;
  /** Where a step is as wide as a page, the feedback stands above it. */
  readonly isBeside: boolean;
  readonly children: ReactNode;
}) {
  const { status, feedback } = credential ?? {};
  if (status !== "rejected" || !feedback) return children;
  return (
    <div className={isBeside ? "wizard-mended wizard-mended-beside" : "wizard-mended"}>
      <aside aria-label="Reason for rejection" className="wizard-feedback">
        <StatusText kind="warning">Reason for rejection</StatusText>
        <RichText html={feedback} />
      </aside>
      <div>{children}</div>
    </div>
  );
}
