import type { ReactNode } from "react";
import type { Credential } from "../../../shared/credential/credential.ts";
import { RichText } from "../../ui/look/rich-text.tsx";
import { StatusText } from "../../ui/look/status-text.tsx";

/** A step of a rejected credential with what was asked for beside its fields. */
export function WithFeedback({
  credential,
  isWide,
  children,
}: {
  readonly credential: Credential | undefined;
  /** The step is as wide as a page: the feedback stands above it. */
  readonly isWide: boolean;
  readonly children: ReactNode;
}) {
  const { status, feedback } = credential ?? {};
  if (status !== "rejected" || !feedback) return children;
  return (
    <div className={isWide ? "wizard-mended" : "wizard-mended wizard-mended-columns"}>
      <aside aria-label="Reason for rejection" className="wizard-feedback">
        <StatusText kind="warning">Reason for rejection</StatusText>
        <RichText html={feedback} />
      </aside>
      <div>{children}</div>
    </div>
  );
}
