import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import type * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { flash } from "../../app/flash.ts";
import { queries } from "../../app/queries.ts";
import { useSession } from "../../app/session.tsx";
import { keepDraft, takeDraft } from "../../ui/drafts.ts";
import { resolverFor } from "../../ui/resolver.ts";
import { wordsFor } from "../../ui/words.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { useWizard } from "./wizard-context.ts";

const refusedTitle = "Failed to update credential !";
const draftName = "credential wizard";

/** One step's form. */
export interface StepFormProps<Values extends FieldValues> {
  readonly schema: z.ZodType<unknown, Values>;
  /** What the saved credential holds for this step. */
  readonly valuesOf: (credential: Credential | undefined) => Values;
  /** The act of saving the step over the version of the credential that the form was filled from; called again, it is repeated. */
  readonly act: (values: Values, over: Credential | undefined) => () => Promise<Credential>;
  /** Turns the server's name of a refused field into the form's. */
  readonly fieldOf: (name: string) => string;
  readonly children: ReactNode;
}

/** Sets whatever the server refused at its field; what has none stands above the form. */
function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: ApiError,
  fieldOf: (name: string) => string,
): void {
  const faults = Object.entries(error.fields);
  for (const [name, message] of faults)
    form.setError(fieldOf(name) as never, { type: "server", message }, { shouldFocus: true });
  if (faults.length === 0) form.setError("root", { type: error.code, message: wordsFor(error) });
}

/**
 * The form of a wizard's step. Typing survives going back and forth between steps, a refusal, a lost connection and the
 * session's end. When somebody else changed the credential meanwhile, the form offers the newer one.
 */
export function StepForm<Values extends FieldValues>(props: StepFormProps<Values>) {
  const { schema, valuesOf, fieldOf } = props;
  const { user } = useSession();
  const { credential, step, typed, noteTyped, attach } = useWizard();
  const [over, setOver] = useState(credential);
  const form = useForm<Values>({
    resolver: resolverFor(schema),
    defaultValues: valuesOf(credential) as DefaultValues<Values>,
    mode: "onTouched",
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: typing is taken back once, when the step opens
  useEffect(() => {
    const left = takeDraft(draftName, user.user_id);
    const carried = (left ?? typed(step)) as Values | undefined;
    if (!carried) return;
    form.reset(carried, { keepDefaultValues: true });
    noteTyped(carried);
    if (left) flash("info", "We kept what you had typed.");
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame's functions are the same for its whole life
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => noteTyped(isDirty ? structuredClone(values) : undefined),
      }),
    [form],
  );

  /** What was sent and got no answer: the same again is the same act, with the same idempotency key. */
  const unanswered = useRef<{ readonly text: string; readonly act: () => Promise<Credential> }>(undefined);
  const save = async (): Promise<Credential | undefined> => {
    let saved: Credential | undefined;
    form.clearErrors("root");
    await form.handleSubmit(async () => {
      const values = structuredClone(form.getValues());
      const text = `${over?.version} ${JSON.stringify(values)}`;
      const act = unanswered.current?.text === text ? unanswered.current.act : props.act(values, over);
      unanswered.current = { text, act };
      try {
        saved = await act();
        unanswered.current = undefined;
        noteTyped(undefined);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status !== 0 && error.status < 500) unanswered.current = undefined;
        if (error.status === 401) keepDraft(draftName, user.user_id, values);
        showRefusal(form, error, fieldOf);
        const reason = Object.values(error.fields)[0] ?? wordsFor(error);
        flash("error", reason === refusedTitle ? refusedTitle : `${refusedTitle} ${reason}`);
      }
    })();
    return saved;
  };
  useEffect(() => {
    attach({ save });
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
    noteTyped(undefined);
  };
  const keepMine = async () => {
    const latest = await newer();
    if (!latest) return;
    setOver(latest);
    form.clearErrors("root");
    flash("info", "Save again, and yours takes the place of theirs in this step.");
  };

  const refusal = form.formState.errors.root;
  const shownRefusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) shownRefusal.current?.scrollIntoView({ block: "center" });
  }, [refusal]);
  const stale = refusal?.type === "credential.changed";
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <SpaceBetween size="l">
          {refusal ? (
            <div ref={shownRefusal}>
              <Alert
                type="error"
                header={refusedTitle}
                action={
                  stale ? (
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
                {stale
                  ? "Somebody else changed this credential since you opened it. What you typed is still here: load the newer one in its place, or keep yours and save again."
                  : refusal.message}
              </Alert>
            </div>
          ) : null}
          <ErrorSummary />
          {props.children}
        </SpaceBetween>
      </form>
    </FormProvider>
  );
}
