import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { queries } from "../../api/queries.ts";
import { flash } from "../../ui/flash.ts";
import { FormFields } from "../../ui/form-fields.tsx";
import { resolverFor } from "../../ui/resolver.ts";
import { useCallForm } from "../../ui/use-call-form.ts";
import { wordsFor } from "../../ui/words.ts";
import { refusedTitle } from "../update-refused.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { useWizard } from "./wizard-context.ts";

/** One step's form. */
export interface StepFormProps<Values extends FieldValues, Checked> {
  readonly schema: z.ZodType<Checked, Values>;
  /** What the saved credential holds for this step. */
  readonly valuesOf: (credential: Credential | undefined) => Values;
  /** Saves what is typed over the version of the credential that the form was filled from. */
  readonly send: (typed: Values, over: Credential | undefined) => Promise<Credential>;
  /** Turns the server's name of a refused field into the form's. */
  readonly fieldOf: (name: string) => string;
  readonly children: ReactNode;
}

/**
 * The form of a wizard's step. Typing survives going back and forth between steps, a refusal, a lost connection and the
 * session's end. When somebody else changed the credential meanwhile, the form offers the newer one.
 */
export function StepForm<Values extends FieldValues, Checked>({
  schema,
  valuesOf,
  send,
  fieldOf,
  children,
}: StepFormProps<Values, Checked>) {
  const { credential, draft, noteUnsaved, attach } = useWizard();
  const [over, setOver] = useState(credential);
  const [outdated, setOutdated] = useState(false);
  const saved = useRef<Credential>(undefined);
  const of = useCallForm<Values, Checked, Credential>({
    resolver: resolverFor(schema),
    values: valuesOf(credential),
    mode: "onTouched",
    draft,
    fieldOf,
    send: (_, typed) => send(typed, over),
    onDone: (answer) => {
      saved.current = answer;
    },
    onRefused: (error: ApiError) => {
      const reason = Object.values(error.fields)[0] ?? wordsFor(error);
      flash("error", reason === refusedTitle ? refusedTitle : `${refusedTitle} ${reason}`);
      setOutdated(error.code === "credential.changed");
      return false;
    },
  });
  const { form, submit, fault, clear } = of;
  const { isDirty } = form.formState;
  useEffect(() => noteUnsaved(isDirty), [isDirty, noteUnsaved]);
  useEffect(() => {
    attach({ save: async () => ((await submit()) ? saved.current : undefined) });
    return () => attach(undefined);
  });

  const newer = async () => {
    if (!over) return undefined;
    const { organization_id, credential_id } = over;
    const asked = api.credential.read.query({ organization_id, credential_id });
    try {
      return await queries.fetchQuery({ ...asked, staleTime: 0 });
    } catch (error) {
      flash("error", wordsFor(error));
      return undefined;
    }
  };
  const loadNewer = async () => {
    const latest = await newer();
    if (!latest) return;
    setOver(latest);
    form.reset(valuesOf(latest));
    clear();
  };
  const keepMine = async () => {
    const latest = await newer();
    if (!latest) return;
    setOver(latest);
    clear();
    flash("info", "Save again, and yours takes the place of theirs in this step.");
  };

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
                      <Button formAction="none" onClick={loadNewer}>
                        Load the newer one
                      </Button>
                      <Button formAction="none" variant="link" onClick={keepMine}>
                        Keep what I typed
                      </Button>
                    </SpaceBetween>
                  ) : undefined
                }
              >
                {outdated
                  ? "Somebody else changed this credential since you opened it. What you typed is still here: load the newer one in its place, or keep yours and save again."
                  : fault}
              </Alert>
            </div>
          ) : null}
          <ErrorSummary />
          {children}
        </SpaceBetween>
      </form>
    </FormFields>
  );
}
