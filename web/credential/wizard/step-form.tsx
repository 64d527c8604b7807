import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { UnfinishedStep, UnfinishedStepNumber } from "../../../shared/credential/unfinished.ts";
import type { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { queries } from "../../api/queries.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { draftAt } from "../../ui/forms/drafts.ts";
import { FormFields } from "../../ui/forms/form-fields.tsx";
import { resolverFor } from "../../ui/forms/resolver.ts";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { wordsFor } from "../../ui/words.ts";
import { flashRefusal, refusalOf, refusedTitle } from "../update-refused.ts";
import { ErrorSummary } from "./error-summary.tsx";
import type { Keeping, UnfinishedPart } from "./use-unfinished.ts";
import { type Exit, useWizard } from "./wizard-context.ts";

/** One step's form. */
export interface StepFormProps<Values extends FieldValues, Checked> {
  readonly schema: z.ZodType<Checked, Values>;
  /** What the saved credential holds for this step. */
  readonly valuesOf: (credential: Credential | undefined) => Values;
  /** Saves what is typed over the version of the credential that the form was filled from. */
  readonly send: (typed: Values, over: Credential | undefined) => Promise<Credential>;
  /** Turns the server's name of a refused field into the form's. */
  readonly fieldOf: (name: string) => string;
  /** The part of the step as it is typed, to be kept before it is whole, and what of it cannot be kept, in words. */
  readonly unfinishedOf: (typed: Values) => { readonly part: UnfinishedPart; readonly without?: string };
  /** What the form shows of a kept part. */
  readonly typedOf: (kept: UnfinishedStep) => Partial<Values> | undefined;
  readonly children: ReactNode;
}

const restMs = 4000;

/**
 * The form of a wizard's step. Typing is kept by the server when it rests, whole or not, and survives going back and forth
 * between steps, a refusal, a lost connection and the session's end. When somebody else changed the credential meanwhile, the form offers the newer one.
 */
export function StepForm<Values extends FieldValues, Checked>({
  schema,
  valuesOf,
  send,
  fieldOf,
  unfinishedOf,
  typedOf,
  children,
}: StepFormProps<Values, Checked>) {
  const { credential, draft, noteUnsaved, noteRefused, attach, unfinished, ...wizard } = useWizard();
  const step = wizard.step as UnfinishedStepNumber;
  const [over, setOver] = useState(credential);
  const [outdated, setOutdated] = useState(false);
  const saved = useRef<Credential>(undefined);
  const leaving = useRef(false);
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
      if (!leaving.current) flashRefusal(refusalOf(error));
      setOutdated(error.code === "credential.changed");
      return false;
    },
  });
  const { form, submit, fault, clear } = of;
  const { isDirty } = form.formState;
  useEffect(() => noteUnsaved(isDirty), [isDirty, noteUnsaved]);
  const { submitCount, errors } = form.formState;
  const isRefused = Object.keys(errors).length > 0;
  useEffect(() => {
    if (submitCount > 0) noteRefused(isRefused);
  }, [submitCount, isRefused, noteRefused]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keptText = useRef<string>(undefined);
  const textNow = () => JSON.stringify(form.getValues());
  /** Keeps what is typed now, unless that is done. */
  const keep = async (): Promise<Keeping | undefined> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = textNow();
    const dirty = text !== JSON.stringify(form.formState.defaultValues);
    if (!credential || text === keptText.current || (!dirty && !unfinished.of(step))) return undefined;
    const keeping = await unfinished.keep(step, dirty ? unfinishedOf(form.getValues()).part : {});
    if (keeping.kind !== "kept") return keeping;
    keptText.current = text;
    if (textNow() === text) draftAt(draft).drop();
    return keeping;
  };
  const show = (kept: UnfinishedStep | undefined) => {
    form.reset({ ...valuesOf(over), ...(kept && typedOf(kept)) }, { keepDefaultValues: true });
    keptText.current = textNow();
    draftAt(draft).drop();
  };
  const keeping = unfinished.keepings.get(step);
  const latest = useRef({ keep, show, unfinished, keeping });
  latest.current = { keep, show, unfinished, keeping };
  useEffect(() => {
    const kept = latest.current.unfinished.of(step);
    if (kept && draftAt(draft).read() === undefined) latest.current.show(kept);
  }, [step, draft]);
  const exists = credential !== undefined;
  useEffect(() => {
    if (!exists) return;
    const rest = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      if (JSON.stringify(form.getValues()) === keptText.current || latest.current.keeping?.kind === "conflict") return;
      if (latest.current.keeping?.kind !== "typed") latest.current.unfinished.note(step, { kind: "typed" });
      timer.current = setTimeout(() => void latest.current.keep(), restMs);
    };
    const stop = form.subscribe({ formState: { values: true }, callback: rest });
    if (draftAt(draft).read() !== undefined) rest(); // what a former visit left
    const again = () => void latest.current.keep();
    addEventListener("online", again);
    return () => {
      stop();
      removeEventListener("online", again);
      if (timer.current !== undefined) void latest.current.keep();
    };
  }, [form, step, draft, exists]);

  const save = async (): Promise<Credential | undefined> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    await unfinished.settle();
    if (!(await submit())) return undefined;
    unfinished.finished(step);
    keptText.current = undefined;
    return saved.current;
  };
  const exit = async (): Promise<Exit | undefined> => {
    if (!isDirty) {
      await keep();
      return {};
    }
    if (schema.safeParse(form.getValues()).success) {
      leaving.current = true;
      const whole = await save().finally(() => {
        leaving.current = false;
      });
      if (whole) return { saved: whole };
    }
    const result = await keep();
    if (result && result.kind !== "kept") {
      if (result.kind === "failed") flash("error", result.fault);
      return undefined;
    }
    return { kept: { without: unfinishedOf(form.getValues()).without } };
  };
  useEffect(() => {
    attach({ save, exit });
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
    flash("info", "Save again to replace their changes to this step.");
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
                        Load newer version
                      </Button>
                      <Button formAction="none" variant="link" onClick={keepMine}>
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
          {keeping?.kind === "conflict" ? (
            <Alert
              type="warning"
              header="You also edited this step in another window"
              action={
                <SpaceBetween size="xs">
                  <Button
                    formAction="none"
                    onClick={() => {
                      unfinished.goOnFrom(step, keeping.theirs);
                      show(keeping.theirs);
                    }}
                  >
                    Load the other version
                  </Button>
                  <Button
                    formAction="none"
                    variant="link"
                    onClick={() => {
                      unfinished.goOnFrom(step, keeping.theirs);
                      void keep();
                    }}
                  >
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
