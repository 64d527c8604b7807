import Button from "@cloudscape-design/components/button";
import Form from "@cloudscape-design/components/form";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useNavigate } from "react-router";
import type * as z from "zod";
import type { Call, InputOf } from "../../../shared/http/call.ts";
import type { Answer, WriteCall } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { flash } from "../dialogs/flash.ts";
import { FollowStored, wordsForFollowing } from "./follow-stored.tsx";
import { FormElement } from "./form-fields.tsx";
import { resolverFor } from "./resolver.ts";
import { UnsavedChanges } from "./unsaved-changes.tsx";
import { type CallFormOptions, type CallFormState, useCallForm } from "./use-call-form.ts";

/** What stands around a form's fields. */
export interface FormViewProps {
  readonly header?: ReactNode;
  readonly submit: string;
  /** The button beside: a path to go to, or what to do. */
  readonly onCancel?: string | (() => void);
  readonly cancel?: string;
  /** Further buttons at the left of the others. */
  readonly actions?: ReactNode;
  readonly disabled?: boolean;
  /** Something is lost by sending it, and its button looks like that. */
  readonly destructive?: boolean;
  /** Asks before leaving with unsaved typing; true unless told. */
  readonly guarded?: boolean;
  readonly children: ReactNode;
}

/** A form with its header, its message and its buttons. */
export function FormView<Values extends FieldValues, Checked>({
  of,
  onCancel,
  ...props
}: FormViewProps & {
  readonly of: CallFormState<Values, Checked>;
  /** What is stored now, of a form that is sent whole: see {@link FollowStored}. */
  readonly stored?: CallFormOptions<Values, Checked, unknown>["values"] | undefined;
}) {
  const go = useNavigate();
  return (
    <>
      <FormElement of={of}>
        <Form
          header={props.header}
          errorText={of.fault}
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
              <span className={props.destructive ? "destructive" : undefined}>
                <Button variant="primary" formAction="submit" loading={of.pending} disabled={props.disabled}>
                  {props.submit}
                </Button>
              </span>
            </SpaceBetween>
          }
        >
          <FollowStored form={of.form} stored={props.stored}>
            <SpaceBetween size="l">{props.children}</SpaceBetween>
          </FollowStored>
        </Form>
      </FormElement>
      {props.guarded === false ? null : <UnsavedChanges when={of.unsaved} />}
    </>
  );
}

/** A form over one call of the contract: its schema checks the fields, its refusals land on them. */
export interface CallFormProps<C extends Call, Values extends FieldValues, Checked>
  extends FormViewProps,
    Pick<CallFormOptions<Values, Checked, Answer<C>>, "values" | "onRefused" | "fieldOf" | "fieldFor" | "explain"> {
  /** The call: `api.credential.update`. */
  readonly send: WriteCall<C>;
  /** What checks the fields: the call's own input, or a schema of this form's fields. */
  readonly schema: z.ZodType<Checked, Values>;
  /** What goes out of the checked fields. */
  readonly toInput: (checked: Checked) => InputOf<C>;
  /** Shown for three seconds when done. */
  readonly success?: string;
  /** Shown for three seconds when the call is refused or fails, beside what stands at the fields. */
  readonly failure?: string;
  /** Where to go when done, or what to do. */
  readonly onDone?: string | ((answer: Answer<C>, typed: Values) => void);
  /** All fields are sent, over a version: those that nobody has typed in follow `values` as they change. */
  readonly follows?: boolean;
}

/** A form that sends one call: its fields inside, its header and buttons around. */
export function CallForm<C extends Call, Values extends FieldValues, Checked>({
  send,
  schema,
  toInput,
  success,
  failure,
  onDone,
  onRefused,
  values,
  fieldOf,
  fieldFor,
  follows,
  explain = follows ? wordsForFollowing : undefined,
  ...view
}: CallFormProps<C, Values, Checked>) {
  const go = useNavigate();
  const [draft] = useState({
    kind: `draft ${send.fullName}`,
    about: location.pathname,
    kept: "tab",
    from: "refusal",
  } as const);
  const of = useCallForm<Values, Checked, Answer<C>>({
    values,
    resolver: resolverFor(schema),
    draft,
    ...(fieldOf && { fieldOf }),
    ...(fieldFor && { fieldFor }),
    ...(explain && { explain }),
    send: (checked) => write(send, toInput(checked)),
    onDone: (answer, typed) => {
      if (success) flash("success", success);
      if (typeof onDone === "string") return go(onDone);
      return onDone?.(answer, typed);
    },
    onRefused: (error) => {
      if (onRefused?.(error)) return true;
      if (failure) flash("error", failure);
      return false;
    },
  });
  return <FormView {...view} of={of} stored={follows ? values : undefined} />;
}
