import Button from "@cloudscape-design/components/button";
import Form from "@cloudscape-design/components/form";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type * as z from "zod";
import type { Call, InputOf } from "../../shared/http/call.ts";
import { ApiError } from "../api/api-error.ts";
import type { Answer, Caller } from "../api/client.ts";
import { flash } from "../app/flash.ts";
import { useVisitor } from "../app/session.tsx";
import { keepDraft, takeDraft } from "./drafts.ts";
import { resolverFor } from "./resolver.ts";
import { UnsavedChanges } from "./unsaved-changes.tsx";
import { wordsFor } from "./words.ts";

/** A form over one call of the contract: its schema checks the fields, its refusals land on them. */
export interface CallFormProps<C extends Call, Values extends FieldValues> {
  /** The call: `api.credential.update`. */
  readonly send: Caller<C>;
  /** What checks the fields: the call's own input, or a schema of this form's fields. */
  readonly schema: z.ZodType<unknown, Values>;
  readonly values: DefaultValues<Values>;
  /** What goes out, when it is more than the checked fields. */
  readonly toInput?: (values: Values) => InputOf<C>;
  /** Shown for three seconds when done. */
  readonly success?: string;
  /** Shown for three seconds when the call is refused or fails, beside what stands at the fields. */
  readonly failure?: string;
  /** Where to go when done, or what to do. */
  readonly onDone?: string | ((answer: Answer<C>, values: Values) => void);
  /** What to do with a refusal; answer true when nothing else should happen. */
  readonly onRefused?: (error: ApiError) => boolean | undefined;
  readonly submit: string;
  /** The button beside: a path to go to, or what to do. */
  readonly onCancel?: string | (() => void);
  readonly cancel?: string;
  readonly header?: ReactNode;
  /** Further buttons at the left of the others. */
  readonly actions?: ReactNode;
  readonly disabled?: boolean;
  /** Asks before leaving with unsaved typing; true unless told. */
  readonly guarded?: boolean;
  readonly children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode);
}

/** True when a refused field has a control in this form. */
const isShown = (form: UseFormReturn<never>, name: string) => name in form.control._fields || name.includes(".");

/** A form that sends a call. Typed text is never lost: not by a refusal, a lost connection or the session's end. */
export function CallForm<C extends Call, Values extends FieldValues>(props: CallFormProps<C, Values>) {
  const { send, onDone, onCancel } = props;
  const who = useVisitor()?.user.user_id ?? "";
  const go = useNavigate();
  const form = useForm<Values>({
    resolver: resolverFor(props.schema),
    defaultValues: props.values,
    mode: "onSubmit",
  });
  const mutation = useMutation(send.mutation());
  const [done, setDone] = useState(false);
  /** What was sent and got no answer: the same again is the same act, with the same idempotency key. */
  const unanswered = useRef<{ text: string; input: InputOf<C> }>(undefined);

  useEffect(() => {
    const draft = takeDraft(send.fullName, who);
    if (!draft) return;
    for (const [name, value] of Object.entries(draft))
      form.setValue(name as never, value as never, { shouldDirty: true });
    flash("info", "We kept what you had typed.");
  }, [form, send.fullName, who]);

  const submit = form.handleSubmit(async (values) => {
    const made = props.toInput ? props.toInput(values) : (values as unknown as InputOf<C>);
    const text = JSON.stringify(made);
    const input = unanswered.current?.text === text ? unanswered.current.input : made;
    unanswered.current = { text, input };
    try {
      const answer = await mutation.mutateAsync(input);
      unanswered.current = undefined;
      form.reset(values, { keepValues: true });
      setDone(true);
      if (props.success) flash("success", props.success);
      if (typeof onDone === "string") void go(onDone);
      else onDone?.(answer, values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0 && error.status < 500) unanswered.current = undefined;
      if (error.status === 401) keepDraft(send.fullName, who, values);
      if (props.onRefused?.(error)) return;
      if (props.failure) flash("error", props.failure);
      const elsewhere: string[] = [];
      for (const [name, message] of Object.entries(error.fields)) {
        if (isShown(form as never, name))
          form.setError(name as never, { type: "server", message }, { shouldFocus: true });
        else elsewhere.push(message);
      }
      const landed = Object.keys(error.fields).length > elsewhere.length;
      if (elsewhere.length > 0) form.setError("root", { message: elsewhere.join(" ") });
      else if (!landed) form.setError("root", { message: wordsFor(error) });
    }
  });

  const { isDirty, isSubmitting, errors } = form.formState;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.stopPropagation();
          setDone(false);
          void submit(event);
        }}
      >
        <Form
          header={props.header}
          errorText={errors.root?.message}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              {props.actions}
              {onCancel === undefined ? null : (
                <Button
                  formAction="none"
                  variant="link"
                  onClick={() => (typeof onCancel === "string" ? void go(onCancel) : onCancel())}
                >
                  {props.cancel ?? "Cancel"}
                </Button>
              )}
              <Button variant="primary" formAction="submit" loading={isSubmitting} disabled={props.disabled}>
                {props.submit}
              </Button>
            </SpaceBetween>
          }
        >
          <SpaceBetween size="l">
            {typeof props.children === "function" ? props.children(form) : props.children}
          </SpaceBetween>
        </Form>
      </form>
      {props.guarded === false ? null : <UnsavedChanges when={isDirty && !done && !isSubmitting} />}
    </FormProvider>
  );
}
