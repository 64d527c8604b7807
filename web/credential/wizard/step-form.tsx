import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { FormFields } from "../../ui/forms/form-fields.tsx";
import { refusedTitle } from "../update-refused.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { type StepOptions, useStep } from "./use-step.ts";

/**
 * The form of a wizard's step. When somebody else changed the credential meanwhile, or its author the step in another
 * window, the form offers both versions.
 */
export function StepForm<Values extends FieldValues, Checked>({
  children,
  ...options
}: StepOptions<Values, Checked> & { readonly children: ReactNode }) {
  const { of, outdated, elsewhere } = useStep(options);
  const { fault } = of;
  const shownFault = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault) shownFault.current?.scrollIntoView({ block: "center" });
  }, [fault]);
  return (
    <FormFields of={of}>
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <SpaceBetween size="l">
          {fault ? (
            <div ref={shownFault}>
              <Alert
                type="error"
                header={refusedTitle}
                action={
                  outdated ? (
                    <SpaceBetween size="xs">
                      <Button formAction="none" onClick={outdated.takeTheirs}>
                        Load newer version
                      </Button>
                      <Button formAction="none" variant="link" onClick={outdated.keepMine}>
                        Keep my edits
                      </Button>
                    </SpaceBetween>
                  ) : undefined
                }
              >
                {outdated
                  ? "Someone else changed this credential after you opened it. Your edits are still here. Load the newer version, or keep your edits and save again."
                  : fault}
              </Alert>
            </div>
          ) : null}
          {elsewhere ? (
            <Alert
              type="warning"
              header="You also edited this step in another window"
              action={
                <SpaceBetween size="xs">
                  <Button formAction="none" onClick={elsewhere.takeTheirs}>
                    Load the other version
                  </Button>
                  <Button formAction="none" variant="link" onClick={elsewhere.keepMine}>
                    Keep my edits here
                  </Button>
                </SpaceBetween>
              }
            >
              We’ve paused saving in this window until you choose a version.
            </Alert>
          ) : null}
          <ErrorSummary />
          {children}
        </SpaceBetween>
      </form>
    </FormFields>
  );
}
